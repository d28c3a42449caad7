import type { RequestHandler } from 'express';
import { AppError } from './errors';
import { failureHandler } from './failure';

const TIMEOUT_MS = 2_700;

/** Answers 503 to every call while the database lacks its unique indexes, by which the rules of the data are held. */
export function refuseWhile(indexesLost: () => boolean): RequestHandler {
  return (_request, _response, next) => {
    next(indexesLost() ? new AppError(503, 'common.unavailable', { retryAfter: 3 }) : undefined);
  };
}

/**
 * Answers 503 to a call that still waits after 2.7 seconds while the database is silent. What the call has begun may
 * still be carried out: like after any lost answer, it is asked again under its key or its state.
 */
export function requestTimeout(isDatabaseSilent: () => boolean): RequestHandler {
  return (request, response, next) => {
    const end = setTimeout(() => {
      if (response.headersSent || !isDatabaseSilent()) return;
      failureHandler(new AppError(503, 'common.unavailable', { retryAfter: 3 }), request, response, next);
    }, TIMEOUT_MS);
    response.once('close', () => clearTimeout(end));
    next();
  };
}
