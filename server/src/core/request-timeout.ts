import type { RequestHandler } from 'express';
import { AppError } from './errors';
import { failureHandler } from './failure';

const TIMEOUT_MS = 2_700;
/** How often a waiting call is checked. */
const CHECK_EVERY_MS = 100;

/** Answers 503 to every call while the database lacks its unique indexes, which enforce the rules of the data. */
export function refuseWhile(indexesLost: () => boolean): RequestHandler {
  return (_request, _response, next) => {
    next(indexesLost() ? new AppError(503, 'common.unavailable', { retryAfter: 3 }) : undefined);
  };
}

/**
 * Answers 503 to a call that still waits after 2.7 seconds while the database is silent, or as soon as the database
 * falls silent after that. The work that the call has begun may still be carried out: as after any lost answer, the
 * client repeats it with the same idempotency key or reads the state.
 */
export function requestTimeout(isDatabaseSilent: () => boolean): RequestHandler {
  return (request, response, next) => {
    const check = () => {
      if (response.headersSent) return;
      if (isDatabaseSilent()) {
        failureHandler(new AppError(503, 'common.unavailable', { retryAfter: 3 }), request, response, next);
      } else {
        end = setTimeout(check, CHECK_EVERY_MS);
      }
    };
    let end = setTimeout(check, TIMEOUT_MS);
    response.once('close', () => clearTimeout(end));
    next();
  };
}
