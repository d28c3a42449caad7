import { settings } from '../settings';
import { recordedDrive } from '../tracking/drive';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';

/** What was recorded between the start of a ride and its end; `metres` is null without two positions. */
export interface Drive {
  metres: number | null;
}

/** Reads what was recorded of a ride so far; null for one that has not started or has ended. */
export async function driveOf(booking: BookingDocument, now: Date): Promise<Drive | null> {
  if (booking.status !== 'in_progress' || !booking.started_at) return null;
  return { metres: await recordedDrive(booking._id, { from: booking.started_at, to: now }) };
}

/**
 * Whether a ride that completes has to be looked at: nobody recorded it, or it was shorter than `REVIEW_BELOW_METERS` or
 * `REVIEW_BELOW_SECONDS`. With both settings 0 no ride is.
 */
export function reviewOf(booking: BookingDocument, drive: Drive | null, now: Date): BookingChange {
  const { REVIEW_BELOW_METERS: leastMetres, REVIEW_BELOW_SECONDS: leastSeconds } = settings();
  const metres = drive?.metres ?? null;
  const seconds = booking.started_at ? (now.getTime() - booking.started_at.getTime()) / 1_000 : 0;
  const isPlausible = seconds >= leastSeconds && (leastMetres === 0 || (metres !== null && metres >= leastMetres));
  return { driven_m: metres, review_status: isPlausible ? null : 'pending' };
}

/** The trail is written a second behind, by this process and others. */
const TRAIL_WRITTEN_MS = 3_000;

/** What a ride that ends leaves for later: computing what was driven, once its trail is written. */
export function drivenDue(now: Date): BookingChange {
  return { driven_due: new Date(now.getTime() + TRAIL_WRITTEN_MS), driven_tries: 0 };
}
