import { abandonedAfter } from '../core/abandoned';
import { logger } from '../core/logger';
import { seats } from '../promos/seats.repository';
import { claims } from '../rides/rides.claims.repository';
import { usesPromo, wholeFare } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { bookings } from './bookings.repository';

/** A seat whose booking did not come about by then is reconciled. */
const UNSETTLED_MS = 60_000;

/** Settles the seat of a booking that is stored: it is kept while it lives or was ridden, also in part; given back when it died. */
export async function settlePromo(booking: BookingDocument): Promise<void> {
  if (booking.promo_code === null) return;
  if (usesPromo(booking)) await seats.keep(booking._id, (booking.part ?? wholeFare(booking)).discount_paise);
  else await seats.free(booking._id);
}

/**
 * Decides about the seat of a booking that may not have come about, at any time and by anybody. A booking that is stored
 * decides by its status. Of one that is not, the request is closed to it first: then a process that is only slow cannot book with a
 * seat that was given back.
 */
export async function settleSeat(bookingId: string, rideId: string): Promise<void> {
  const booking = await bookings.byId(bookingId);
  if (booking) return settlePromo(booking);
  // Where it was stored since then and has lost its request again, it has died, and its seat is free all the same.
  if (await claims.shutOut(rideId, bookingId)) await seats.free(bookingId);
}

/** Gives back what a booking took that was refused after all; a failure here is left to the reconciler. */
export async function giveSeatBack(bookingId: string): Promise<void> {
  try {
    const seat = await seats.ofBooking(bookingId);
    if (seat) await settleSeat(bookingId, seat.ride_request_id);
  } catch (error) {
    logger.error({ err: error, bookingId }, 'a promo code is left to the reconciler');
  }
}

const abandonedRedemptions = abandonedAfter(UNSETTLED_MS);

/** Gives back the seats of bookings that did not come about. */
export async function settleAbandonedSeats(): Promise<void> {
  const unsettled = await seats.unsettled();
  const chosen = abandonedRedemptions(
    unsettled.flatMap(({ booking_id: id, unsettled_since: at }) => (at ? [{ id, at }] : [])),
  );
  for (const { booking_id, ride_request_id } of unsettled) {
    if (chosen.has(booking_id)) await settleSeat(booking_id, ride_request_id);
  }
}
