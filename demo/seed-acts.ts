import { createBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { createQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { askPrice, createRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { addTrack, sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Person, Seeding } from './seed-people';
import { farePrice, requestOf, tripNumber } from './town';

/** Posts a ride request, scheduled `aheadMs` milliseconds from now or, without `aheadMs`, unscheduled. */
export function postRide(
  { api, places }: Seeding,
  customer: Person,
  trip: number,
  aheadMs?: number,
): Promise<RideRequest> {
  const time = aheadMs === undefined ? null : new Date(Date.now() + aheadMs).toISOString();
  const body = { ...requestOf(tripNumber(trip, places)), is_scheduled: time !== null, scheduled_time: time };
  return api.call(createRide, { token: customer.token, body });
}

/** Sets the asked price of a request: the usual price times `factor`. */
export function namePrice(
  { api }: Seeding,
  customer: Person,
  { request, factor }: { request: RideRequest; factor: number },
): Promise<RideRequest> {
  const body = { asked_price: farePrice(request, factor) };
  return api.call(askPrice, { token: customer.token, params: { id: request.id }, body });
}

/** Quotes the usual price times `factor`. The quote is valid for 30 minutes, so that there is time to look at the town. */
export function offer(
  { api }: Seeding,
  by: Person,
  { request, factor }: { request: RideRequest; factor: number },
): Promise<Quote> {
  const body = { ride_request_id: request.id, price: farePrice(request, factor), hold_min: 30 as const };
  return api.call(createQuote, { token: by.token, body });
}

/** Books a quote. */
export function book(
  { api }: Seeding,
  customer: Person,
  { quote, method }: { quote: Quote; method: PaymentMethod },
): Promise<Booking> {
  return api.call(createBooking, { token: customer.token, body: { quote_id: quote.id, payment_method: method } });
}

/** The point at this share of the straight way; a negative share lies before the pickup. */
function along({ pickup_lat, pickup_lng, drop_lat, drop_lng }: Booking, share: number) {
  return { lat: pickup_lat + (drop_lat - pickup_lat) * share, lng: pickup_lng + (drop_lng - pickup_lng) * share };
}

/**
 * Records the trip from `from` (epoch milliseconds) up to `share` of the way: a whole trip as 120 points, one every ten
 * seconds; a trip in progress as 30 points, one a second.
 */
export async function drive(
  { api }: Seeding,
  by: Person,
  trip: { booking: Booking; from: number; share: number },
): Promise<void> {
  const { booking, from, share } = trip;
  const [count, apart] = share === 1 ? [120, 10_000] : [30, 1_000];
  const points = Array.from({ length: count }, (_, index) => ({
    ...along(booking, (share * (index + 1)) / count),
    recorded_at: new Date(from + index * apart).toISOString(),
  }));
  await api.call(addTrack, { token: by.token, params: { id: booking.id }, body: { points } });
}

/** Sends a live position of the driver at this share of the way; a negative share lies before the pickup. */
export async function sendPosition({ api }: Seeding, by: Person, booking: Booking, share: number): Promise<void> {
  await api.call(sendLocation, { token: by.token, params: { id: booking.id }, body: along(booking, share) });
}
