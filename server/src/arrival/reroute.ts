import { STALE_FIX_MS } from '@boli/shared/core/constants';
import { OFF_M } from '@boli/shared/geo/line';

/** A car has left its line after this number of consecutive positions off the line. */
const OFF_POSITIONS = 3;
/** Metres; a single position further than this from the line shows that the car has left the line. */
const FAR_OFF_M = 150;
/** The minimum time between two routes of one leg. */
const ROUTE_EVERY_MS = 15_000;
/** A leg usually needs a handful of routes; from this number on, routes are requested less often. */
const MANY_ROUTES = 12;
const MANY_EVERY_MS = 60_000;
/** The pause doubles after each answer without a road, up to this maximum. */
const LONGEST_WAIT_MS = 120_000;

/** Counts consecutive positions off the line; the newest position is `off` metres away from it. */
export function countOff(before: number, off: number): number {
  return off > OFF_M ? before + 1 : 0;
}

/** Returns whether a car has left its line: the newest position is far off, or several in a row are off. */
export function hasLeft(offInARow: number, off: number): boolean {
  return off > FAR_OFF_M || offInARow >= OFF_POSITIONS;
}

/** The history of the routes of one leg; times in milliseconds of the monotonic clock. */
export interface Asked {
  readonly at: number;
  readonly routes: number;
  /** Consecutive answers without a road. */
  readonly failures: number;
}

/** Returns whether another route may be requested for a position that was recorded at `fixAt`. */
export function mayAsk({ at, routes, failures }: Asked, fixAt: number, now: number): boolean {
  if (now - fixAt > STALE_FIX_MS) return false;
  const gap = routes >= MANY_ROUTES ? MANY_EVERY_MS : ROUTE_EVERY_MS;
  const backOff = Math.min(ROUTE_EVERY_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
  return now - at >= Math.max(gap, backOff);
}
