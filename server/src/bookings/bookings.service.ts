import { splitFare } from '@boli/shared/core/money';
import { abandonedAfter } from '../core/abandoned';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { ABANDONED_AFTER_MS } from '../core/reconcile';
import type { Slice } from '../core/slice.repository';
import { mayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { cancellationRule } from '../jurisdictions/jurisdiction';
import { feeRuleFor } from '../pricing/pricing.service';
import { discountOn } from '../promos/discounts';
import { redeem } from '../promos/promos.service';
import { checkOpen, notActive } from '../rides/quotes.policy';
import { claims } from '../rides/rides.claims.repository';
import type { RideDocument } from '../rides/rides.model';
import { asOf } from '../rides/rides.policy';
import { rides } from '../rides/rides.repository';
import { type BookingRequest, newBooking, type Wanted } from './bookings.draft';
import type { BookingDocument } from './bookings.model';
import { canReadBooking, checkMethod, checkSeenAmounts } from './bookings.policy';
import { giveRedemptionBack } from './bookings.promo';
import { bookingReconciler, emitAgain } from './bookings.reconcile';
import { bookings } from './bookings.repository';

const MAX_TRIES = 8;

/**
 * Books a quote under `id`; a repeated call with this id finishes or returns the same booking. The ride request is the
 * arbiter: one of several concurrent attempts wins. Throws 400 for an unknown promo code, 404 for a quote that is
 * unknown or on another customer's request. Throws 409 when the request or the quote is no longer available or keeps
 * changing, the promo code does not apply, the fare is too small for an online payment, or the price differs from the
 * one that the customer was shown. A call that fails releases its redemption of the code.
 */
export async function book(actor: Actor, input: BookingRequest, id: string): Promise<BookingDocument> {
  try {
    return await win(actor, input, id);
  } catch (error) {
    if (input.promo_code !== null) await giveRedemptionBack(id);
    throw error;
  }
}

async function win(actor: Actor, input: BookingRequest, id: string): Promise<BookingDocument> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const made = await bookings.byId(id);
    if (made) {
      await emitAgain(made);
      return made;
    }
    const now = clock.now();
    const read = await rides.byQuote(input.quote_id);
    if (!read || read.customer_id !== actor.id) throw new NotFound();
    if (read.spent.includes(id)) {
      // This booking has claimed the request, or was prevented from claiming it (`claims.shutOut`). A claim that is still
      // set may have no stored booking yet, so the booking is stored here. A claim is removed once its booking is stored,
      // and the next round finds the booking. A booking that was prevented is never found: the call ends with 409.
      if (read.claim?.booking._id === id) return finish(read, read.claim.booking);
      continue;
    }
    const taken = await take(asOf(read, now), { input, id, now });
    if (taken) return finish(taken.ride, taken.booking);
  }
  throw new Conflict('common.changed_meanwhile');
}

/**
 * Checks the rules against the documents that were read, and claims the request; null if the request or the quote has
 * changed meanwhile.
 */
async function take(read: RideDocument, { input, id, now }: Wanted) {
  const ride = checkOpen(read);
  const quote = ride.quotes.find((one) => one._id === input.quote_id);
  if (!quote) throw new NotFound();
  if (quote.status === 'expired') throw new Conflict('quotes.expired');
  if (quote.status !== 'active') throw notActive(quote.status);
  const profile = await profiles.byUser(quote.driver_id);
  if (!mayOffer(profile)) throw notActive('withdrawn');
  const asked = { customerId: ride.customer_id, bookingId: id, price: quote.price_paise, hasRidden: bookings.hasOther };
  const promo = await discountOn(input.promo_code, asked);
  const rule = await feeRuleFor(quote.driver_id, now);
  const fare = splitFare(quote.price_paise, rule, promo?.discount);
  checkSeenAmounts(input, fare);
  checkMethod(input.payment_method, fare.final);
  if (promo) {
    await redeem({ promo: promo.promo, customerId: ride.customer_id, bookingId: id, rideId: ride._id, now });
    failpoint('book.redeemed');
  }
  const booking = newBooking({ ride, quote, profile, rule, fare, cancelRule: cancellationRule() }, { input, id, now });
  const taken = await claims.take({
    rideId: ride._id,
    customerId: ride.customer_id,
    quoteId: quote._id,
    quoteVersion: quote.version,
    vehicleNumber: booking.vehicle_number ?? null,
    // The time is read again, because the quote may have run out while the parts of the booking were read.
    claim: { at: clock.now(), booking },
  });
  if (taken) failpoint('book.claimed');
  return taken && { ride: taken, booking };
}

/** Stores the booking that has claimed its request. Every step may be repeated by any process. */
async function finish(ride: RideDocument, claimed: { _id: string }): Promise<BookingDocument> {
  await bookings.insertOnce(claimed as BookingDocument);
  failpoint('book.inserted');
  await claims.settle(ride._id, claimed._id);
  await bookingReconciler.reconcile(claimed._id);
  return existing(await bookings.byId(claimed._id));
}

const abandonedClaims = abandonedAfter(ABANDONED_AFTER_MS);

/** Stores the bookings whose claim was written by a process that died before it stored them. */
export async function finishAbandonedClaims(): Promise<void> {
  const claimed = await claims.unsettled();
  const chosen = abandonedClaims(claimed.flatMap(({ _id, claim }) => (claim ? [{ id: _id, at: claim.at }] : [])));
  for (const ride of claimed) {
    if (ride.claim && chosen.has(ride._id)) await finish(ride, ride.claim.booking);
  }
}

/** The caller's bookings in every status, newest first; for an admin all bookings. */
export async function list(actor: Actor, slice: Slice): Promise<{ rows: BookingDocument[]; total: number }> {
  switch (actor.role) {
    case 'customer':
      return bookings.of('customer_id', actor.id, slice);
    case 'driver':
      return bookings.of('driver_id', actor.id, slice);
    case 'admin':
      return bookings.all(slice);
  }
}

/** The caller's ended bookings, newest first. */
export async function history(
  actor: Actor,
  query: Slice & { status: 'all' | 'completed' | 'cancelled' },
): Promise<{ rows: BookingDocument[]; total: number }> {
  const side = actor.role === 'driver' ? 'driver_id' : 'customer_id';
  return bookings.ended(side, actor.id, { ...query, status: query.status === 'all' ? null : query.status });
}

/** Reads one booking. Throws 404 when it does not exist, or when the caller may not read it. */
export async function read(actor: Actor, id: string): Promise<BookingDocument> {
  const booking = existing((await bookings.pacedById(id)) ?? null);
  if (!canReadBooking(actor, booking)) throw new NotFound();
  return booking;
}

function existing(booking: BookingDocument | null): BookingDocument {
  if (!booking) throw new NotFound();
  return booking;
}
