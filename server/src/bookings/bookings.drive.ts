import { settings } from '../settings';
import { recordedDrive } from '../tracking/drive';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';

/** The recorded drive between the start of a ride and its end; `metres` is null without two positions. */
export interface Drive {
  metres: number | null;
}

/** Reads the recorded drive of a ride in progress; null if the ride has not started or has ended. */
export async function driveOf(booking: BookingDocument, now: Date): Promise<Drive | null> {
  if (booking.status !== 'in_progress' || !booking.started_at) return null;
  return { metres: await recordedDrive(booking._id, { from: booking.started_at, to: now }) };
}

/**
 * Whether a ride has a plausible drive: the recorded drive is at least `REVIEW_BELOW_METERS` long, and the ride took at
 * least `REVIEW_BELOW_SECONDS`. A setting of 0 turns its check off.
 */
export function isPlausible(booking: BookingDocument, drive: Drive | null, now: Date): boolean {
  const { REVIEW_BELOW_METERS: leastMetres, REVIEW_BELOW_SECONDS: leastSeconds } = settings();
  const metres = drive?.metres ?? null;
  const seconds = booking.started_at ? (now.getTime() - booking.started_at.getTime()) / 1_000 : 0;
  return seconds >= leastSeconds && (leastMetres === 0 || (metres !== null && metres >= leastMetres));
}

/** The changes for a ride that completes: the recorded drive, and a pending review unless the drive is plausible. */
export function reviewOf(booking: BookingDocument, drive: Drive | null, now: Date): BookingChange {
  return { driven_m: drive?.metres ?? null, review_status: isPlausible(booking, drive, now) ? null : 'pending' };
}

/** Milliseconds until the whole trail (the recorded positions) is stored: every process writes it about a second late. */
const TRAIL_WRITTEN_MS = 3_000;

/**
 * The fields that schedule the computation of the way that an ended ride took. The computation is due when the trail is
 * stored.
 */
export function drivenDue(now: Date): BookingChange {
  return { driven_due: new Date(now.getTime() + TRAIL_WRITTEN_MS), driven_tries: 0 };
}
