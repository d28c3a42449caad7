import type { Confirmer, PaymentMethod, RefundStatus, ReviewStatus } from '@boli/shared/bookings/bookings.schema';
import { confirmers, paymentMethods, refundStatuses, reviewStatuses } from '@boli/shared/bookings/bookings.schema';
import { type BookingStatus, bookingStatuses, type Party, parties } from '@boli/shared/bookings/bookings.state';
import type { VerificationStatus } from '@boli/shared/drivers/drivers.schema';
import mongoose from 'mongoose';

/** The quote as it was when it was booked. Pictures are not kept: their addresses expire. */
export interface BookedQuote {
  car_model: string;
  experience_years: number;
  license_number: string;
  average_rating: number;
  total_ratings: number;
  completed_rides: number;
  verification_status: VerificationStatus;
  is_available: boolean;
  accepts_upi: boolean;
  distance_to_pickup_km: number | null;
  created_at: Date;
  version: number;
}

/** What a booking asks of the gateway: being made under a maker's token, then open; cancelled once paid another way. */
export interface BookingOrder {
  state: 'creating' | 'open' | 'cancelled';
  /** Whoever makes it; who comes later and takes over has another. */
  token: string;
  /** When its maker began, or when it was opened. */
  at: Date;
  gateway: 'razorpay' | 'simulated';
  id: string | null;
  amount_paise: number;
  /** When to ask the gateway what became of it; absent when there is nothing left to ask. */
  check_at?: Date;
}

/** A fare with its split, as `FareSplit` of the shared money rules; in paise. */
export interface StoredFare {
  price_paise: number;
  discount_paise: number;
  final_paise: number;
  fee_paise: number;
  earnings_paise: number;
}

/**
 * A booking as it is stored. Optional fields are missing in bookings that were stored before the field came to be.
 * Names, route, car and price are copies for good. Money in paise. */
export interface BookingDocument {
  _id: string;
  status: BookingStatus;
  ride_request_id: string;
  quote_id: string;
  quote: BookedQuote;
  customer_id: string;
  customer_name: string;
  driver_id: string;
  driver_name: string;
  car_model: string;
  pickup_location: string;
  pickup_lat: number;
  pickup_lng: number;
  drop_location: string;
  drop_lat: number;
  drop_lng: number;
  distance_km: number;
  is_scheduled: boolean;
  scheduled_time: Date | null;
  price_paise: number;
  discount_paise: number;
  final_price_paise: number;
  platform_fee_paise: number;
  driver_earnings_paise: number;
  promo_code: string | null;
  payment_method: PaymentMethod;
  payment_status: 'pending' | 'completed';
  /** The person who said first that a direct payment was made. */
  payment_marked_by: string | null;
  /** The side of that person; `system` where the end of the ride completed a payment in cash. */
  payment_claimed_by?: Party | null;
  payment_claimed_at?: Date | null;
  /** Whose word made the payment certain, when, and who that was. */
  payment_confirmed_by?: Confirmer | null;
  payment_confirmed_at?: Date | null;
  payment_confirmer_id?: string | null;
  payment_completed_at: Date | null;
  /** The gateway's payment that paid this booking. */
  payment_id: string | null;
  /** The order at the gateway; written by its own steps, never with a version. */
  order: BookingOrder | null;
  /** `claimed`: the ride is off and its payment is only claimed by the customer; nothing is due before it is confirmed. */
  refund_status: RefundStatus | 'claimed' | null;
  /** What goes back; missing or null: all of it. */
  refund_amount_paise?: number | null;
  /** How it was paid back, or what the admin who decided refers to. */
  refund_reference: string | null;
  /** When an admin decided how much of a ride that was cancelled under way goes back. */
  refund_decided_at?: Date;
  /** What is charged instead of the whole fare: for the part driven, or nothing where the review refused the ride. */
  part?: StoredFare;
  /** Metres by the recorded trail between the start of the ride and its end; null without two positions. */
  driven_m?: number | null;
  review_status?: ReviewStatus | null;
  review_note?: string | null;
  reviewed_at?: Date | null;
  cancelled_by: Party | null;
  cancellation_reason: string | null;
  created_at: Date;
  /** When a booking that is still pending counts as refused. */
  answer_by: Date;
  accepted_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
  rating: number | null;
  review: string | null;
  rated_at: Date | null;
  /** The operation that rated: a repeat of it finds its work done. */
  rated_by_operation?: string;
  driver_lat: number | null;
  driver_lng: number | null;
  driver_location_at: Date | null;
  driver_location_seq: number | null;
  /** Set while consequences of the last change are still to be done. */
  follow_up?: Date;
  version: number;
}

const quoteSchema = new mongoose.Schema<BookedQuote>(
  {
    car_model: { type: String, required: true },
    experience_years: { type: Number, required: true },
    license_number: { type: String, required: true },
    average_rating: { type: Number, required: true },
    total_ratings: { type: Number, required: true },
    completed_rides: { type: Number, required: true },
    verification_status: { type: String, required: true },
    is_available: { type: Boolean, required: true },
    accepts_upi: { type: Boolean, required: true },
    distance_to_pickup_km: { type: Number, default: null },
    created_at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { _id: false },
);

const orderSchema = new mongoose.Schema<BookingOrder>(
  {
    state: { type: String, enum: ['creating', 'open', 'cancelled'], required: true },
    token: { type: String, required: true },
    at: { type: Date, required: true },
    gateway: { type: String, enum: ['razorpay', 'simulated'], required: true },
    id: { type: String, default: null },
    amount_paise: { type: Number, required: true, validate: Number.isInteger },
    check_at: { type: Date },
  },
  { _id: false },
);

const fareSchema = new mongoose.Schema<StoredFare>(
  {
    price_paise: { type: Number, required: true, validate: Number.isInteger },
    discount_paise: { type: Number, required: true, validate: Number.isInteger },
    final_paise: { type: Number, required: true, validate: Number.isInteger },
    fee_paise: { type: Number, required: true, validate: Number.isInteger },
    earnings_paise: { type: Number, required: true, validate: Number.isInteger },
  },
  { _id: false },
);

const text = { type: String, required: true };
const number = { type: Number, required: true };
const time = { type: Date, default: null };
const paise = { type: Number, required: true, validate: Number.isInteger };

const schema = new mongoose.Schema<BookingDocument>(
  {
    _id: text,
    status: { type: String, enum: bookingStatuses, required: true },
    ride_request_id: text,
    quote_id: text,
    quote: { type: quoteSchema, required: true },
    customer_id: text,
    customer_name: text,
    driver_id: text,
    driver_name: text,
    car_model: text,
    pickup_location: text,
    pickup_lat: number,
    pickup_lng: number,
    drop_location: text,
    drop_lat: number,
    drop_lng: number,
    distance_km: number,
    is_scheduled: { type: Boolean, required: true },
    scheduled_time: time,
    price_paise: paise,
    discount_paise: paise,
    final_price_paise: paise,
    platform_fee_paise: paise,
    driver_earnings_paise: paise,
    promo_code: { type: String, default: null },
    payment_method: { type: String, enum: paymentMethods, required: true },
    payment_status: { type: String, enum: ['pending', 'completed'], required: true },
    payment_marked_by: { type: String, default: null },
    payment_claimed_by: { type: String, enum: [...parties, null] },
    payment_claimed_at: { type: Date },
    payment_confirmed_by: { type: String, enum: [...confirmers, null] },
    payment_confirmed_at: { type: Date },
    payment_confirmer_id: { type: String },
    payment_completed_at: time,
    payment_id: { type: String, default: null },
    order: { type: orderSchema, default: null },
    refund_status: { type: String, enum: [...refundStatuses, 'claimed', null], default: null },
    refund_amount_paise: { type: Number, validate: Number.isInteger },
    refund_reference: { type: String, default: null },
    refund_decided_at: { type: Date },
    part: { type: fareSchema },
    driven_m: { type: Number },
    review_status: { type: String, enum: [...reviewStatuses, null] },
    review_note: { type: String },
    reviewed_at: { type: Date },
    cancelled_by: { type: String, enum: [...parties, null], default: null },
    cancellation_reason: { type: String, default: null },
    created_at: { type: Date, required: true },
    answer_by: { type: Date, required: true },
    accepted_at: time,
    started_at: time,
    completed_at: time,
    cancelled_at: time,
    rating: { type: Number, default: null },
    review: { type: String, default: null },
    rated_at: time,
    rated_by_operation: { type: String },
    driver_lat: { type: Number, default: null },
    driver_lng: { type: Number, default: null },
    driver_location_at: time,
    driver_location_seq: { type: Number, default: null },
    follow_up: { type: Date },
    version: number,
  },
  { versionKey: false, collection: 'bookings' },
);
schema.index({ customer_id: 1, created_at: -1 });
schema.index({ driver_id: 1, created_at: -1 });
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
schema.index({ follow_up: 1 }, { sparse: true });
schema.index({ 'order.id': 1 }, { sparse: true });
schema.index({ 'order.check_at': 1 }, { sparse: true });
schema.index({ 'order.at': 1 }, { partialFilterExpression: { 'order.state': 'creating' } });
// The arbiters of "at most one ride at a time", for each side.
schema.index({ driver_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });
schema.index({ customer_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });

export const BookingModel = mongoose.model<BookingDocument>('Booking', schema);
