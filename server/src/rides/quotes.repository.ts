import type { QueryFilter } from 'mongoose';
import { hasRunOut } from './quote-clock';
import { type QuoteRecord, type RideDocument, RideModel } from './rides.model';

/** The fields that a driver may change by quoting again. */
export type Offer = Pick<
  QuoteRecord,
  | 'driver_name'
  | 'car_model'
  | 'vehicle_class'
  | 'experience_years'
  | 'license_number'
  | 'accepts_upi'
  | 'price_paise'
  | 'eta'
  | 'hold_min'
  | 'expires_at'
>;

/** The fields of a ride request that are read together with a driver's quote on it. */
export type QuotedRide = Pick<
  RideDocument,
  | 'pickup_location'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_location'
  | 'drop_lat'
  | 'drop_lng'
  | 'customer_name'
  | 'distance_km'
  | 'roads'
  | 'quotes'
>;

const after = { returnDocument: 'after' } as const;

/** Matches an active quote past its time. */
const runOut = (now: Date) => ({ status: 'active' as const, expires_at: { $lte: now } });

/** Whether the driver can still answer the counter-offer on a quote. */
const isPending = ({ counter }: QuoteRecord, now: Date) => counter?.answer === null && counter.expires_at > now;

const DAY_MS = 24 * 3_600_000;

async function newestQuoted(filter: QueryFilter<RideDocument>, driverId: string, limit: number): Promise<QuotedRide[]> {
  const ends = {
    pickup_location: 1,
    pickup_lat: 1,
    pickup_lng: 1,
    drop_location: 1,
    drop_lat: 1,
    drop_lng: 1,
  } as const;
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
   * Replaces the offer of a quote that has not changed since it was read; returns null when the quote has changed or its
   * request is no longer open.
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
          'quotes.$.vehicle_class': offer.vehicle_class ?? null,
          'quotes.$.experience_years': offer.experience_years,
          'quotes.$.license_number': offer.license_number,
          'quotes.$.accepts_upi': offer.accepts_upi,
          'quotes.$.price_paise': offer.price_paise,
          'quotes.$.eta': offer.eta ?? null,
          'quotes.$.hold_min': offer.hold_min ?? null,
          'quotes.$.expires_at': offer.expires_at ?? null,
          'quotes.$.status': 'active',
          'quotes.$.booking_id': null,
          'quotes.$.follow_up': now,
          'quotes.$.offered_at': now,
          // Quoting again, also at the same price, answers the counter-offer: otherwise a later yes could raise a price
          // that is lower than the counter-offer by then.
          ...(isPending(read, now) && { 'quotes.$.counter.answer': 'keep' as const }),
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

  /** At most 500 open requests with an active quote that is past its time; each is read with all its fields. */
  async ridesWithRunOut(now: Date): Promise<RideDocument[]> {
    return RideModel.find({ status: 'open', expires_at: { $gt: now }, quotes: { $elemMatch: runOut(now) } })
      .limit(500)
      .lean<RideDocument[]>();
  },

  /** Expires all quotes of an open request that are past their time; null when it has changed since it was read. */
  async expireRunOut(read: RideDocument, now: Date): Promise<RideDocument | null> {
    const count = read.quotes.filter((quote) => hasRunOut(quote, now)).length;
    return RideModel.findOneAndUpdate(
      { _id: read._id, status: 'open', version: read.version, quotes: { $elemMatch: runOut(now) } },
      {
        $set: { 'quotes.$[quote].status': 'expired' },
        $inc: { version: 1, quote_count: -count, 'quotes.$[quote].version': 1 },
      },
      { ...after, arrayFilters: [{ 'quote.status': 'active', 'quote.expires_at': { $lte: now } }] },
    ).lean<RideDocument>();
  },

  /**
   * Removes `follow_up` from these quotes, whose consequences have happened. A quote whose `follow_up` has been set
   * again since it was read keeps it.
   */
  async clearFollowUps(done: readonly QuoteRecord[]): Promise<void> {
    const marked = done.flatMap(({ _id, follow_up }) => (follow_up ? [{ _id, follow_up }] : []));
    if (marked.length === 0) return;
    await RideModel.bulkWrite(
      marked.map(({ _id, follow_up }) => ({
        updateOne: {
          filter: { quotes: { $elemMatch: { _id, follow_up } } },
          // `bulkWrite` runs no hooks, so this update sets `changed_at` itself.
          update: { $unset: { 'quotes.$.follow_up': 1 }, $currentDate: { changed_at: true } },
        },
      })),
      { ordered: false },
    );
  },

  /** The quotes with a `follow_up` on at most 200 requests, oldest first; `at` is the time in `follow_up`. */
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
   * The newest requests on which a driver has quoted, each with the quote of this driver alone. Searches the last week
   * first, then the time before it, because the sort may have to read every request that matches.
   */
  async lastOf(driverId: string, limit: number, now: Date): Promise<QuotedRide[]> {
    const found: QuotedRide[] = [];
    let before: Date | null = null;
    for (const days of [7, 30, 365, null]) {
      const since: Date | null = days === null ? null : new Date(now.getTime() - days * DAY_MS);
      const created_at = { ...(since && { $gte: since }), ...(before && { $lt: before }) };
      const filter = { 'quotes.driver_id': driverId, created_at };
      found.push(...(await newestQuoted(filter, driverId, limit - found.length)));
      if (found.length === limit) break;
      before = since;
    }
    return found;
  },

  /**
   * The drivers of all quotes on the requests of a customer. Only requests with a quote of at least one of `driverIds`
   * count.
   */
  async quotingWith(customerId: string, driverIds: readonly string[]): Promise<string[]> {
    if (driverIds.length === 0) return [];
    return RideModel.distinct('quotes.driver_id', { customer_id: customerId, 'quotes.driver_id': { $in: driverIds } });
  },
};
