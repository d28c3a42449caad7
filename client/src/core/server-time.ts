import { useSyncExternalStore } from 'react';

/** The `Date` header has whole seconds: the server's time was up to this much (ms) later. */
const HEADER_STEP_MS = 1_000;
const TICK_MS = 1_000;

/** The bounds of how far (ms) the server's clock is ahead of this device's. */
interface Bounds {
  low: number;
  high: number;
}

let bounds: Bounds | null = null;

/**
 * Derives the server's time from the `Date` header of a response, and from when the request was sent and the response
 * received by this device's clock (epoch ms). Each response narrows the bounds of the difference; one that contradicts
 * them replaces them, because a clock was set.
 */
export function recordServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(date) || receivedAt < sentAt) return;
  const seen = { low: date - receivedAt, high: date + HEADER_STEP_MS - sentAt };
  const both = bounds && { low: Math.max(bounds.low, seen.low), high: Math.min(bounds.high, seen.high) };
  bounds = both && both.low <= both.high ? both : seen;
}

/** Forgets what is known of the server's clock. For tests. */
export function forgetServerTime(): void {
  bounds = null;
}

/**
 * The server's time in epoch milliseconds, to within about a second even if this device's clock is wrong. It is the
 * device's own time before the first response, and as long as the device's time agrees with all responses.
 */
export function serverNow(): number {
  return Date.now() + (bounds ? Math.min(Math.max(0, bounds.low), bounds.high) : 0);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let ticked = 0;

function tick(): void {
  ticked = serverNow();
  for (const listener of listeners) listener();
}

/** One timer serves the whole page; it runs only while something on the screen needs it. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, TICK_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The server's time at the last tick, or now if no timer runs. */
function lastTick(): number {
  if (listeners.size === 0 || ticked === 0) ticked = serverNow();
  return ticked;
}

/**
 * The result of `select` for the server's time (epoch ms), computed again each second. The component renders again only
 * when the result changes, so `select` has to return a plain value.
 */
export function useServerTime<T extends string | number | boolean | null>(select: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(lastTick()));
}
