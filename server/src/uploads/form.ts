import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { AppError, Invalid } from '../core/errors';
import { tooLargeFile } from '../core/failure';
import { Turns } from './turns';

/**
 * A form is up to 25 MB in memory, from its first byte until its files have been stored. Whoever waits is not read from,
 * which costs nothing. Two of one person, so that a try after a lost link need not wait for what is left of the first.
 */
const turns = new Turns({ atOnce: 16, ofOne: 2, waitingOfOne: 20 });
const ends = new WeakMap<Request, () => void>();
/** How fast a form has to come in: at least so many bytes in each such stretch of time. */
export interface Pace {
  readonly withinMs: number;
  readonly bytes: number;
  /** A sender that sends nothing at all for so long is gone. */
  readonly silentMs: number;
}

/** Slower than 1 kB a second is no upload but a place that somebody keeps from the others. */
const PACE: Pace = { withinMs: 60_000, bytes: 64_000, silentMs: 20_000 };

/**
 * Reads a multipart form with at most one file in each of these fields, into memory, within limits. A body of another
 * type passes on untouched. Failures: 413 too large, 400 another field or a form that breaks off, 429, 408 too slow.
 */
export function readForm(fileFields: readonly string[], pace = PACE): RequestHandler {
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
    let ended = false;
    const finish = (failure: unknown) => {
      if (ended) return;
      ended = true;
      stopWatch();
      next(failure);
    };
    const stopWatch = watchPace(request, pace, () => {
      // Whatever is still to come is not read any more.
      response.set('Connection', 'close');
      response.once('finish', () => request.destroy());
      finish(new AppError(408, 'drivers.upload_slow'));
    });
    response.once('close', stopWatch);
    parse(request, response, (fault: unknown) => finish(fault ? asFailure(fault) : tooLarge(request)));
  };
}

/** Calls `tooSlow` when a request falls behind the pace; gives back what ends the watch. */
function watchPace(request: Request, pace: Pace, tooSlow: () => void): () => void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const now = request.socket.bytesRead;
    if (now - before < pace.bytes) tooSlow();
    before = now;
  }, pace.withinMs);
  request.setTimeout(pace.silentMs, tooSlow);
  return () => {
    clearInterval(timer);
    request.setTimeout(0);
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
