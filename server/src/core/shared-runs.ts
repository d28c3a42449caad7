import { setTimeout as delay } from 'node:timers/promises';

/** Up to this many runs a second begin without a pause, even if they follow each other immediately. */
const RUNS_A_SECOND = 40;
const PAUSE_MS = 1_000 / RUNS_A_SECOND;

/**
 * Joins calls of the same work: one run at a time, and the calls during a run share the next one. Each run begins after
 * the calls that it serves, so that a read includes every write that was acknowledged before these calls. Rejects as
 * `work` does.
 *
 * If more than 40 runs a second are needed, as when thousands of clients reconnect at once, runs begin at least 25 ms
 * apart. More calls then share each run: a run costs much more than one more call that shares it. With `paced: false` runs
 * follow each other without a pause: for reads of which one call needs several in turn. `now` is a monotonic clock in
 * milliseconds.
 */
export function sharedRuns<T>(
  work: () => Promise<T>,
  { paced = true, now = () => performance.now() }: { paced?: boolean; now?: () => number } = {},
): () => Promise<T> {
  /** Fulfilled when the next run may begin; null if it may begin now. */
  let busy: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  /** When the next run would begin (ms) if the runs so far had begun 25 ms apart. */
  let through = Number.NEGATIVE_INFINITY;

  function start(): Promise<T> {
    next = null;
    const at = now();
    through = Math.max(through, at) + PAUSE_MS;
    const run = work();
    busy = Promise.allSettled([run, paced && through - at > 1_000 && delay(PAUSE_MS)]).then(() => {
      if (!next) busy = null;
    });
    return run;
  }

  return () => {
    if (!busy) return start();
    next ??= busy.then(start);
    return next;
  };
}
