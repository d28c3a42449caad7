import type { NextFunction, Request, Response } from 'express';
import mongoose from 'mongoose';
import multer from 'multer';
import { reportDiskFull } from '../store/space';
import { isDiskFullError } from './disk-full';
import { errorCode } from './error-code';
import { AppError, Invalid, NotFound } from './errors';
import { languageOf } from './language';
import { logger } from './logger';

/** Converts a thrown value into the caller's error; null for an internal error, which is only logged. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError(503, 'common.unavailable', { retryAfter: 3 });
  if (isDiskFullError(error)) return new AppError(507, 'common.disk_full', { retryAfter: 30 });
  if (error instanceof multer.MulterError) return fromMulter(error);
  if (error instanceof URIError) return new NotFound();
  return fromLibrary(error);
}

const { mongo } = mongoose;

/**
 * The errors that the MongoDB driver throws while it has no server; a broken connection and a cleared pool are network
 * errors.
 */
const AWAY = [
  mongoose.Error.MongooseServerSelectionError,
  mongo.MongoServerSelectionError,
  mongo.MongoNetworkError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  // When the connections are opened anew, a command that still waited for one finds its session ended; it was not sent.
  mongo.MongoExpiredSessionError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoServerClosedError,
  // A server that is shutting down refuses a retried write with the error of a server without retryable writes.
  mongo.MongoUnexpectedServerResponseError,
];

/** The errors of the connection pool, which the MongoDB driver does not export. */
const AWAY_NAMES = ['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'];

/**
 * The codes of a server that shuts down or hands over to another: ShutdownInProgress, PrimarySteppedDown,
 * NotWritablePrimary, InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary; and of one that was restarted since the first part of a result: CursorNotFound
 * (https://www.mongodb.com/docs/manual/reference/error-codes/).
 */
const AWAY_CODES = [43, 91, 189, 10107, 11600, 11602, 13435, 13436];

/** Errors that the MongoDB driver passes on unchanged when a connection breaks while a write waits for buffer space. */
const BROKEN_LINK: readonly unknown[] = ['EPIPE', 'ECONNRESET'];

function isBrokenLink(error: unknown): boolean {
  return BROKEN_LINK.includes(errorCode(error)) && typeof error === 'object' && error !== null && 'syscall' in error;
}

/** Whether the database cannot be reached or its connection broke: the operation may be retried. */
export function isDatabaseAway(error: unknown): boolean {
  if (isBrokenLink(error)) return true;
  if (!(error instanceof Error)) return false;
  if (AWAY.some((kind) => error instanceof kind) || AWAY_NAMES.includes(error.name)) return true;
  // A bulk write wraps any other error in a `MongoBulkWriteError`.
  const inner: unknown = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : null;
  if (inner instanceof Error) return isDatabaseAway(inner);
  if (error instanceof mongo.MongoServerError) return AWAY_CODES.includes(Number(error.code));
  // With `bufferCommands` off, mongoose throws immediately if there has been no connection yet.
  return error.name === 'MongooseError' && error.message.includes('initial connection');
}

function fromMulter(error: multer.MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') return tooLargeFile(error.field ?? '');
  if (error.code === 'LIMIT_UNEXPECTED_FILE')
    return new Invalid('drivers.unexpected_file', { field: error.field ?? '' });
  return new Invalid('common.invalid');
}

/** Returns the 413 that names the field of the file over the limit. */
export function tooLargeFile(field: string): AppError {
  const code = 'drivers.file_too_large';
  return new AppError(413, code, { fields: [{ field, key: code }] });
}

function fromLibrary(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  switch (error.status) {
    case 400:
      return new Invalid(
        'type' in error && error.type === 'entity.parse.failed' ? 'common.bad_json' : 'common.invalid',
      );
    case 413:
      return new AppError(413, 'common.too_large');
    case 415:
      return new AppError(415, 'common.unsupported_type');
    default:
      return typeof error.status === 'number' && isCallersFault(error.status)
        ? new AppError(error.status, 'common.invalid')
        : null;
  }
}

/** Whether a status is the caller's error; a request for a file may get 412 or 416 for its conditions or its range. */
function isCallersFault(status: number): boolean {
  return status >= 400 && status < 500;
}

/** The only error handler: it answers `{ detail, code }`, never a stack trace, never HTML. */
export function failureHandler(error: unknown, request: Request, response: Response, next: NextFunction): void {
  reportDiskFull(error);
  const failure = asAppError(error);
  // The request timeout has already answered.
  if (failure && response.writableEnded) return;
  if (!failure) logger.error({ err: error, requestId: request.id, path: request.path }, 'a request failed');
  if (response.headersSent) {
    next(error);
    return;
  }
  if (failure?.retryAfterSeconds) response.set('Retry-After', String(failure.retryAfterSeconds));
  const body = (failure ?? new AppError(500, 'common.internal')).toBody(languageOf(request));
  // The header may have been set for a compressed file that could not be sent.
  response.removeHeader('Content-Encoding');
  response
    .status(failure?.status ?? 500)
    .type('json')
    .json(body);
}
