import { MAX_CAR_KMH, MAX_FIX_ACCURACY_M } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import type { FixFlag } from '@boli/shared/tracking/tracking.schema';

/**
 * A point of the recorded trip: latitude, longitude, when (epoch milliseconds), and the reason why it is implausible,
 * if it is.
 */
export type TrailPoint = readonly [lat: number, lng: number, at: number, flag?: FixFlag];

/**
 * A position in time. `at` is in milliseconds of the server's monotonic clock, or of the device's clock for points that
 * were recorded offline. `deviceTime` is in milliseconds of the device's clock.
 */
export interface Place {
  lat: number;
  lng: number;
  /** Metres; null if the device did not report it. */
  accuracy: number | null;
  at: number;
  deviceTime: number | null;
}

/** Fixes that contradict the shown position, and whether enough of them agree to replace it. */
export interface Suspect {
  readonly last: Place | null;
  readonly since: number;
  readonly count: number;
  readonly holds: boolean;
}

export const noSuspect: Suspect = { last: null, since: 0, count: 0, holds: false };

/**
 * This many suspects in a row, over at least this long, replace the shown position if a car could have driven from each
 * to the next.
 */
const SUPPORT_COUNT = 3;
const SUPPORT_MS = 10_000;
/**
 * The least time (ms) that is assumed between two fixes, by the device's clock and by their arrival. A receiver gives a
 * fix every second, but a slow connection delivers several together.
 */
const SHORTEST_MS = 1_000;
const SHORTEST_ARRIVAL_MS = 3_000;
const HOUR_MS = 3_600_000;
/** About eleven metres: receivers without a fix report exactly 0,0, in the sea off Africa. */
const ZERO_DEGREES = 1e-4;

/** The reason why a fix is implausible by itself; null if there is none. */
export function flagOf({ lat, lng, accuracy }: Pick<Place, 'lat' | 'lng' | 'accuracy'>): FixFlag | null {
  if (Math.abs(lat) < ZERO_DEGREES && Math.abs(lng) < ZERO_DEGREES) return 'zero';
  return accuracy !== null && accuracy > MAX_FIX_ACCURACY_M ? 'inaccurate' : null;
}

/**
 * Whether no car could have come from one place to the other in the time, even if both accuracies are counted in the
 * car's favour.
 */
export function isJump(from: Place, to: Place): boolean {
  const allowedKm = (MAX_CAR_KMH * passedMs(from, to)) / HOUR_MS;
  const slackKm = ((from.accuracy ?? 0) + (to.accuracy ?? 0)) / 1000;
  return distanceKm(from, to) > allowedKm + slackKm;
}

function passedMs(from: Place, to: Place): number {
  const byArrival = to.at - from.at;
  if (from.deviceTime === null || to.deviceTime === null) return Math.max(byArrival, SHORTEST_ARRIVAL_MS);
  return Math.max(to.deviceTime - from.deviceTime, byArrival, SHORTEST_MS);
}

/**
 * Counts a position that seems to be a jump: a position that is consistent with the previous suspects supports them;
 * any other position starts a new count.
 */
export function addSuspect({ last, since, count }: Suspect, place: Place): Suspect {
  if (!last || isJump(last, place)) return { last: place, since: place.at, count: 1, holds: false };
  const counted = count + 1;
  return { last: place, since, count: counted, holds: counted >= SUPPORT_COUNT && place.at - since >= SUPPORT_MS };
}

/** These points in the order of their times, the implausible ones with a flag. When they arrived does not matter. */
export function flagged(
  points: readonly { lat: number; lng: number; accuracy: number | null; at: number }[],
): TrailPoint[] {
  let reference: Place | null = null;
  let suspect = noSuspect;
  return [...points]
    .sort((one, other) => one.at - other.at)
    .map((point): TrailPoint => {
      const place = { ...point, deviceTime: point.at };
      let flag = flagOf(place);
      if (!flag && reference && isJump(reference, place)) {
        suspect = addSuspect(suspect, place);
        if (!suspect.holds) flag = 'jump';
      }
      if (flag) return [point.lat, point.lng, point.at, flag];
      reference = place;
      suspect = noSuspect;
      return [point.lat, point.lng, point.at];
    });
}
