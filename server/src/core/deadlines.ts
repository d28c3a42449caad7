import type { Request, RequestHandler } from 'express';
import { AppError } from './errors';
import { languageOf } from './language';
import { closeAfterAnswer } from './pieces';

/** How long a client may take, in milliseconds. */
export interface Deadlines {
  /** For the headers of a request. After that, Node itself answers 408. */
  headersMs: number;
  /** The upper bound for a whole request, whatever its route allows. */
  requestMs: number;
  /** How long a connection stays open after its last response. */
  keepAliveMs: number;
  /** How often Node checks for requests that are past their deadline. */
  checkEveryMs: number;
}

const UPLOAD_MS = 15 * 60_000;
const BODY_MS = 30_000;
/**
 * The values in production. A whole request may take 30 seconds and, after that, the 15 minutes of an upload. nginx
 * closes an unused connection to a server after 60 seconds by default; if the server closed it earlier, nginx could send a
 * request on it at the same moment.
 */
export const DEADLINES: Deadlines = {
  headersMs: 15_000,
  requestMs: UPLOAD_MS + BODY_MS,
  keepAliveMs: 65_000,
  checkEveryMs: 1_000,
};

const timers = new WeakMap<Request, (ms: number) => void>();

/**
 * Answers 408 and closes the connection when the body of a request has not arrived within 30 seconds (or `bodyMs`
 * milliseconds). A route for larger bodies calls `allowBodyTime` before it reads the body.
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
      // The rest of the body is not read, so the connection cannot be used for another request: it is closed.
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

/** Restarts the deadline of this request body with another duration, in milliseconds; 15 minutes by default. */
export function allowBodyTime(request: Request, ms = UPLOAD_MS): void {
  timers.get(request)?.(ms);
}
