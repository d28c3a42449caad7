import type { Point } from '@boli/shared/core/fields';
import { settings } from '../settings';
import { addRideTime, newestRatios } from './ride-times.repository';
import { BANDS, bandOf, clearTimeFactors, factorOf, setTimeFactor } from './time-factor';

/** Rides of a band that count. */
const RIDES = 200;
/** Rides of other servers are read this often, own ones with the next look. */
const READ_EVERY_MS = 10 * 60_000;

let readAt = Number.NEGATIVE_INFINITY;
/** Bands with new rides since. */
const changed = new Set<number>();

/** A finished ride, as it counts for the times of the next ones. */
export interface FinishedRide {
  readonly bookingId: string;
  readonly driverId: string;
  /** Its beginning, in milliseconds since the epoch. */
  readonly at: number;
  readonly place: Point;
  /** Seconds driven over those of free roads. */
  readonly ratio: number;
}

/** Keeps how long a finished ride took beside free roads. Rejects while the database is away: the ride is not counted then. */
export async function keepRideTime({ bookingId, driverId, at, place, ratio }: FinishedRide): Promise<void> {
  const began = new Date(at);
  const band = bandOf(began, place.lng);
  await addRideTime({ _id: bookingId, driver_id: driverId, band, ratio, at: began });
  changed.add(band);
}

/** Learns the time factors from the finished rides: of the bands that have new ones, and of all every ten minutes. */
export async function learnTimeFactors(): Promise<void> {
  const now = performance.now();
  const isDue = now - readAt >= READ_EVERY_MS;
  const bands = isDue ? Array.from({ length: BANDS }, (_, band) => band) : [...changed];
  for (const band of bands) {
    changed.delete(band);
    try {
      setTimeFactor(band, factorOf(await newestRatios(band, RIDES), settings().ROAD_TIME_FACTOR));
    } catch (error) {
      changed.add(band);
      throw error;
    }
  }
  if (isDue) readAt = now;
}

/** For tests, whose database begins anew. */
export function forgetTimeFactors(): void {
  readAt = Number.NEGATIVE_INFINITY;
  changed.clear();
  clearTimeFactors();
}
