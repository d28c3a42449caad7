import { clock } from './clock';

/** A mark that some process set when it began work and removes when the work is done. */
export interface Mark {
  readonly id: string;
  readonly at: Date;
  /** Milliseconds after which the work counts as abandoned, if that differs from mark to mark. */
  readonly afterMs?: number;
}

/**
 * Returns a function that selects the abandoned marks of one kind: those older than `afterMs` milliseconds (or their
 * own `afterMs`) by the wall clock, and those that it has seen unchanged for that long by the monotonic clock. The
 * second rule finds marks that lie in the future because the server's clock was set back.
 */
export function abandonedAfter(afterMs: number): (marks: readonly Mark[]) => Set<string> {
  let seen = new Map<string, { at: number; since: number }>();
  return (marks) => {
    const now = performance.now();
    const wall = clock.millis();
    const chosen = new Set<string>();
    const seenNow: typeof seen = new Map();
    for (const { id, at, afterMs: wait = afterMs } of marks) {
      const known = seen.get(id);
      const since = known?.at === at.getTime() ? known.since : now;
      seenNow.set(id, { at: at.getTime(), since });
      if (at.getTime() < wall - wait || now - since >= wait) chosen.add(id);
    }
    seen = seenNow;
    return chosen;
  };
}
