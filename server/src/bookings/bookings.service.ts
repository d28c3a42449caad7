import type { BookingInput } from '@boli/shared/bookings/bookings.schema';
import { type FareSplit, splitFare } from '@boli/shared/core/money';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { onSweep, sweepBefore } from '../core/follow';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import { checkOpen, notActive } from '../quotes/quotes.policy';
import { presentQuote } from '../quotes/quotes.presenter';
import { claims } from '../rides/rides.claims.repository';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { asOf } from '../rides/rides.policy';
import { rides, type Slice } from '../rides/rides.repository';
import { bookingFollowers } from './bookings.followers';
import type { BookingDocument } from './bookings.model';
import { answerBy, canReadBooking, checkMethod, checkPromo, checkSeenAmounts } from './bookings.policy';
import { bookings } from './bookings.repository';

type BookingRequest = z.output<typeof BookingInput>;

const MAX_TRIES = 8;

/**
 * Books a quote under `id`; the same id again finishes or finds the same booking. The ride request decides: of all who
 * want it one wins. Throws 404, 400 for an unknown promo code, 409 when the request or the quote is no longer to be had
 * or the price is another one than the customer saw.
 */
export async function book(actor: Actor, input: BookingRequest, id: string): Promise<BookingDocument> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const made = await bookings.byId(id);
    if (made) return made;
    const now = clock.now();
    const read = await rides.byQuote(input.quote_id);
    if (!read || read.customer_id !== actor.id) throw new NotFound();
    if (read.spent.includes(id)) {
      // Taken by this very booking: stored since we looked, or its maker has not come to storing it.
      if (read.claim?.booking._id === id) return finish(read, read.claim.booking);
      continue;
    }
    const taken = await take(asOf(read, now), { input, id, now });
    if (taken) return finish(taken.ride, taken.booking);
  }
  throw new Conflict('common.changed_meanwhile');
}

interface Wanted {
  input: BookingRequest;
  id: string;
  now: Date;
}

/** Checks the rules against what was read and claims exactly that; null when it has changed meanwhile. */
async function take(read: RideDocument, { input, id, now }: Wanted) {
  const ride = checkOpen(read);
  const quote = ride.quotes.find((one) => one._id === input.quote_id);
  if (!quote) throw new NotFound();
  if (quote.status !== 'active') throw notActive(quote.status);
  const profile = await profiles.byUser(quote.driver_id);
  if (!profile || profile.verification_status === 'rejected') throw notActive('withdrawn');
  checkPromo(input.promo_code);
  const fare = splitFare(quote.price_paise);
  checkSeenAmounts(input, fare);
  checkMethod(input.payment_method, fare.final);
  const booking = newBooking({ ride, quote, profile, fare }, { input, id, now });
  const taken = await claims.take({
    rideId: ride._id,
    customerId: ride.customer_id,
    quoteId: quote._id,
    quoteVersion: quote.version,
    claim: { at: now, booking },
  });
  if (taken) failpoint('book.claimed');
  return taken && { ride: taken, booking };
}

/** Stores the booking that has won its request. Everything here can be repeated by anybody. */
async function finish(ride: RideDocument, claimed: { _id: string }): Promise<BookingDocument> {
  await bookings.insertOnce(claimed as BookingDocument);
  failpoint('book.inserted');
  await claims.settle(ride._id, claimed._id);
  await bookingFollowers.follow(claimed._id);
  return existing(await bookings.byId(claimed._id));
}

// Whoever won a request and died before storing the booking: it is stored for them.
onSweep(async () => {
  for (const ride of await claims.unsettled(sweepBefore())) {
    if (ride.claim) await finish(ride, ride.claim.booking);
  }
});

interface Parts {
  ride: RideDocument;
  quote: QuoteRecord;
  profile: DriverProfileDocument;
  fare: FareSplit;
}

function newBooking({ ride, quote, profile, fare }: Parts, { input, id, now }: Wanted): BookingDocument {
  const free = fare.final === 0;
  return {
    _id: id,
    status: 'pending',
    ride_request_id: ride._id,
    quote_id: quote._id,
    quote: snapshotOf(quote, ride, profile),
    customer_id: ride.customer_id,
    customer_name: ride.customer_name,
    driver_id: quote.driver_id,
    driver_name: quote.driver_name,
    car_model: quote.car_model,
    ...routeOf(ride),
    price_paise: fare.price,
    discount_paise: fare.discount,
    final_price_paise: fare.final,
    platform_fee_paise: fare.fee,
    driver_earnings_paise: fare.earnings,
    promo_code: input.promo_code,
    payment_method: input.payment_method,
    payment_status: free ? 'completed' : 'pending',
    payment_marked_by: null,
    payment_completed_at: free ? now : null,
    ...untouched,
    created_at: now,
    answer_by: answerBy(ride.scheduled_time, now),
    follow_up: now,
    version: 1,
  };
}

/** What only later steps fill. */
const untouched = {
  refund_status: null,
  cancelled_by: null,
  cancellation_reason: null,
  accepted_at: null,
  started_at: null,
  completed_at: null,
  cancelled_at: null,
  rating: null,
  review: null,
  rated_at: null,
  driver_lat: null,
  driver_lng: null,
  driver_location_at: null,
  driver_location_seq: null,
};

function routeOf(ride: RideDocument) {
  return {
    pickup_location: ride.pickup_location,
    pickup_lat: ride.pickup_lat,
    pickup_lng: ride.pickup_lng,
    drop_location: ride.drop_location,
    drop_lat: ride.drop_lat,
    drop_lng: ride.drop_lng,
    distance_km: ride.distance_km,
    is_scheduled: ride.is_scheduled,
    scheduled_time: ride.scheduled_time,
  };
}

function snapshotOf(quote: QuoteRecord, ride: RideDocument, profile: DriverProfileDocument): BookingDocument['quote'] {
  const shown = presentQuote(quote, ride, new Map([[quote.driver_id, profile]]));
  return {
    car_model: shown.car_model,
    experience_years: shown.experience_years,
    license_number: shown.license_number,
    average_rating: shown.average_rating,
    total_ratings: shown.total_ratings,
    completed_rides: shown.completed_rides,
    verification_status: shown.verification_status,
    is_available: shown.is_available,
    accepts_upi: shown.accepts_upi,
    distance_to_pickup_km: shown.distance_to_pickup_km,
    created_at: quote.created_at,
    version: quote.version + 1,
  };
}

/** Every booking of the caller in every status, newest first; an admin's list has all. */
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

/** One booking. Throws 404 when it is not there or not the caller's. */
export async function read(actor: Actor, id: string): Promise<BookingDocument> {
  const booking = existing(await bookings.byId(id));
  if (!canReadBooking(actor, booking)) throw new NotFound();
  return booking;
}

function existing(booking: BookingDocument | null): BookingDocument {
  if (!booking) throw new NotFound();
  return booking;
}
