import type { Near } from '@boli/shared/rides/rides.schema';
import type { QueryFilter } from 'mongoose';
import { newestFirst, type Slice, sliceOf } from '../core/slice.repository';
import { insertOnce } from '../store/insert-once';
import { isNear, squareAround } from './near';
import { type RideDocument, RideModel } from './rides.model';
import type { RideRow } from './rides.policy';

/** The update that ends a request: its active quotes expire with it. Goes with `activeQuotes` as array filter. */
export const ending = (status: 'cancelled' | 'expired' | 'completed') => ({
  $set: { status, quote_count: 0, 'quotes.$[quote].status': 'expired' },
  $inc: { version: 1, 'quotes.$[quote].version': 1 },
});
export const activeQuotes = [{ 'quote.status': 'active' }];

const inRow = { claim: 0, spent: 0 } as const;

async function list(filter: QueryFilter<RideDocument>, slice: Slice, projection: Record<string, 0 | 1 | object>) {
  return newestFirst<RideDocument, RideRow>(RideModel, { filter, slice, projection });
}

function inSquare(near: Near): QueryFilter<RideDocument> {
  const { south, north, west, east } = squareAround(near);
  return {
    pickup_lat: { $gte: south, $lte: north },
    ...(west !== null && east !== null && { pickup_lng: { $gte: west, $lte: east } }),
  };
}

export const rides = {
  /** Stores a new request; false when its id is there already. */
  async insert(ride: RideDocument): Promise<boolean> {
    return insertOnce(RideModel, ride);
  },

  async byId(id: string): Promise<RideDocument | null> {
    return RideModel.findById(id).lean<RideDocument>();
  },

  /** The request that holds this quote. */
  async byQuote(quoteId: string): Promise<RideDocument | null> {
    return RideModel.findOne({ 'quotes._id': quoteId }).lean<RideDocument>();
  },

  async countOpen(customerId: string, now: Date): Promise<number> {
    return RideModel.countDocuments({ customer_id: customerId, status: 'open', expires_at: { $gt: now } });
  },

  /** A customer's own requests, newest first, without their quotes. */
  async ofCustomer(customerId: string, slice: Slice) {
    return list({ customer_id: customerId }, slice, { ...inRow, quotes: 0 });
  },

  async all(slice: Slice) {
    return list({}, slice, { ...inRow, quotes: 0 });
  },

  /** Open requests for a driver, each with this driver's own quote and nobody else's. */
  async open(driverId: string, options: Slice & { now: Date; near: Near | null }) {
    const { now, near } = options;
    const open = { status: 'open' as const, expires_at: { $gt: now } };
    const row = { ...openFields, quotes: { $elemMatch: { driver_id: driverId } } };
    if (!near) return list(open, options, row);
    // Degrees know squares only: what lies in the square is measured, and the page alone is read whole.
    const around = await RideModel.find({ ...open, ...inSquare(near) }, { created_at: 1, pickup_lat: 1, pickup_lng: 1 })
      .sort({ created_at: -1 })
      .lean<Pick<RideDocument, '_id' | 'created_at' | 'pickup_lat' | 'pickup_lng'>[]>();
    const found = around.filter((ride) => isNear(near, ride));
    const page = sliceOf(found, options);
    const rows = await RideModel.find({ ...open, _id: { $in: page.map((ride) => ride._id) } }, row)
      .sort({ created_at: -1 })
      .lean<RideRow[]>();
    return { rows, total: found.length };
  },

  /** Ends an open request by its customer; null when it is not open any more (or not theirs). */
  async cancel(id: string, customerId: string, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      { _id: id, customer_id: customerId, status: 'open', expires_at: { $gt: now } },
      ending('cancelled'),
      { arrayFilters: activeQuotes, returnDocument: 'after' },
    ).lean<RideDocument>();
  },

  async pastExpiry(now: Date): Promise<string[]> {
    const rows = await RideModel.find({ status: 'open', expires_at: { $lte: now } }, { _id: 1 })
      .limit(500)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },

  /** Expires a request that is open and past its time; null when somebody was quicker. */
  async expire(id: string, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate({ _id: id, status: 'open', expires_at: { $lte: now } }, ending('expired'), {
      arrayFilters: activeQuotes,
      returnDocument: 'after',
    }).lean<RideDocument>();
  },
};

/** With `$elemMatch` a projection includes: every field of a row by name. */
const openFields = {
  customer_id: 1,
  customer_name: 1,
  pickup_location: 1,
  pickup_lat: 1,
  pickup_lng: 1,
  drop_location: 1,
  drop_lat: 1,
  drop_lng: 1,
  distance_km: 1,
  is_scheduled: 1,
  scheduled_time: 1,
  status: 1,
  booking_id: 1,
  quote_count: 1,
  created_at: 1,
  expires_at: 1,
  version: 1,
} as const;
