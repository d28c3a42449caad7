import { logger } from './logger';

const TICK_MS = 500;
/** A process whose timers have not run for this long (ms) was paused: by SIGSTOP, by its machine, or by long work. */
const PAUSE_MS = 5_000;
/**
 * For this long (ms) after it has resumed, a process reads what had waited for it: messages of clients, and what the
 * other nodes have published meanwhile.
 */
const CATCH_UP_MS = 2_000;

/** When the timer last ran, by `performance.now()`; null while nobody watches. */
let tickedAt: number | null = null;
let lastResumedAt = Number.NEGATIVE_INFINITY;
let onResumed: () => void = () => undefined;

/**
 * Watches whether this process is paused for more than five seconds, and calls `resumed` each time it goes on. Returns
 * the function that ends the watch.
 */
export function watchPauses(resumed: () => void): () => void {
  onResumed = resumed;
  tickedAt = performance.now();
  const timer = setInterval(() => {
    noticePause();
    tickedAt = performance.now();
  }, TICK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    tickedAt = null;
    lastResumedAt = Number.NEGATIVE_INFINITY;
  };
}

/**
 * Finds out whether the process has just resumed. To be called before anything is done that may have waited, because a
 * process that resumes may read its connections before it runs its timers.
 */
export function noticePause(): void {
  const now = performance.now();
  if (tickedAt === null || now - tickedAt <= PAUSE_MS) return;
  logger.warn({ ms: Math.round(now - tickedAt) }, 'this process was suspended or blocked');
  tickedAt = now;
  lastResumedAt = now;
  onResumed();
}

/**
 * Whether something that this process read at this moment (by `performance.now()`) may have waited during a pause, so
 * that nobody knows how old it is.
 */
export function mayHaveWaited(readAt: number): boolean {
  return readAt < lastResumedAt + CATCH_UP_MS;
}

/** When this process last resumed after a pause, by `performance.now()`; -Infinity if it never did. */
export function resumedAt(): number {
  return lastResumedAt;
}
