import type { Request } from 'express';

/** The minimum speed of a body, and the maximum time for it. */
export interface Pace {
  /** The period in milliseconds over which the speed is measured; not checked before the first period ends. */
  readonly overMs: number;
  readonly bytesPerSecond: number;
  /** The maximum time in milliseconds for the whole body, at any speed. */
  readonly totalMs: number;
}

/**
 * A body slower than the slowest mobile network is not accepted as an upload: it would hold one of the limited permits.
 */
export const UPLOAD_PACE: Pace = { overMs: 5_000, bytesPerSecond: 16_000, totalMs: 15 * 60_000 };

const CHECKS_PER_PERIOD = 5;

/**
 * Calls `tooSlow` once when a body, before its end, falls below the minimum speed or exceeds the maximum time. Returns
 * the function that stops the check.
 */
export function watchPace(request: Request, pace: Pace, tooSlow: () => void): () => void {
  const needed = (pace.bytesPerSecond * pace.overMs) / 1000;
  const seen = [request.socket.bytesRead];
  const stop = () => {
    clearInterval(timer);
    clearTimeout(end);
    request.off('end', stop);
  };
  const giveUp = () => {
    stop();
    tooSlow();
  };
  const timer = setInterval(() => {
    const now = request.socket.bytesRead;
    const before = seen.length >= CHECKS_PER_PERIOD ? seen.shift() : undefined;
    seen.push(now);
    if (before !== undefined && now - before < needed) giveUp();
  }, pace.overMs / CHECKS_PER_PERIOD);
  const end = setTimeout(giveUp, pace.totalMs);
  request.once('end', stop);
  return stop;
}
