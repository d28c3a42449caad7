import type { BookingInput } from '@boli/shared/bookings/bookings.schema';
import type { FareSplit, FeeRule } from '@boli/shared/core/money';
import { toPaise } from '@boli/shared/core/money';
import type { CancellationRule } from '@boli/shared/jurisdictions/jurisdictions.schema';
import type { z } from 'zod';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { presentQuote } from '../rides/quotes.presenter';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { leviesOf } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { answerBy } from './bookings.policy';
import type { CancelRule } from './fee-rule.fields';

export type BookingRequest = z.output<typeof BookingInput>;

/** The booking that a customer requests: its id, its inputs and the time. */
export interface Wanted {
  input: BookingRequest;
  id: string;
  now: Date;
}

/** The documents and amounts that a booking is made from. */
export interface Parts {
  ride: RideDocument;
  quote: QuoteRecord;
  profile: DriverProfileDocument;
  /** The rule of the platform's fee, by which `fare` is split. */
  rule: FeeRule;
  fare: FareSplit;
  /** The rule of the fee for cancelling; null where no law has one. */
  cancelRule: CancellationRule | null;
}

/** Builds the complete booking document, before the booking claim is written. */
export function newBooking(
  { ride, quote, profile, rule, fare, cancelRule }: Parts,
  { input, id, now }: Wanted,
): BookingDocument {
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
    vehicle_number: profile.vehicle_number ?? null,
    ...routeOf(ride),
    price_paise: fare.price,
    discount_paise: fare.discount,
    final_price_paise: fare.final,
    platform_fee_paise: fare.fee,
    driver_earnings_paise: fare.earnings,
    fee_rule: rule,
    ...leviesOf(fare),
    ...(cancelRule && { cancel_rule: storedCancelRule(cancelRule) }),
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

function storedCancelRule({ rule, percent, cap, customer_from, driver_from }: CancellationRule): CancelRule {
  return { rule, percent, cap_paise: toPaise(cap), customer_from, driver_from };
}

/** The fields that only later steps fill. */
const untouched = {
  payment_id: null,
  order: null,
  refund_status: null,
  refund_reference: null,
  cancelled_by: null,
  cancellation_reason: null,
  accepted_at: null,
  arrived_at: null,
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
    ...(ride.roads && { roads: ride.roads }),
    is_scheduled: ride.is_scheduled,
    scheduled_time: ride.scheduled_time,
  };
}

function snapshotOf(quote: QuoteRecord, ride: RideDocument, profile: DriverProfileDocument): BookingDocument['quote'] {
  const shown = presentQuote(quote, ride, new Map([[quote.driver_id, profile]]), ride.customer_id);
  return {
    car_model: shown.car_model,
    vehicle_class: shown.vehicle_class,
    experience_years: shown.experience_years,
    license_number: shown.license_number,
    average_rating: shown.average_rating,
    total_ratings: shown.total_ratings,
    completed_rides: shown.completed_rides,
    verification_status: shown.verification_status,
    is_available: shown.is_available,
    accepts_upi: shown.accepts_upi,
    distance_to_pickup_km: shown.distance_to_pickup_km,
    pickup_eta_min: shown.pickup_eta_min,
    eta_source: shown.eta_source,
    created_at: quote.created_at,
    version: quote.version + 1,
  };
}
