import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { allowBodyTime } from '../core/deadlines';
import { errorCode } from '../core/error-code';
import { AppError, Invalid } from '../core/errors';
import { tooLargeFile } from '../core/failure';
import { FairSemaphore, type SemaphoreLimits } from '../core/fair-semaphore';
import { logger } from '../core/logger';
import { closeAfterAnswer, pieceCounter } from '../core/pieces';
import { settings } from '../settings';
import { type Pace, UPLOAD_PACE, watchPace } from './pace';

/** The limits of a form. */
export interface FormLimits {
  readonly pace: Pace;
  /**
   * How many bodies are read concurrently, in all and of one address. Waiting costs nothing, because a waiting body is
   * not read.
   */
  readonly places: SemaphoreLimits;
}

const LIMITS: FormLimits = {
  pace: UPLOAD_PACE,
  places: { atOnce: 64, ofOne: 16, waitingOfOne: 64, waitMs: 60_000, busy: 'drivers.upload_busy' },
};

/** One form of an account at a time, from its first byte until its files are stored. */
const accounts = new FairSemaphore({
  atOnce: Number.POSITIVE_INFINITY,
  ofOne: 1,
  waitingOfOne: 3,
  waitMs: 60_000,
  busy: 'drivers.upload_busy',
});

/**
 * Milliseconds for which the rest of a refused body is read and discarded: a sender whose connection is closed early
 * would not see the answer.
 */
const LINGER_MS = 1_000;

/** Milliseconds; longer than any form may take. */
const OLD_MS = 3_600_000;

/** The functions that end the work on a form, by request. */
const ends = new WeakMap<Request, () => void>();

/** Removes the forms that an ended process has left: those older than `OLD_MS`, because younger ones may be in use. */
export async function removeOldForms(): Promise<void> {
  const left = await readdir(folder()).catch(() => []);
  for (const path of left.map((name) => join(folder(), name))) {
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Reads a multipart form with at most one file in each of these fields, into temporary files that are removed when the
 * form has been handled. A body of another type is passed on untouched. Failures: 400 for another field, and for a form
 * that is incomplete or arrives in very many small pieces; 408 for a form that arrives too slowly; 413 for a file that
 * is too large; 429 and 503 if too many other forms are read or wait.
 */
export function readForm(fileFields: readonly string[], limits = LIMITS): RequestHandler {
  const places = new FairSemaphore(limits.places);
  return async (request, response, next) => {
    if (!request.is('multipart/form-data')) return next();
    // The minimum speed is enforced here instead of a deadline.
    allowBodyTime(request);
    const endOfAccount = await accounts.acquire(request.actor?.id ?? '');
    const leave = await places.acquire(request.ip ?? '').catch((refusal: unknown) => {
      endOfAccount();
      throw refusal;
    });
    const formFolder = join(folder(), randomUUID());
    const end = () => {
      leave();
      endOfAccount();
      rm(formFolder, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
        logger.error({ err: error }, 'the files of a form could not be removed'),
      );
    };
    if (response.closed) return end();
    ends.set(request, end);
    response.once('close', end);
    // The place is held only while bytes arrive; the account's turn is held until the form has been handled.
    request.once('end', leave);
    await mkdir(formFolder, { recursive: true, mode: 0o700 });
    // If the sender disconnected during `mkdir`, `end` may have run before the folder existed: it runs again and
    // removes the folder. A socket is destroyed some time before its response is closed.
    if (response.closed || request.socket.destroyed) return end();
    let ended = false;
    const finish = (failure: unknown) => {
      if (ended) return;
      ended = true;
      request.off('data', countPiece);
      stopWatch();
      leave();
      next(failure);
    };
    const isInBits = pieceCounter();
    const countPiece = ({ length }: Buffer) => {
      if (!isInBits(length)) return;
      closeAfterAnswer(request, response);
      finish(new Invalid('common.in_bits'));
    };
    const stopWatch = watchPace(request, limits.pace, () => {
      throwAway(request, response);
      finish(new AppError(408, 'drivers.upload_slow'));
    });
    response.once('close', stopWatch);
    request.on('data', countPiece);
    parser(formFolder, fileFields)(request, response, (fault: unknown) =>
      finish(fault ? asFailure(fault) : tooLarge(request)),
    );
  };
}

function parser(destination: string, fileFields: readonly string[]): RequestHandler {
  return multer({
    storage: multer.diskStorage({ destination: (_request, _file, done) => done(null, destination) }),
    // One byte more than allowed, so that a file of exactly the limit passes, however the parser interprets its limit.
    limits: {
      fileSize: MAX_UPLOAD_BYTES + 1,
      files: fileFields.length + 5,
      fields: 20,
      fieldSize: 10_000,
      parts: fileFields.length + 30,
    },
  }).fields(fileFields.map((name) => ({ name, maxCount: 1 })));
}

/** Discards the rest of the body after the answer, and closes the connection soon after that. */
function throwAway(request: Request, response: Response): void {
  response.set('Connection', 'close');
  response.once('finish', () => {
    request.unpipe();
    request.resume();
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
}

/**
 * Runs the work on a form's files. The files are kept, and the account's next form waits, until the work has ended, even
 * when the sender has disconnected.
 */
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

/** Failures of our disk are internal errors; any other fault of the form is the sender's. */
function asFailure(fault: unknown): unknown {
  const isOurs = fault instanceof Error && 'syscall' in fault && errorCode(fault) !== 'ECONNRESET';
  return fault instanceof multer.MulterError || isOurs ? fault : new Invalid('common.invalid');
}

function tooLarge(request: Request): AppError | undefined {
  const large = Object.values(formFiles(request)).find((file) => file.size > MAX_UPLOAD_BYTES);
  return large && tooLargeFile(large.fieldname);
}

/** The files of a form that `readForm` has read, by field; each is at its `path` until the form has been handled. */
export function formFiles(request: Request): Record<string, Express.Multer.File> {
  const files = request.files;
  if (!files || Array.isArray(files)) return {};
  const firsts = Object.entries(files).flatMap(([field, [file]]) => (file ? [[field, file] as const] : []));
  return Object.fromEntries(firsts);
}

function folder(): string {
  return join(settings().DATA_DIR, 'forms');
}
