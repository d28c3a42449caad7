import type { Request, RequestHandler } from 'express';
import { AppError } from './errors';
import { languageOf } from './language';
import { closeAfterAnswer } from './pieces';

/** How long a client may take, in milliseconds. */
export interface Deadlines {
  /** For the headers of a request. Node itself answers 408 then. */
  headersMs: number;
  /** For a whole request, whatever its route allows: the last line of defence. */
  requestMs: number;
  /** How often Node looks for clients that are late. */
  checkEveryMs: number;
}

const UPLOAD_MS = 15 * 60_000;
const BODY_MS = 30_000;
/** Those of the product: an upload may take 15 minutes, whatever else is read half a minute. */
export const DEADLINES: Deadlines = { headersMs: 15_000, requestMs: UPLOAD_MS + BODY_MS, checkEveryMs: 1_000 };

const timers = new WeakMap<Request, (ms: number) => void>();

/**
 * Gives a request's body 30 seconds (or `bodyMs`) to come: after that 408, and the connection is closed. A route that
 * takes longer bodies says so by `allowBodyTime` before it reads.
 */
export function bodyDeadline(bodyMs = BODY_MS): RequestHandler {
  return (request, response, next) => {
    if (request.complete) return next();
    let timer: NodeJS.Timeout;
    const arm = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(late, ms);
      timer.unref();
    };
    const late = () => {
      if (request.complete) return;
      // What is still to come is not read: neither a request nor its answer may keep the connection.
      if (response.headersSent) {
        request.destroy();
        return;
      }
      closeAfterAnswer(request, response);
      response.status(408).json(new AppError(408, 'common.too_slow').toBody(languageOf(request)));
    };
    timers.set(request, arm);
    arm(bodyMs);
    const end = () => clearTimeout(timer);
    request.once('end', end).once('close', end);
    next();
  };
}

/** Gives the body of this request another time from now on, in milliseconds; 15 minutes unless said. */
export function allowBodyTime(request: Request, ms = UPLOAD_MS): void {
  timers.get(request)?.(ms);
}
