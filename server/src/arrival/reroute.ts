import { STALE_FIX_MS } from '@boli/shared/core/constants';

/** Further from its line than this a car may have left it; after so many positions in a row it has. */
export const OFF_M = 60;
const OFF_POSITIONS = 3;
/** Further than this it has at once. */
const FAR_OFF_M = 150;
/** Between two routes of one ride. */
const ROUTE_EVERY_MS = 15_000;
/** A ride needs a handful of routes: one that has had so many gets further ones more rarely. */
const MANY_ROUTES = 12;
const MANY_EVERY_MS = 60_000;
/** After an answer without a road the next question waits ever longer, up to this. */
const LONGEST_WAIT_MS = 120_000;

/** How often a car was beside its line in a row, after a position so many metres off it. */
export function countOff(before: number, off: number): number {
  return off > OFF_M ? before + 1 : 0;
}

/** Whether a car has left its line: by this position alone, or by so many in a row. */
export function hasLeft(offInARow: number, off: number): boolean {
  return off > FAR_OFF_M || offInARow >= OFF_POSITIONS;
}

/** What is known of the routes of one leg; times in milliseconds of the monotonic clock. */
export interface Asked {
  readonly at: number;
  readonly routes: number;
  /** Answers without a road since the last with one. */
  readonly failures: number;
}

/** Whether another route may be asked for, from a position that was recorded at `fixAt`. */
export function mayAsk({ at, routes, failures }: Asked, fixAt: number, now: number): boolean {
  if (now - fixAt > STALE_FIX_MS) return false;
  const gap = routes >= MANY_ROUTES ? MANY_EVERY_MS : ROUTE_EVERY_MS;
  const backOff = Math.min(ROUTE_EVERY_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
  return now - at >= Math.max(gap, backOff);
}
