import type { QueryFilter } from 'mongoose';
import { type QuoteRecord, type RideDocument, RideModel } from './rides.model';

/** The fields that a driver may change by quoting again. */
export type Offer = Pick<
  QuoteRecord,
  'driver_name' | 'car_model' | 'experience_years' | 'license_number' | 'accepts_upi' | 'price_paise' | 'eta'
>;

/** The fields of a ride request that are read together with a driver's quote on it. */
export type QuotedRide = Pick<
  RideDocument,
  | 'pickup_location'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_lat'
  | 'drop_lng'
  | 'customer_name'
  | 'distance_km'
  | 'roads'
  | 'quotes'
>;

const after = { returnDocument: 'after' } as const;

const DAY_MS = 24 * 3_600_000;

async function newestQuoted(filter: QueryFilter<RideDocument>, driverId: string, limit: number): Promise<QuotedRide[]> {
  const ends = { pickup_location: 1, pickup_lat: 1, pickup_lng: 1, drop_lat: 1, drop_lng: 1 } as const;
  const fields = { ...ends, customer_name: 1, distance_km: 1, roads: 1 } as const;
  return RideModel.find(filter, { ...fields, quotes: { $elemMatch: { driver_id: driverId } } })
    .sort({ created_at: -1 })
    .limit(limit)
    .lean<QuotedRide[]>();
}

/** Quotes as parts of their ride request. Adding, replacing and withdrawing are one conditional update each. */
export const quotes = {
  /**
   * Adds a driver's first quote to an open request; returns null when the request is not open or has a quote of this
   * driver.
   */
  async add(rideId: string, quote: QuoteRecord, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      { _id: rideId, status: 'open', expires_at: { $gt: now }, 'quotes.driver_id': { $ne: quote.driver_id } },
      { $push: { quotes: quote }, $inc: { quote_count: 1, version: 1 } },
      after,
    ).lean<RideDocument>();
  },

  /**
   * Replaces the offer of a quote that is still as it was read; returns null when the quote or its request has changed.
   */
  async replace(rideId: string, read: QuoteRecord, change: { offer: Offer; now: Date }): Promise<RideDocument | null> {
    const { offer, now } = change;
    return RideModel.findOneAndUpdate(
      {
        _id: rideId,
        status: 'open',
        expires_at: { $gt: now },
        quotes: {
          $elemMatch: { _id: read._id, driver_id: read.driver_id, status: read.status, version: read.version },
        },
      },
      {
        $set: {
          'quotes.$.driver_name': offer.driver_name,
          'quotes.$.car_model': offer.car_model,
          'quotes.$.experience_years': offer.experience_years,
          'quotes.$.license_number': offer.license_number,
          'quotes.$.accepts_upi': offer.accepts_upi,
          'quotes.$.price_paise': offer.price_paise,
          'quotes.$.eta': offer.eta ?? null,
          'quotes.$.status': 'active',
          'quotes.$.booking_id': null,
        },
        $inc: { version: 1, quote_count: read.status === 'active' ? 0 : 1, 'quotes.$.version': 1 },
      },
      after,
    ).lean<RideDocument>();
  },

  /** Withdraws a driver's active quote; returns null when it is not active (or not this driver's). */
  async withdraw(quoteId: string, driverId: string): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      { quotes: { $elemMatch: { _id: quoteId, driver_id: driverId, status: 'active' } } },
      {
        $set: { 'quotes.$.status': 'withdrawn' },
        $inc: { version: 1, quote_count: -1, 'quotes.$.version': 1 },
      },
      after,
    ).lean<RideDocument>();
  },

  /** Removes `follow_up` from these quotes: their consequences have happened, and no later change undoes that. */
  async clearFollowUps(quoteIds: readonly string[]): Promise<void> {
    await RideModel.bulkWrite(
      quoteIds.map((id) => ({
        updateOne: {
          filter: { 'quotes._id': id },
          // `bulkWrite` runs no hooks, so this update sets `changed_at` itself.
          update: { $unset: { 'quotes.$.follow_up': 1 }, $currentDate: { changed_at: true } },
        },
      })),
      { ordered: false },
    );
  },

  /** Quotes with pending consequences, with the time of their mark. */
  async followUps(): Promise<{ quote: QuoteRecord; ride: RideDocument; at: Date }[]> {
    const marked = await RideModel.find({ 'quotes.follow_up': { $gt: new Date(0) } })
      .sort({ 'quotes.follow_up': 1 })
      .limit(200)
      .lean<RideDocument[]>();
    return marked.flatMap((ride) =>
      ride.quotes.flatMap((quote) => (quote.follow_up ? [{ quote, ride, at: quote.follow_up }] : [])),
    );
  },

  /** The ids of a driver's active quotes. */
  async activeOf(driverId: string): Promise<string[]> {
    const rides = await RideModel.find(
      { quotes: { $elemMatch: { driver_id: driverId, status: 'active' } } },
      { quotes: { $elemMatch: { driver_id: driverId } } },
    ).lean<Pick<RideDocument, '_id' | 'quotes'>[]>();
    return rides.flatMap((ride) => ride.quotes.map((quote) => quote._id));
  },

  /**
   * The newest requests on which a driver has quoted, each with the quote of this driver alone. They are looked for in
   * the last week first, then in longer times, because all requests of a driver may have to be read to sort them.
   */
  async lastOf(driverId: string, limit: number, now: Date): Promise<QuotedRide[]> {
    for (const days of [7, 30, 365]) {
      const since = new Date(now.getTime() - days * DAY_MS);
      const rides = await newestQuoted({ 'quotes.driver_id': driverId, created_at: { $gte: since } }, driverId, limit);
      if (rides.length === limit) return rides;
    }
    return newestQuoted({ 'quotes.driver_id': driverId }, driverId, limit);
  },

  /** The drivers of all quotes on those requests of the customer on which at least one of `driverIds` has quoted. */
  async quotingWith(customerId: string, driverIds: readonly string[]): Promise<string[]> {
    if (driverIds.length === 0) return [];
    return RideModel.distinct('quotes.driver_id', { customer_id: customerId, 'quotes.driver_id': { $in: driverIds } });
  },
};
