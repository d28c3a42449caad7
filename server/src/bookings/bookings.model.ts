import { gatewayNames } from '@boli/shared/app/app.schema';
import {
  confirmers,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  reviewStatuses,
} from '@boli/shared/bookings/bookings.schema';
import { bookingStatuses, parties } from '@boli/shared/bookings/bookings.state';
import { drivenSources } from '@boli/shared/bookings/driven.schema';
import type { VerificationStatus } from '@boli/shared/drivers/drivers.schema';
import { vehicleClasses } from '@boli/shared/fares/fares.schema';
import { roadSources } from '@boli/shared/geo/geo.schema';
import mongoose from 'mongoose';
import { routeFields } from '../rides/rides.model';
import {
  added,
  documentSchema,
  embedded,
  flag,
  nullable,
  number,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
  textOf,
  time,
  whole,
} from '../store/document';
import { cancelFeeFields, cancelRuleFields, feeRuleFields, levySums } from './fee-rule.fields';

const quoteFields = {
  car_model: text,
  vehicle_class: added(nullable(oneOf(vehicleClasses))),
  experience_years: number,
  license_number: text,
  average_rating: number,
  total_ratings: number,
  completed_rides: number,
  verification_status: textOf<VerificationStatus>(),
  is_available: flag,
  accepts_upi: flag,
  distance_to_pickup_km: nullable(number),
  pickup_eta_min: added(nullable(whole)),
  eta_source: added(nullable(oneOf(roadSources))),
  created_at: time,
  version: number,
};

/** The quote as it was when it was booked. Pictures are not kept: their addresses expire. */
export type BookedQuote = Stored<typeof quoteFields>;

const orderFields = {
  state: oneOf(['creating', 'open', 'cancelled']),
  /** Identifies the call that creates the order; a call that takes over later has another token. */
  token: text,
  /** When the creation of the order began; once the order is open, when it was opened. */
  at: time,
  gateway: oneOf(gatewayNames),
  id: nullable(text),
  amount_paise: paise,
  /** When the order's state is next read from the gateway; absent when it is not read any more. */
  check_at: optional(time),
};

/**
 * The order of a booking at the gateway: being created under a call's token, then open; cancelled when the booking is
 * paid another way.
 */
export type BookingOrder = Stored<typeof orderFields>;

const fareFields = {
  price_paise: paise,
  discount_paise: paise,
  final_paise: paise,
  fee_paise: paise,
  earnings_paise: paise,
  /** Missing where no law has levies. */
  levies: optional(embedded(levySums)),
};

/** A fare with its split, as `FareSplit` of the shared money rules; in paise. */
export type StoredFare = Stored<typeof fareFields>;

const drivenFields = { meters: whole, seconds: whole, source: oneOf(drivenSources) };

/** The driven distance and time, computed from the recorded positions. No amount depends on them. */
export type StoredDriven = Stored<typeof drivenFields>;

const refusedClaimFields = {
  claimed_at: nullable(time),
  /** The former `payment_completed_at`: the time of the payment in the journal, which also has its reversal. */
  paid_at: nullable(time),
  refused_at: time,
  /** The id of the admin. */
  refused_by: text,
};

const bookingFields = {
  _id: text,
  status: oneOf(bookingStatuses),
  ride_request_id: text,
  quote_id: text,
  quote: embedded(quoteFields),
  customer_id: text,
  customer_name: text,
  driver_id: text,
  driver_name: text,
  car_model: text,
  /** The vehicle number in the driver's profile when the booking was made. */
  vehicle_number: added(nullable(text)),
  ...routeFields,
  price_paise: paise,
  discount_paise: paise,
  final_price_paise: paise,
  platform_fee_paise: paise,
  driver_earnings_paise: paise,
  /**
   * The rule of the platform's fee when the booking was made, for every later computation. Missing in bookings from
   * before there were other rules than the commission of 10%.
   */
  fee_rule: added(embedded(feeRuleFields)),
  /** The levies of the whole fare; missing where no law has any. */
  levies: optional(embedded(levySums)),
  /** The rule of the fee for cancelling; missing where no law has one. */
  cancel_rule: optional(embedded(cancelRuleFields)),
  /** The fee of the side that cancelled; missing if nothing is charged. */
  cancellation_fee: optional(embedded(cancelFeeFields)),
  promo_code: nullable(text),
  payment_method: oneOf(paymentMethods),
  payment_status: oneOf(paymentStatuses),
  /** The id of the person who first claimed that a direct payment was made. */
  payment_marked_by: nullable(text),
  /** The role of the person who made this claim; `system` if the end of the ride completed a payment in cash. */
  payment_claimed_by: optional(nullable(oneOf(parties))),
  payment_claimed_at: optional(nullable(time)),
  /** Which side confirmed the payment, when, and the id of the person. */
  payment_confirmed_by: optional(nullable(oneOf(confirmers))),
  payment_confirmed_at: optional(nullable(time)),
  payment_confirmer_id: optional(nullable(text)),
  payment_completed_at: nullable(time),
  /** The customer's claim that an admin has refused; missing otherwise. */
  refused_claim: optional(embedded(refusedClaimFields)),
  /** The id of the gateway's payment that paid this booking. */
  payment_id: nullable(text),
  /** The order at the gateway. Creating, opening and checking the order does not raise the version. */
  order: nullable(embedded(orderFields)),
  /**
   * `claimed`: the ride was cancelled and only the customer claims its payment; no refund is due before the payment is
   * confirmed.
   */
  refund_status: nullable(oneOf([...refundStatuses, 'claimed'])),
  /** The amount to refund; missing or null for everything that was paid. */
  refund_amount_paise: optional(nullable(paise)),
  /** The reference of the refund's transfer, or of the admin's decision. */
  refund_reference: nullable(text),
  /** When an admin decided how much of a ride that was cancelled in progress is refunded. */
  refund_decided_at: optional(time),
  /**
   * The fare that is charged instead of the whole fare: for the driven part, or nothing if the review refused the ride.
   */
  part: optional(embedded(fareFields)),
  /**
   * The length in metres of the recorded trail between the start of the ride and its end; null without two positions.
   */
  driven_m: optional(nullable(number)),
  /**
   * The driven way according to the recorded trail, along the roads if they are known; missing if too little was
   * recorded.
   */
  driven: optional(embedded(drivenFields)),
  /** When `driven` is to be computed next; absent when there is nothing left to compute. */
  driven_due: optional(time),
  /** The number of attempts since the trail last grew. */
  driven_tries: optional(whole),
  review_status: optional(nullable(oneOf(reviewStatuses))),
  review_note: optional(nullable(text)),
  reviewed_at: optional(nullable(time)),
  cancelled_by: nullable(oneOf(parties)),
  /**
   * Read it through `endReason`: the system's reasons are message keys; a party's reasons are translated if they are on
   * the list.
   */
  cancellation_reason: nullable(text),
  created_at: time,
  /** When a booking that is still pending is rejected by the system. */
  answer_by: time,
  accepted_at: nullable(time),
  /** When the driver came to the pickup: by the button or by a live position near it. */
  arrived_at: added(nullable(time)),
  started_at: nullable(time),
  completed_at: nullable(time),
  cancelled_at: nullable(time),
  rating: nullable(number),
  review: nullable(text),
  rated_at: nullable(time),
  /** The operation that rated the ride: repeating it changes nothing. */
  rated_by_operation: optional(text),
  driver_lat: nullable(number),
  driver_lng: nullable(number),
  driver_location_at: nullable(time),
  driver_location_seq: nullable(number),
  /** Set while consequences of the last change are pending. */
  follow_up: optional(time),
  version: number,
};

/**
 * A booking as it is stored. An optional field is missing if it has no value yet, or if the booking is older than the
 * field. Names, route, car and price are copies that never change. Amounts are in paise.
 */
export type BookingDocument = Stored<typeof bookingFields>;

const schema = documentSchema('bookings', bookingFields);
schema.index({ customer_id: 1, created_at: -1 });
schema.index({ driver_id: 1, created_at: -1 });
// These two indexes serve the counts of one side's bookings in a status.
schema.index({ customer_id: 1, status: 1 });
schema.index({ driver_id: 1, status: 1 });
schema.index({ created_at: -1 });
schema.index({ status: 1, completed_at: 1 });
schema.index({ driver_id: 1, completed_at: 1 });
schema.index({ status: 1, answer_by: 1 });
schema.index({ status: 1, scheduled_time: 1 });
schema.index(
  { refund_status: 1, created_at: -1 },
  { name: 'refunds_open', partialFilterExpression: { refund_status: { $gt: '' } } },
);
schema.index({ review_status: 1, created_at: -1 }, { partialFilterExpression: { review_status: 'pending' } });
schema.index({ refund_decided_at: 1, driver_id: 1 }, { sparse: true });
// These two indexes serve a driver's statement: neither contains bookings that no statement shows.
schema.index({ driver_id: 1, refund_decided_at: 1 }, { partialFilterExpression: { 'part.price_paise': { $gt: 0 } } });
schema.index(
  { driver_id: 1, cancelled_at: 1 },
  { partialFilterExpression: { 'cancellation_fee.by': { $exists: true } } },
);
schema.index({ follow_up: 1 }, { sparse: true });
schema.index({ driven_due: 1 }, { sparse: true });
schema.index({ 'order.id': 1 }, { sparse: true });
schema.index({ 'order.check_at': 1 }, { sparse: true });
schema.index({ 'order.at': 1 }, { partialFilterExpression: { 'order.state': 'creating' } });
// The arbiters of "at most one ride in progress", for each side.
schema.index({ driver_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });
schema.index({ customer_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });

export const BookingModel = mongoose.model<BookingDocument>('Booking', schema);
