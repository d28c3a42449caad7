import { abandonedAfter } from '../core/abandoned';
import { logger } from '../core/logger';
import { keepRedemption, releaseRedemption } from '../promos/promos.service';
import { redemptions } from '../promos/redemptions.repository';
import { claims } from '../rides/rides.claims.repository';
import { usesPromo, wholeFare } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { bookings } from './bookings.repository';

/** The repair `redemptions` settles a redemption that is still unsettled after this time. */
const UNSETTLED_MS = 60_000;

/**
 * Settles the redemption of a booking that is stored: it stays taken while the booking counts as a use of its promo code
 * (`usesPromo`), and is released otherwise.
 */
export async function settlePromo(booking: BookingDocument): Promise<void> {
  if (booking.promo_code === null) return;
  if (usesPromo(booking)) await keepRedemption(booking._id, (booking.part ?? wholeFare(booking)).discount_paise);
  else await releaseRedemption(booking._id);
}

/**
 * Settles the redemption of a booking that may never be stored; safe to run at any time and in any process. The status
 * of a stored booking decides. A booking that is not stored is first prevented from claiming its request, so that a
 * process which is only slow cannot book with a released redemption.
 */
export async function settleRedemption(bookingId: string, rideId: string): Promise<void> {
  const booking = await bookings.byId(bookingId);
  if (booking) return settlePromo(booking);
  // A booking that was stored after the read and no longer has its request is rejected or cancelled: its redemption is
  // released too.
  if (await claims.shutOut(rideId, bookingId)) await releaseRedemption(bookingId);
}

/** Releases the redemption of a booking that was refused. If this fails, the repair `redemptions` releases it later. */
export async function giveRedemptionBack(bookingId: string): Promise<void> {
  try {
    const redemption = await redemptions.ofBooking(bookingId);
    if (redemption) await settleRedemption(bookingId, redemption.ride_request_id);
  } catch (error) {
    logger.error({ err: error, bookingId }, 'the redemption of a promo code is left to the repair');
  }
}

const abandonedRedemptions = abandonedAfter(UNSETTLED_MS);

/**
 * Settles the redemptions that a stopped process left unsettled: those of bookings that were never stored are released.
 */
export async function settleAbandonedRedemptions(): Promise<void> {
  const unsettled = await redemptions.unsettled();
  const chosen = abandonedRedemptions(
    unsettled.flatMap(({ booking_id: id, unsettled_since: at }) => (at ? [{ id, at }] : [])),
  );
  for (const { booking_id, ride_request_id } of unsettled) {
    if (chosen.has(booking_id)) await settleRedemption(booking_id, ride_request_id);
  }
}
