import { vehicleClasses } from '@boli/shared/fares/fares.schema';
import { roadSources } from '@boli/shared/geo/geo.schema';
import { counterAnswers, quoteStatuses } from '@boli/shared/rides/quotes.state';
import { endReasons, rideStatuses } from '@boli/shared/rides/rides.state';
import mongoose from 'mongoose';
import { ratesFields } from '../fares/rates';
import {
  added,
  anything,
  documentSchema,
  embedded,
  flag,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  type Stored,
  text,
  time,
  whole,
  withDefault,
} from '../store/document';

const roadFields = {
  /** The start of the way: the pickup, or the point that drivers are shown. */
  lat: number,
  lng: number,
  distance_km: number,
  duration_min: whole,
  source: oneOf(roadSources),
};

/** The distance and duration of a ride by road, from one of its pickups (rides/roads.ts). */
export type RoadRecord = Stored<typeof roadFields>;

const etaFields = {
  minutes: whole,
  source: oneOf(roadSources),
  /** When it was computed. */
  at: time,
};

/** The eta from the driver's position at the time of the quote to the pickup as drivers are shown it. */
export type QuoteEta = Stored<typeof etaFields>;

/** Pickup, drop, distances and time of a ride: stored in the ride request and copied to its booking. */
export const routeFields = {
  pickup_location: text,
  pickup_lat: number,
  pickup_lng: number,
  drop_location: text,
  drop_lat: number,
  drop_lng: number,
  distance_km: number,
  roads: added(listOf(embedded(roadFields))),
  is_scheduled: flag,
  scheduled_time: nullable(time),
};

const counterFields = {
  price_paise: number,
  /** Until when the driver may answer. */
  expires_at: time,
  answer: nullable(oneOf(counterAnswers)),
};

/** The lower price that the customer has asked for (docs/decisions/0023). */
export type CounterRecord = Stored<typeof counterFields>;

const quoteFields = {
  _id: text,
  driver_id: text,
  driver_name: text,
  car_model: text,
  vehicle_class: added(nullable(oneOf(vehicleClasses))),
  /** The vehicle number, stored when the quote is chosen, as in the booking. */
  vehicle_number: added(nullable(text)),
  experience_years: number,
  license_number: text,
  accepts_upi: flag,
  price_paise: number,
  eta: added(nullable(embedded(etaFields))),
  status: oneOf(quoteStatuses),
  /** The minutes that the driver chose, else the default; null for a quote that holds until its scheduled time. */
  hold_min: added(nullable(whole)),
  /** From this time on the quote can no longer be chosen. Absent in older quotes, which hold as long as their request. */
  expires_at: added(nullable(time)),
  /** Never removed, because the customer may ask only once for each quote. */
  counter: added(nullable(embedded(counterFields))),
  /** The booking that has chosen the quote; kept after that booking has ended, until the driver quotes again. */
  booking_id: nullable(text),
  created_at: time,
  /** When the driver last named the price; absent in older quotes. */
  offered_at: added(time),
  /** Set until the inboxes have the notices of this quote, its counter-offer and the answer. */
  follow_up: optional(time),
  version: number,
};

/** A driver's offer, stored inside its ride request (docs/decisions/0001); one per driver. Money in paise. */
export type QuoteRecord = Stored<typeof quoteFields>;

const claimFields = {
  at: time,
  /** The whole booking document, to be inserted by the bookings noun. */
  booking: anything<{ _id: string }>(),
};

/** A booking that has claimed the request and is perhaps not stored yet: any process that finds the claim stores it. */
export type Claim = Stored<typeof claimFields>;

const rideFields = {
  _id: text,
  customer_id: text,
  customer_name: text,
  ...routeFields,
  /** The rates when the request was posted, at the hour of the ride; null if the server had no tariff. */
  rates: added(nullable(embedded(ratesFields))),
  status: oneOf(rideStatuses),
  /** The area of the pickup that drivers are shown; null for a scheduled request, which is not observed. */
  area: added(nullable(text)),
  /** The quartiles of the accepted prices of the area and hour when the request was posted; null with too few. */
  quartiles: added(nullable(embedded({ low_percent: whole, high_percent: whole, count: whole }))),
  /** When the request was first closed for quotes: by a booking, its customer or its end. */
  closed_at: optional(time),
  /** Set when the request expires. */
  end_reason: added(nullable(oneOf(endReasons))),
  /** The price that the customer asks for, if one was named (docs/decisions/0026). Only rises. */
  asked_price_paise: added(nullable(number)),
  /** When the drivers up to twice as far away were notified. */
  widened_at: added(nullable(time)),
  booking_id: nullable(text),
  /**
   * When the driver of that booking accepted it; until then drivers are shown the pickup of `openPoint`
   * (rides/pickup.ts).
   */
  accepted_at: optional(time),
  /** How many quotes are `active`; changed in the same update as they are. */
  quote_count: number,
  quotes: withDefault(listOf(embedded(quoteFields)), []),
  claim: optional(embedded(claimFields)),
  /** The ids of all bookings that have had this request or are shut out of it: none of them can take it any more. */
  spent: withDefault(listOf(text), []),
  created_at: time,
  expires_at: time,
  /** The number of the customer's slot that this request occupies; only while it is open. */
  open_slot: optional(number),
  /** When it last changed, by the database's clock. Absent in documents from before the field existed. */
  changed_at: optional(time),
  version: number,
};

/** A ride request as it is stored: the arbiter of who gets booked. */
export type RideDocument = Stored<typeof rideFields>;

const schema = documentSchema('ride_requests', rideFields, { minimize: false });
// Every change, by any repository, sets `changed_at` (rides/open-rides.ts). The database's clock is used, because the
// processes that share the database have different clocks.
schema.pre(['findOneAndUpdate', 'updateOne', 'updateMany'], function () {
  this.setUpdate({ ...this.getUpdate(), $currentDate: { changed_at: true } });
});
schema.index({ customer_id: 1, created_at: -1 });
schema.index({ status: 1, created_at: -1 });
schema.index({ status: 1, expires_at: 1 });
schema.index({ created_at: -1 });
schema.index({ 'quotes._id': 1 });
schema.index({ 'quotes.driver_id': 1, created_at: -1 });
// The search for quotes that have run out uses this index every second. Its fields are the status and the expiry of the
// quotes, so that quotes which are stored as expired or withdrawn are not read again.
schema.index({ 'quotes.status': 1, 'quotes.expires_at': 1 }, { partialFilterExpression: { status: 'open' } });
schema.index({ 'quotes.follow_up': 1 }, { sparse: true });
schema.index({ 'claim.at': 1 }, { sparse: true });
schema.index({ changed_at: 1 }, { sparse: true });
schema.index({ area: 1, created_at: 1 });
// Enforces at most one open request for each slot of a customer, also under concurrent writes.
schema.index(
  { customer_id: 1, open_slot: 1 },
  { unique: true, partialFilterExpression: { open_slot: { $exists: true } } },
);

/**
 * The fields of a request that is read for a list. Of its quotes it has only the fields that tell which are active, and
 * how the others ended.
 */
export const rowFields: Readonly<Record<string, 1>> = Object.fromEntries(
  Object.keys(rideFields)
    .filter((name) => !['quotes', 'claim', 'spent'].includes(name))
    .concat('quotes.status', 'quotes.expires_at', 'quotes.booking_id')
    .map((name) => [name, 1]),
);

export const RideModel = mongoose.model<RideDocument>('RideRequest', schema);
