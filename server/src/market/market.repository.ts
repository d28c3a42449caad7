import type { Tally } from '@boli/shared/market/tally';
import type { Model, UpdateQuery } from 'mongoose';
import { isDuplicateKey } from '../store/duplicate';
import type { AreaHour } from './area';
import {
  type MarketGroup,
  MarketGroupModel,
  type MarketHour,
  MarketHourModel,
  MarketProgressModel,
} from './market.model';

/** The area of the groups that sum up the whole town. */
export const TOWN = 'town';

/** Identifies a group; `hour` is null for the whole day. */
export type GroupKey = Pick<MarketGroup, 'area' | 'hour'>;

export const groupId = ({ area, hour }: GroupKey): string => `${area}:${hour ?? 'all'}`;
/** The id of the row of an area and hour. */
export const hourId = ({ area, starts_at }: AreaHour): string => `${area}:${starts_at.toISOString()}`;

const PROGRESS = 'ride_requests';

/**
 * Stores a row unless another process has stored it since its version was read (0: it did not exist). Returns whether it
 * was stored.
 */
async function replace<Row extends MarketHour | MarketGroup>(
  model: Model<Row>,
  { _id, version, ...row }: Row,
): Promise<boolean> {
  const set: UpdateQuery<Row> = { $set: { ...row, version: version + 1 } };
  try {
    const filter = { _id, version };
    const { matchedCount, upsertedCount } = await model.updateOne(filter, set, { upsert: version === 0 });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The kept tallies. Each write is conditional on the version that was read. */
export const marketRows = {
  async hour(key: AreaHour): Promise<MarketHour | null> {
    return MarketHourModel.findById(hourId(key)).lean<MarketHour>();
  },

  async storeHour(key: AreaHour, tally: Tally, version: number): Promise<boolean> {
    return replace(MarketHourModel, { _id: hourId(key), ...key, ...tally, version });
  },

  /** The tallies of this area at this hour of the day, for the hours that begin after `since`. */
  async hoursOf(area: string, hour: number, since: Date): Promise<Tally[]> {
    return MarketHourModel.find({ area, hour, starts_at: { $gt: since } }).lean<MarketHour[]>();
  },

  async groups(keys: readonly GroupKey[]): Promise<Map<string, MarketGroup>> {
    const rows = await MarketGroupModel.find({ _id: { $in: keys.map(groupId) } }).lean<MarketGroup[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** The groups of all areas at this hour of the day. */
  async areasAt(hour: number): Promise<MarketGroup[]> {
    return MarketGroupModel.find({ hour, area: { $ne: TOWN } }).lean<MarketGroup[]>();
  },

  /** The groups of the town at each hour of the day. */
  async townHours(): Promise<MarketGroup[]> {
    return MarketGroupModel.find({ hour: { $gte: 0 }, area: TOWN }).lean<MarketGroup[]>();
  },

  async storeGroup(key: GroupKey, row: Pick<MarketGroup, keyof Tally | 'computed_at' | 'version'>): Promise<boolean> {
    return replace(MarketGroupModel, { _id: groupId(key), ...key, ...row });
  },

  /** At most `limit` groups that are not empty and were computed before this time. */
  async computedBefore(time: Date, limit: number): Promise<GroupKey[]> {
    return MarketGroupModel.find({ computed_at: { $lt: time } }, { area: 1, hour: 1 })
      .limit(limit)
      .lean<MarketGroup[]>();
  },

  async progress(): Promise<Date> {
    return (await MarketProgressModel.findById(PROGRESS).lean<{ after: Date }>())?.after ?? new Date(0);
  },

  async advance(after: Date): Promise<void> {
    await MarketProgressModel.updateOne({ _id: PROGRESS }, { $max: { after } }, { upsert: true });
  },
};
