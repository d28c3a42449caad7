import type { Point } from '@boli/shared/core/fields';
import { settings } from '../settings';
import { addRideTime, newestRatios } from './ride-times.repository';
import { BANDS, bandOf, clearTimeFactors, factorOf, setTimeFactor } from './time-factor';

/** How many rides of a band count. */
const RIDES = 200;
/** How often the rides that other processes stored are read; the rides of this process are read in the next run. */
const READ_EVERY_MS = 10 * 60_000;

let readAt = Number.NEGATIVE_INFINITY;
/** Bands with new rides since the last run. */
const changed = new Set<number>();

/** A finished ride, as it is stored for the time factors. */
export interface FinishedRide {
  readonly bookingId: string;
  readonly driverId: string;
  /** Its start (epoch ms). */
  readonly at: number;
  readonly place: Point;
  /** The driven seconds divided by the free-flow seconds. */
  readonly ratio: number;
}

/**
 * Stores the duration of a finished ride compared with that on roads without traffic. Rejects while the database cannot be reached; the
 * ride then does not count.
 */
export async function keepRideTime({ bookingId, driverId, at, place, ratio }: FinishedRide): Promise<void> {
  const began = new Date(at);
  const band = bandOf(began, place.lng);
  await addRideTime({ _id: bookingId, driver_id: driverId, band, ratio, at: began });
  changed.add(band);
}

/** Computes the time factors of the bands with newly finished rides, and every ten minutes those of all bands. */
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

/** Forgets everything learned, for tests that start with an empty database. */
export function forgetTimeFactors(): void {
  readAt = Number.NEGATIVE_INFINITY;
  changed.clear();
  clearTimeFactors();
}
