import { clock } from './clock';

/** Work that somebody began at this time and has not marked as done. */
export interface Mark {
  readonly id: string;
  readonly at: Date;
  /** How long it may stand, in milliseconds, where that differs from mark to mark. */
  readonly afterMs?: number;
}

/**
 * Makes the chooser of abandoned work for one kind of mark. It gives the ids of the marks that are older than `afterMs`
 * (their own, where they have one) by the clock, and of those that it has seen unchanged for as long: the second rule uses the process's monotonic
 * clock, so that a mark from before the server's clock was set back does not wait until the clock has caught up.
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
