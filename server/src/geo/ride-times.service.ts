import type { Point } from '@boli/shared/core/fields';
import { settings } from '../settings';
import { addRideTime, newestRideTimes } from './ride-times.repository';
import { BANDS, bandOf, factorOf, setTimeFactors } from './time-factor';

/** More than count, because a driver has only a few of them. */
const READ_RIDES = 400;
/** Rides of other servers are read this often, own ones with the next look. */
const READ_EVERY_MS = 10 * 60_000;

let readAt = Number.NEGATIVE_INFINITY;

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
  await addRideTime({ _id: bookingId, driver_id: driverId, band: bandOf(began, place.lng), ratio, at: began });
  readAt = Number.NEGATIVE_INFINITY;
}

/** Learns the time factors from the finished rides: after new ones, and every ten minutes. */
export async function learnTimeFactors(): Promise<void> {
  const now = performance.now();
  if (now - readAt < READ_EVERY_MS) return;
  readAt = now;
  try {
    const factors: number[] = [];
    for (let band = 0; band < BANDS; band++) {
      factors.push(factorOf(await newestRideTimes(band, READ_RIDES), settings().ROAD_TIME_FACTOR));
    }
    setTimeFactors(factors);
  } catch (error) {
    readAt = Number.NEGATIVE_INFINITY;
    throw error;
  }
}

/** For tests, whose database begins anew. */
export function forgetTimeFactors(): void {
  readAt = Number.NEGATIVE_INFINITY;
  setTimeFactors([]);
}
