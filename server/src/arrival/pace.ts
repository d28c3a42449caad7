import { MAX_CAR_KMH } from '@boli/shared/core/constants';

/** Seconds that passed on a part of the way, and those that the same part takes on free roads. */
interface Part {
  readonly driven: number;
  readonly free: number;
}

/** What was driven of a way. */
export interface Pace extends Part {
  /** Whether the car has set off: waiting at the beginning is no traffic. */
  readonly hasBegun: boolean;
  /** What has passed since the car last moved on: it counts only once the car does so again. */
  readonly pending: Part & { readonly meters: number };
}

const nothing = { driven: 0, free: 0, meters: 0 };
export const noPace: Pace = { driven: 0, free: 0, hasBegun: false, pending: nothing };

/** A gap between positions longer than this says nothing about the drive. */
const LONGEST_GAP_S = 30;
/** A car that has come this much further has moved on; positions of one that stands wander by less. */
const MOVED_ON_M = 20;
/** A light, a queue; who stands longer has stopped. */
const LONGEST_STANDING_S = 180;
/** A ride of less says little, and so does one of which little was seen. */
const LEAST_FREE_S = 60;
const LEAST_SHARE = 0.6;
/** Faster than free roads by that much, or slower, was no drive in traffic. */
const RATIO = { least: 0.5, most: 6 };

/** Adds a move along the way: `meters` in `seconds`, of which free roads take `freeSeconds`. */
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
  // The first metres are lost with the waiting before them.
  if (!pace.hasBegun || pending.driven > LONGEST_STANDING_S) return begun;
  return { ...begun, driven: pace.driven + pending.driven, free: pace.free + pending.free };
}

/** The pace of a car whose waiting is none of the way's: it has arrived. */
export function withoutPending(pace: Pace): Pace {
  return { ...pace, pending: nothing };
}

/** Driven over free-flow seconds of a ride that takes `wholeFree` on free roads; null where that cannot be said. */
export function ratioOf({ driven, free }: Part, wholeFree: number): number | null {
  if (free < LEAST_FREE_S || free < wholeFree * LEAST_SHARE) return null;
  const ratio = driven / free;
  return ratio >= RATIO.least && ratio <= RATIO.most ? ratio : null;
}
