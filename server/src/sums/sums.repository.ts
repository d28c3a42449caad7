import type { AnyBulkWriteOperation } from 'mongoose';
import { idOf, type Level, levelOf, levels, PLATFORM, periodAbove, type RowKey, type Series } from './periods';
import { type Sums, type SumsBuild, SumsBuildModel, SumsModel, type SumsRow } from './sums.model';

/** Some rows: of one series, of one owner, or both. */
export interface Scope {
  series?: Series;
  owner?: string;
}

/** What was computed for a row, from documents or shorter periods that were read after the row. */
export interface Computed {
  row: SumsRow;
  sums: Sums;
  driver_name: string | null;
}

/** A driver's commission of all time, in paise. */
export type CommissionRow = Pick<SumsRow, 'owner' | 'driver_name' | 'sums'>;

/** The id of the build. Its number is raised when a sum or a series is added: every database then builds its sums anew. */
const BUILD = 'sums:2';
const isStale = { stale: { $gt: new Date(0) } };
const commission = { listed: true };
const highestFirst = { 'sums.settlement_fee_paise': -1, owner: 1 } as const;

/** The ids of a series begin with its name and a colon, and a semicolon follows the colon in the order of texts. */
const ofSeries = (series?: Series) => (series ? { _id: { $gte: `${series}:`, $lt: `${series};` } } : {});

/** Writes changes of rows, none of which depends on another. */
async function write(operations: AnyBulkWriteOperation<SumsRow>[]): Promise<void> {
  if (operations.length > 0) await SumsModel.bulkWrite(operations, { ordered: false });
}

export const sumsRows = {
  /** Marks rows as stale, and creates those that do not exist. A repeated mark only causes another computation. */
  async mark(keys: readonly RowKey[], now: Date): Promise<void> {
    const different = new Map(keys.map((key) => [idOf(key), key]));
    await write(
      [...different].map(([_id, { series, owner, period }]) => {
        const above = periodAbove(period);
        const parent = above && idOf({ series, owner, period: above });
        const born = { series, owner, level: levelOf(period), parent, computed: 0 };
        return {
          updateOne: {
            filter: { _id },
            update: { $inc: { marks: 1 }, $set: { stale: now }, $setOnInsert: born },
            upsert: true,
          },
        };
      }),
    );
  },

  /** Whether any row of the scope is stale. */
  async hasStale({ series, owner }: Scope): Promise<boolean> {
    const found = await SumsModel.exists({
      // All levels are named, so that the index by level also serves a scope without an owner.
      level: { $in: levels },
      ...(owner !== undefined && { owner }),
      ...ofSeries(series),
      ...isStale,
    });
    return found !== null;
  },

  /** At most `limit` stale rows of one level in the order of their ids, so that the rows of an owner are together. */
  async stale({ series, owner }: Scope, level: Level, limit: number): Promise<SumsRow[]> {
    return SumsModel.find({ level, ...(owner !== undefined && { owner }), ...ofSeries(series), ...isStale })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<SumsRow[]>();
  },

  async byIds(ids: readonly string[]): Promise<Map<string, SumsRow>> {
    const rows = await SumsModel.find({ _id: { $in: [...ids] } }).lean<SumsRow[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** The rows of the next shorter periods: their sums add up to the sums of the parents. */
  async below(parents: readonly string[]): Promise<SumsRow[]> {
    return SumsModel.find({ parent: { $in: [...parents] } }).lean<SumsRow[]>();
  },

  /** Stores sums that include all marks of the row as it was read, unless newer ones are stored. */
  async store(computed: readonly Computed[]): Promise<void> {
    await write(
      computed.map(({ row, sums, driver_name }) => {
        const isListed =
          row.series === 'fares' &&
          row.level === 'all' &&
          row.owner !== PLATFORM &&
          (sums.settlements > 0 || sums.settlement_fee_paise > 0);
        return {
          updateOne: {
            filter: { _id: row._id, computed: { $lt: row.marks } },
            update: { $set: { sums, driver_name, computed: row.marks, ...(isListed && { listed: true }) } },
          },
        };
      }),
    );
  },

  /** Removes the marks of rows that have not been marked again since they were read. */
  async clear(rows: readonly SumsRow[]): Promise<void> {
    await write(
      rows.map(({ _id, marks }) => ({ updateOne: { filter: { _id, marks }, update: { $unset: { stale: 1 } } } })),
    );
  },

  /** A page of the commission by driver, the highest first, and the number of drivers. */
  async commissions({
    limit,
    skip,
  }: {
    limit: number;
    skip: number;
  }): Promise<{ rows: CommissionRow[]; total: number }> {
    const [rows, total] = await Promise.all([
      SumsModel.find(commission).sort(highestFirst).skip(skip).limit(limit).lean<CommissionRow[]>(),
      SumsModel.countDocuments(commission),
    ]);
    return { rows, total };
  },

  /** The commission of all drivers, the highest first, one by one. */
  everyCommission(): AsyncIterable<CommissionRow> {
    return SumsModel.find(commission).sort(highestFirst).lean<CommissionRow[]>().cursor();
  },

  /** The next `limit` rows after an id, in the order of their ids. */
  async after(id: string | null, limit: number): Promise<SumsRow[]> {
    return SumsModel.find(id === null ? {} : { _id: { $gt: id } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<SumsRow[]>();
  },

  async readBuild(): Promise<SumsBuild | null> {
    return SumsBuildModel.findById(BUILD).lean<SumsBuild>();
  },

  /** Whether the sums also include all documents that are older than the kept sums. */
  async isBuilt(): Promise<boolean> {
    return (await this.readBuild())?.stage === 'done';
  },

  async writeBuild(build: Omit<SumsBuild, '_id'>): Promise<void> {
    await SumsBuildModel.updateOne({ _id: BUILD }, { $set: build }, { upsert: true });
  },
};
