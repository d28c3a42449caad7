import type { QuoteStatus } from '@boli/shared/rides/quotes.state';
import { quoteStatuses } from '@boli/shared/rides/quotes.state';
import type { RideStatus } from '@boli/shared/rides/rides.state';
import { rideStatuses } from '@boli/shared/rides/rides.state';
import mongoose from 'mongoose';

/** A driver's offer. Lives inside its ride request (docs/decisions/0001); one per driver. Money in paise. */
export interface QuoteRecord {
  _id: string;
  driver_id: string;
  driver_name: string;
  car_model: string;
  experience_years: number;
  license_number: string;
  accepts_upi: boolean;
  price_paise: number;
  status: QuoteStatus;
  /** The booking that took it, while it is `accepted` and after that booking died. */
  booking_id: string | null;
  created_at: Date;
  /** Set while the customer's inbox does not have it yet. */
  follow_up?: Date;
  version: number;
}

/** A booking that has won the request but may not be stored yet: whoever finds it finishes it. */
export interface Claim {
  at: Date;
  /** The whole booking document, as the bookings noun will insert it. */
  booking: { _id: string };
}

/** A ride request as it is stored: the arbiter of who gets booked. */
export interface RideDocument {
  _id: string;
  customer_id: string;
  customer_name: string;
  pickup_location: string;
  pickup_lat: number;
  pickup_lng: number;
  drop_location: string;
  drop_lat: number;
  drop_lng: number;
  distance_km: number;
  is_scheduled: boolean;
  scheduled_time: Date | null;
  status: RideStatus;
  booking_id: string | null;
  /** When the driver of that booking accepted it; until then drivers are shown the pickup by `rides/pickup.ts`. */
  accepted_at?: Date;
  /** How many quotes are `active`; changed in the same update as they are. */
  quote_count: number;
  quotes: QuoteRecord[];
  claim?: Claim;
  /** Every booking id that ever took this request: none takes it twice. */
  spent: string[];
  created_at: Date;
  expires_at: Date;
  /** Which of the customer's places for open requests this one holds; only while it is open. */
  open_slot?: number;
  /** When it last changed, by the database's clock. Absent on what was stored before there was this field. */
  changed_at?: Date;
  version: number;
}

const quoteSchema = new mongoose.Schema<QuoteRecord>(
  {
    _id: { type: String, required: true },
    driver_id: { type: String, required: true },
    driver_name: { type: String, required: true },
    car_model: { type: String, required: true },
    experience_years: { type: Number, required: true },
    license_number: { type: String, required: true },
    accepts_upi: { type: Boolean, required: true },
    price_paise: { type: Number, required: true },
    status: { type: String, enum: quoteStatuses, required: true },
    booking_id: { type: String, default: null },
    created_at: { type: Date, required: true },
    follow_up: { type: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false },
);

const schema = new mongoose.Schema<RideDocument>(
  {
    _id: { type: String, required: true },
    customer_id: { type: String, required: true },
    customer_name: { type: String, required: true },
    pickup_location: { type: String, required: true },
    pickup_lat: { type: Number, required: true },
    pickup_lng: { type: Number, required: true },
    drop_location: { type: String, required: true },
    drop_lat: { type: Number, required: true },
    drop_lng: { type: Number, required: true },
    distance_km: { type: Number, required: true },
    is_scheduled: { type: Boolean, required: true },
    scheduled_time: { type: Date, default: null },
    status: { type: String, enum: rideStatuses, required: true },
    booking_id: { type: String, default: null },
    accepted_at: { type: Date },
    quote_count: { type: Number, required: true },
    quotes: { type: [quoteSchema], default: [] },
    claim: { type: new mongoose.Schema({ at: Date, booking: mongoose.Schema.Types.Mixed }, { _id: false }) },
    spent: { type: [String], default: [] },
    created_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
    open_slot: { type: Number },
    changed_at: { type: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false, minimize: false, collection: 'ride_requests' },
);
// Every change is found by its time (rides/open-rides.ts), whichever repository makes it. The database's clock, because
// the processes that share it have a clock each.
schema.pre(['findOneAndUpdate', 'updateOne', 'updateMany'], function () {
  this.setUpdate({ ...this.getUpdate(), $currentDate: { changed_at: true } });
});
schema.index({ customer_id: 1, created_at: -1 });
schema.index({ status: 1, created_at: -1 });
schema.index({ status: 1, expires_at: 1 });
schema.index({ created_at: -1 });
schema.index({ 'quotes._id': 1 });
schema.index({ 'quotes.driver_id': 1 });
schema.index({ 'quotes.follow_up': 1 }, { sparse: true });
schema.index({ 'claim.at': 1 }, { sparse: true });
schema.index({ changed_at: 1 }, { sparse: true });
// At most as many open requests of a customer as there are places, whoever posts at the same moment.
schema.index(
  { customer_id: 1, open_slot: 1 },
  { unique: true, partialFilterExpression: { open_slot: { $exists: true } } },
);

export const RideModel = mongoose.model<RideDocument>('RideRequest', schema);
