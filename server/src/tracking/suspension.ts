import { logger } from '../core/logger';

const TICK_MS = 500;
/** A process whose timers have not run for this long (ms) was suspended or blocked. */
const SUSPENDED_MS = 5_000;
/**
 * For this long (ms) after it has continued, a process reads what had waited for it: messages of clients, and what the
 * other nodes have published meanwhile.
 */
const CATCH_UP_MS = 2_000;

/** When the timer last ran, by `performance.now()`; null while nobody watches. */
let tickedAt: number | null = null;
let continuedAt = Number.NEGATIVE_INFINITY;
let onContinued: () => void = () => undefined;

/**
 * Watches whether this process is suspended or blocked for more than five seconds, and calls `continued` each time it
 * goes on. Returns the function that ends the watch.
 */
export function watchSuspensions(continued: () => void): () => void {
  onContinued = continued;
  tickedAt = performance.now();
  const timer = setInterval(() => {
    noticeSuspension();
    tickedAt = performance.now();
  }, TICK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    tickedAt = null;
    continuedAt = Number.NEGATIVE_INFINITY;
  };
}

/**
 * Finds out whether the process has just continued. To be called before anything is done that may have waited, because
 * a process that continues may read its connections before it runs its timers.
 */
export function noticeSuspension(): void {
  const now = performance.now();
  if (tickedAt === null || now - tickedAt <= SUSPENDED_MS) return;
  logger.warn({ ms: Math.round(now - tickedAt) }, 'this process was suspended or blocked');
  tickedAt = now;
  continuedAt = now;
  onContinued();
}

/**
 * Whether something that this process read at this moment (by `performance.now()`) may have waited during a suspension,
 * so that nobody knows how old it is.
 */
export function mayHaveWaited(readAt: number): boolean {
  return readAt < continuedAt + CATCH_UP_MS;
}
