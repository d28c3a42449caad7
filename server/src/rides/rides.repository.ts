import type { QueryFilter } from 'mongoose';
import { batched } from '../core/batched';
import { newestFirst, type Slice } from '../core/slice.repository';
import type { Stored } from '../core/slots';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { endReasonOf } from './quote-clock';
import { type RideDocument, RideModel, rowFields } from './rides.model';
import type { ListedRide } from './rides.policy';

/** The update that ends a request together with its active quotes. Used with `activeQuotes` as the array filter. */
export const ending = (status: 'cancelled' | 'expired' | 'completed') => ({
  $set: { status, quote_count: 0, 'quotes.$[quote].status': 'expired' },
  $unset: { open_slot: 1 },
  $inc: { version: 1, 'quotes.$[quote].version': 1 },
});
/** A request may be closed several times, because it may open again; the first time is stored. */
export const closing = (now: Date) => ({ $min: { closed_at: now } });
export const activeQuotes = [{ 'quote.status': 'active' }];

/** Matches this request if it is still stored as open after its expiry. */
const dueNow = (id: string, now: Date) => ({ _id: id, status: 'open' as const, expires_at: { $lte: now } });

/** Excludes the fields that no list shows. */
export const inRow = { claim: 0, spent: 0 } as const;

/** The pickup and drop of a request. */
export type RideEnds = Pick<
  RideDocument,
  'pickup_location' | 'pickup_lat' | 'pickup_lng' | 'drop_location' | 'drop_lat' | 'drop_lng'
>;

async function list(filter: QueryFilter<RideDocument>, slice: Slice) {
  return newestFirst<RideDocument, ListedRide>(RideModel, { filter, slice, projection: rowFields });
}

async function byIds(ids: readonly string[]): Promise<Map<string, RideDocument>> {
  const rows = await RideModel.find({ _id: { $in: ids } })
    .batchSize(ids.length + 1)
    .lean<RideDocument[]>();
  return new Map(rows.map((ride) => [ride._id, ride]));
}

/** Concurrent calls share a query. */
const readRide = batched(byIds, { paced: false });

export const rides = {
  /** Stores a new request; an existing one with this id is left unchanged. */
  async insert({ _id, ...ride }: RideDocument): Promise<Stored> {
    try {
      // Uses an upsert instead of an insert, because only an update can set `changed_at` by the database's clock.
      const { upsertedCount } = await RideModel.updateOne({ _id }, { $setOnInsert: ride }, { upsert: true });
      return upsertedCount === 1 ? 'stored' : 'exists';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return duplicateField(error) === 'customer_id' ? 'taken' : 'exists';
    }
  },

  /** A customer's open requests with their slots, including expired ones. */
  async openOf(customerId: string): Promise<Pick<RideDocument, '_id' | 'open_slot' | 'expires_at'>[]> {
    return RideModel.find({ customer_id: customerId, status: 'open' }, { open_slot: 1, expires_at: 1 }).lean<
      Pick<RideDocument, '_id' | 'open_slot' | 'expires_at'>[]
    >();
  },

  async byId(id: string): Promise<RideDocument | null> {
    return (await readRide(id)) ?? null;
  },

  /** Like `byId`, but paced (`sharedRuns`): for reads that thousands of clients may request at once. */
  pacedById: batched(byIds),

  /** The request that contains this quote. */
  async byQuote(quoteId: string): Promise<RideDocument | null> {
    return RideModel.findOne({ 'quotes._id': quoteId }).lean<RideDocument>();
  },

  /** A customer's own requests, newest first. */
  async ofCustomer(customerId: string, slice: Slice) {
    return list({ customer_id: customerId }, slice);
  },

  /** The pickup and drop of each of a customer's last requests, newest first. */
  async lastEndsOf(customerId: string, limit: number): Promise<RideEnds[]> {
    const fields = { pickup_location: 1, pickup_lat: 1, pickup_lng: 1, drop_location: 1, drop_lat: 1, drop_lng: 1 };
    return RideModel.find({ customer_id: customerId }, fields).sort({ created_at: -1 }).limit(limit).lean<RideEnds[]>();
  },

  async all(slice: Slice) {
    return list({}, slice);
  },

  /**
   * Cancels an open request for its customer; returns null when it is not open any more, or belongs to another
   * customer.
   */
  async cancel(id: string, customerId: string, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      { _id: id, customer_id: customerId, status: 'open', expires_at: { $gt: now } },
      { ...ending('cancelled'), ...closing(now) },
      { arrayFilters: activeQuotes, returnDocument: 'after' },
    ).lean<RideDocument>();
  },

  /** The ids of a customer's requests that are open now. */
  async openIdsOf(customerId: string, now: Date): Promise<string[]> {
    const open = { customer_id: customerId, status: 'open' as const, expires_at: { $gt: now } };
    const rows = await RideModel.find(open, { _id: 1 }).lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  },

  async pastExpiry(now: Date): Promise<string[]> {
    const rows = await RideModel.find({ status: 'open', expires_at: { $lte: now } }, { _id: 1 })
      .limit(500)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },

  /** This request, if it is open after its expiry. */
  async dueToExpire(id: string, now: Date): Promise<RideDocument | null> {
    return RideModel.findOne(dueNow(id, now)).lean<RideDocument>();
  },

  /**
   * Expires a request that is open after its expiry, with the reason that its quotes give; returns null when it has
   * changed since it was read.
   */
  async expire(read: Pick<RideDocument, '_id' | 'version' | 'quotes'>, now: Date): Promise<RideDocument | null> {
    const { $set, ...end } = ending('expired');
    return RideModel.findOneAndUpdate(
      { ...dueNow(read._id, now), version: read.version },
      { ...end, ...closing(now), $set: { ...$set, end_reason: endReasonOf(read.quotes) } },
      { arrayFilters: activeQuotes, returnDocument: 'after' },
    ).lean<RideDocument>();
  },
};
