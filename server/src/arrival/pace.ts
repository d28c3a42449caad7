import { MAX_CAR_KMH } from '@boli/shared/core/constants';

/** What was driven of a way: seconds that passed, and those that the same part takes on free roads. */
export interface Pace {
  readonly driven: number;
  readonly free: number;
  /** Seconds for which the car has stood. */
  readonly standing: number;
}

export const noPace: Pace = { driven: 0, free: 0, standing: 0 };

/** A gap between positions longer than this says nothing about the drive. */
const LONGEST_GAP_S = 30;
/** Less than this is standing. */
const LEAST_MOVE_M = 3;
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
  if (!isPlausible) return { ...pace, standing: 0 };
  const standing = meters < LEAST_MOVE_M ? pace.standing + seconds : 0;
  if (standing > LONGEST_STANDING_S) return { ...pace, standing };
  return { driven: pace.driven + seconds, free: pace.free + freeSeconds, standing };
}

/** Driven over free-flow seconds of a ride that takes `wholeFree` on free roads; null where that cannot be said. */
export function ratioOf({ driven, free }: Pace, wholeFree: number): number | null {
  if (free < LEAST_FREE_S || free < wholeFree * LEAST_SHARE) return null;
  const ratio = driven / free;
  return ratio >= RATIO.least && ratio <= RATIO.most ? ratio : null;
}
