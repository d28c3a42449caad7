import type { OpenRide } from './open-list';
import { type RideDocument, RideModel } from './rides.model';
import { inRow } from './rides.repository';

/** The fields that decide whether a request has to be read again. */
type Change = Pick<RideDocument, '_id' | 'status' | 'version' | 'changed_at'>;

const BATCH = 500;

/** The queries that keep the list of open requests in memory up to date. */
export const openRides = {
  /** Every open request, read in batches of 500. */
  all(): AsyncIterable<OpenRide> {
    return RideModel.find({ status: 'open' }, inRow).lean<OpenRide>().cursor({ batchSize: BATCH });
  },

  /** The time of the latest change of any request, by the database's clock; null if no request has one. */
  async latestChange(): Promise<Date | null> {
    const latest = await RideModel.findOne({ changed_at: { $gt: new Date(0) } }, { changed_at: 1 })
      .sort({ changed_at: -1 })
      .lean<Change>();
    return latest?.changed_at ?? null;
  },

  /** The requests that have changed at or after this time. */
  async changedSince(since: Date): Promise<Change[]> {
    return RideModel.find({ changed_at: { $gte: since } }, { status: 1, version: 1, changed_at: 1 }).lean<Change[]>();
  },

  async byIds(ids: readonly string[]): Promise<OpenRide[]> {
    return RideModel.find({ _id: { $in: ids } }, inRow).lean<OpenRide[]>();
  },
};
