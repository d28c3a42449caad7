import type { Reference } from '@boli/shared/fares/fares.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { aBooking } from './booking.builder';

/** An open ride request for tests; `over` overrides fields. */
export function aRide(over: Partial<RideRequest> = {}): RideRequest {
  const { ride_request_id, customer_id, customer_name, ...booked } = aBooking();
  return {
    id: ride_request_id,
    customer_id,
    customer_name,
    pickup_location: booked.pickup_location,
    pickup_lat: booked.pickup_lat,
    pickup_lng: booked.pickup_lng,
    drop_location: booked.drop_location,
    drop_lat: booked.drop_lat,
    drop_lng: booked.drop_lng,
    pickup_is_approximate: false,
    distance_km: booked.distance_km,
    road: booked.road,
    reference: null,
    middle_half: null,
    is_scheduled: false,
    scheduled_time: null,
    status: 'open',
    end_reason: null,
    asked_price: null,
    widened: false,
    quotes_ended: null,
    quote_count: 0,
    booking_id: null,
    created_at: '2026-11-21T04:00:00.000Z',
    expires_at: '2026-11-21T05:00:00.000Z',
    version: 1,
    ...over,
  };
}

/** An active quote on `aRide()`, so that it can be chosen. */
export function aQuote(over: Partial<Quote> = {}): Quote {
  return { ...aBooking().quote, status: 'active', ...over };
}

/** The usual price of 6.7 km and 19 minutes by road, by day, by the tariff of Delhi; `over` overrides fields. */
export function aReference(over: Partial<Reference> = {}): Reference {
  return {
    low: 155,
    mid: 175,
    high: 190,
    source: 'roads',
    km: 6.7,
    minutes: 19,
    vehicle_class: null,
    rates: {
      base: 80,
      base_km: 3,
      per_km: 20,
      per_minute: 1,
      hour_percent: 100,
      class_percents: { auto: 57, hatchback: 90, sedan: 100, suv: 130 },
    },
    ...over,
  };
}
