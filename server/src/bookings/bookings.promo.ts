import { toPaise } from '@boli/shared/core/money';
import type { ValidateInput } from '@boli/shared/promos/promos.schema';
import type { z } from 'zod';
import { abandonedAfter } from '../core/abandoned';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import type { PromoDocument } from '../promos/promos.model';
import { discountOf, PromoRefused, refusalOf } from '../promos/promos.policy';
import { promos } from '../promos/promos.repository';
import { seats } from '../promos/seats.repository';
import { claims } from '../rides/rides.claims.repository';
import { usesPromo, wholeFare } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { bookings } from './bookings.repository';

/** A seat whose booking did not come about by then is reconciled. */
const UNSETTLED_MS = 60_000;

/** What a code takes off, in paise. */
export interface Discount {
  promo: PromoDocument;
  discount: number;
}

/** What a customer would save by a code on an amount. Throws 404 for an unknown code, 400 with the reason for others. */
export async function discountSeen(actor: Actor, input: z.output<typeof ValidateInput>): Promise<Discount> {
  const promo = await promos.byCode(input.code);
  if (!promo) throw new PromoRefused(404, { key: 'promo.invalid' });
  return discountFor(promo, { customerId: actor.id, bookingId: null, price: toPaise(input.amount), refusedBy: 400 });
}

/** Whose booking asks a code for a price in paise. */
interface Asked {
  customerId: string;
  bookingId: string;
  price: number;
}

/** What the code of a booking takes off; null without one. Throws 400 for an unknown code, 409 with the reason for others. */
export async function discountOn(code: string | null, asked: Asked): Promise<Discount | null> {
  if (code === null) return null;
  const promo = await promos.byCode(code);
  if (!promo) throw new PromoRefused(400, { key: 'promo.invalid' });
  return discountFor(promo, { ...asked, refusedBy: 409 });
}

async function discountFor(
  promo: PromoDocument,
  asked: Omit<Asked, 'bookingId'> & { bookingId: string | null; refusedBy: 400 | 409 },
): Promise<Discount> {
  const { customerId, bookingId, price } = asked;
  const [standing, hasRidden] = await Promise.all([
    seats.standing(promo, customerId, bookingId),
    promo.first_ride_only ? bookings.hasOther(customerId, bookingId) : false,
  ]);
  const refusal = refusalOf(promo, { price, standing, hasRidden, now: clock.now() });
  if (refusal) throw new PromoRefused(asked.refusedBy, refusal);
  return { promo, discount: discountOf(promo, price) };
}

/** Settles the seat of a booking that is stored: it is kept while it lives or was ridden, also in part; given back when it died. */
export async function settlePromo(booking: BookingDocument): Promise<void> {
  if (booking.promo_code === null) return;
  if (usesPromo(booking)) await seats.keep(booking._id, (booking.part ?? wholeFare(booking)).discount_paise);
  else await seats.free(booking._id);
}

/**
 * Decides about the seat of a booking that may not have come about, at any time and by anybody. A booking that is stored
 * decides by its status. Of one that is not, the request is told first that it will never be its: then nobody who is only
 * slow can book with a seat that was given back.
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
