import { isTracked } from '@boli/shared/bookings/bookings.state';
import type { TrackPointInput } from '@boli/shared/tracking/tracking.schema';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { flagged } from './plausibility';
import { authorityFor, oldestFix } from './positions';
import { addLatePoints, timesOf } from './positions.repository';

const MINUTE_MS = 60_000;
/** How long after the end of a booking its late points are accepted, in milliseconds. */
const LATE_POINTS_MS = 24 * 60 * MINUTE_MS;

let afterLatePoints: (bookingId: string) => Promise<void> = async () => undefined;

/**
 * Sets, when the process starts, what must happen after late points were stored: the folder `tracking` may not import
 * the bookings. The phone gets its answer afterwards, so that it repeats the call if the process dies before.
 */
export function implementLatePoints(follow: (bookingId: string) => Promise<void>): void {
  afterLatePoints = follow;
}

/**
 * Stores points that a phone buffered while offline; they are never sent as live, and never replace a stored point.
 * Returns how many of the points were recorded between the booking and its end. Throws 404 for a missing booking or
 * another driver's, 409 for a booking that was never accepted or that ended more than 24 hours ago.
 */
export async function storeTrack(
  bookingId: string,
  driverId: string,
  points: readonly TrackPointInput[],
): Promise<number> {
  const authority = await authorityFor(bookingId);
  if (authority.driverId !== driverId) throw new NotFound();
  if (authority.status === 'pending' || authority.status === 'rejected')
    throw new Conflict('bookings.location_not_now');
  const from = oldestFix(authority);
  const to = isTracked(authority.status) ? clock.millis() + MINUTE_MS : await endOfTrail(bookingId);
  const kept = points
    .map(({ recorded_at, ...reading }) => ({ ...reading, at: recorded_at.getTime() }))
    .filter(({ at }) => at >= from && at <= to);
  if (kept.length === 0) return 0;
  await addLatePoints(bookingId, flagged(kept));
  await afterLatePoints(bookingId);
  return kept.length;
}

/**
 * The latest time (epoch ms) of a late point that an ended booking accepts. Throws 409 when the booking was never
 * accepted, or ended more than 24 hours ago.
 */
async function endOfTrail(bookingId: string): Promise<number> {
  const { acceptedAt, endedAt } = await timesOf(bookingId);
  if (!acceptedAt || !endedAt || clock.millis() - endedAt.getTime() > LATE_POINTS_MS)
    throw new Conflict('bookings.location_not_now');
  return endedAt.getTime();
}
