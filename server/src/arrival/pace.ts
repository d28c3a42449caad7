import { MAX_CAR_KMH } from '@boli/shared/core/constants';

/** Seconds that passed on a part of the way, and those that the same part takes on free roads. */
interface Part {
  readonly driven: number;
  readonly free: number;
}

/** The driven part of a leg. */
export interface Pace extends Part {
  /** Whether the car has set off: waiting at the start is not traffic. */
  readonly hasBegun: boolean;
  /** The time and distance since the car last moved on; they count only when it moves on again. */
  readonly pending: Part & { readonly meters: number };
}

const nothing = { driven: 0, free: 0, meters: 0 };
export const noPace: Pace = { driven: 0, free: 0, hasBegun: false, pending: nothing };

/** Seconds between two positions; how the car moved in a longer gap is unknown. */
const LONGEST_GAP_S = 30;
/** Metres; a car that has come further than this has moved on. The positions of a standing car vary by less. */
const MOVED_ON_M = 20;
/** Seconds; a longer stop is not a traffic light or a queue. */
const LONGEST_STANDING_S = 180;
/** Free-flow seconds; less observed driving is not representative. */
const LEAST_FREE_S = 60;
/** The minimum observed share of the ride's free-flow seconds; a smaller share is not representative. */
const LEAST_SHARE = 0.6;
/** The valid range of the ratio of driven to free-flow seconds; a ratio outside was not caused by traffic. */
const RATIO = { least: 0.5, most: 6 };

/** Adds a move along the way: `meters` that took `seconds`, and would take `freeSeconds` on free roads. */
export function addMove(
  pace: Pace,
  { meters, seconds, freeSeconds }: { meters: number; seconds: number; freeSeconds: number },
): Pace {
  const isPlausible = seconds > 0 && seconds <= LONGEST_GAP_S && meters >= 0 && meters <= (seconds * MAX_CAR_KMH) / 3.6;
  if (!isPlausible) return withoutPending(pace);
  const { driven, free, meters: moved } = pace.pending;
  const pending = { driven: driven + seconds, free: free + freeSeconds, meters: moved + meters };
  if (pending.meters < MOVED_ON_M) return { ...pace, pending };
  const begun = { ...pace, hasBegun: true, pending: nothing };
  // The first metres after a wait at the start or a long stop are dropped together with that wait.
  if (!pace.hasBegun || pending.driven > LONGEST_STANDING_S) return begun;
  return { ...begun, driven: pace.driven + pending.driven, free: pace.free + pending.free };
}

/** Drops the pending time: the car has arrived and only waits, or its move was implausible. */
export function withoutPending(pace: Pace): Pace {
  return { ...pace, pending: nothing };
}

/**
 * The ratio of driven to free-flow seconds of a ride that takes `wholeFree` seconds without traffic; null with too
 * little observed driving, or for a ratio outside `RATIO`.
 */
export function ratioOf({ driven, free }: Part, wholeFree: number): number | null {
  if (free < LEAST_FREE_S || free < wholeFree * LEAST_SHARE) return null;
  const ratio = driven / free;
  return ratio >= RATIO.least && ratio <= RATIO.most ? ratio : null;
}
