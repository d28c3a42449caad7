import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { type AppError, Invalid } from '../core/errors';
import { tooLargeFile } from '../core/failure';
import { Turns } from './turns';

/**
 * A form is up to 25 MB in memory, from its first byte until its files have been stored. Whoever waits is not read from,
 * which costs nothing. Two of one person, so that a try after a lost link need not wait for what is left of the first.
 */
const turns = new Turns({ atOnce: 16, ofOne: 2, waitingOfOne: 20 });
const ends = new WeakMap<Request, () => void>();
/** A sender that sends nothing for so long is gone; its turn is somebody else's. */
const SILENT_MS = 20_000;

/**
 * Reads a multipart form with at most one file in each of these fields, into memory, within limits. A body of another
 * type passes on untouched. Failures: 413 too large, 400 another field or a form that breaks off, 429.
 */
export function readForm(fileFields: readonly string[]): RequestHandler {
  const parse = multer({
    storage: multer.memoryStorage(),
    // One byte more than allowed, so that a file of exactly the limit passes whatever the parser means by its limit.
    limits: {
      fileSize: MAX_UPLOAD_BYTES + 1,
      files: fileFields.length + 5,
      fields: 20,
      fieldSize: 10_000,
      parts: fileFields.length + 30,
    },
  }).fields(fileFields.map((name) => ({ name, maxCount: 1 })));
  return async (request, response, next) => {
    if (!request.is('multipart/form-data')) return next();
    const end = await turns.enter(request.actor?.id ?? '');
    if (response.closed) return end();
    ends.set(request, end);
    response.once('close', end);
    request.setTimeout(SILENT_MS, () => request.destroy());
    parse(request, response, (fault: unknown) => {
      request.setTimeout(0);
      next(fault ? asFailure(fault) : tooLarge(request));
    });
  };
}

/** Runs the work on a form's files; they count as in memory until it has ended, also when their sender is gone. */
export async function workOnForm<T>(request: Request, response: Response, work: () => Promise<T>): Promise<T> {
  const end = ends.get(request);
  if (!end) return work();
  response.off('close', end);
  try {
    return await work();
  } finally {
    end();
  }
}

function asFailure(fault: unknown): unknown {
  // Whatever else the parser finds wrong with the form is the sender's fault.
  return fault instanceof multer.MulterError ? fault : new Invalid('common.invalid');
}

function tooLarge(request: Request): AppError | undefined {
  const large = Object.values(formFiles(request)).find((file) => file.size > MAX_UPLOAD_BYTES);
  return large && tooLargeFile(large.fieldname);
}

/** The files of a form that `readForm` has read, by field. */
export function formFiles(request: Request): Record<string, Express.Multer.File> {
  const files = request.files;
  if (!files || Array.isArray(files)) return {};
  const firsts = Object.entries(files).flatMap(([field, [file]]) => (file ? [[field, file] as const] : []));
  return Object.fromEntries(firsts);
}
