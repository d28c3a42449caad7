import type { Model, ProjectionType, QueryFilter } from 'mongoose';

/** Selects a page of a list: `limit` rows (`newestRows` may add a few), all older than `before`. */
export interface Slice {
  limit: number;
  before?: Date | undefined;
}

/** A page of a list, and the number of rows in the whole list. */
export interface Sliced<R> {
  rows: R[];
  total: number;
}

/** The field that a list is sorted by. */
type Time = 'created_at' | 'submitted_at';

interface Wanted<D, T extends Time> {
  filter: QueryFilter<D>;
  slice: Slice;
  projection?: ProjectionType<D>;
  /** The index by which the rows are read. */
  hint?: Record<string, 1 | -1>;
  by: T;
}

type Row<T extends Time> = { _id: string } & Record<T, Date>;

/**
 * The documents of a slice that match a filter, newest first, reduced by the projection. Rows of the same millisecond
 * as the last one are added even beyond the limit: the next slice starts before that time and would skip them.
 */
export async function newestRows<D extends Row<T>, R extends Row<T>, T extends Time>(
  model: Model<D>,
  { filter, slice, projection, hint, by }: Wanted<D, T>,
): Promise<R[]> {
  const older = slice.before ? { ...filter, [by]: { $lt: slice.before } } : filter;
  const rows = await model
    .find(older, projection, hint && { hint })
    .sort({ [by]: -1 })
    .limit(slice.limit)
    .lean<R[]>();
  const last = rows.at(-1);
  if (!last || rows.length < slice.limit) return rows;
  const moment = last[by];
  const seen = rows.filter((row) => row[by].getTime() === moment.getTime()).map((row) => row._id);
  const beside = { ...filter, [by]: moment, _id: { $nin: seen } };
  return [...rows, ...(await model.find(beside, projection).lean<R[]>())];
}

/** A slice of the documents that match a filter, latest `created_at` first, and their total number. */
export async function newestFirst<D extends Row<'created_at'>, R extends Row<'created_at'> = D>(
  model: Model<D>,
  wanted: Omit<Wanted<D, 'created_at'>, 'by'>,
): Promise<Sliced<R>> {
  const [rows, total] = await Promise.all([
    newestRows<D, R, 'created_at'>(model, { ...wanted, by: 'created_at' }),
    // Without a filter the database returns the number of documents without counting.
    Object.keys(wanted.filter).length === 0 ? model.estimatedDocumentCount() : model.countDocuments(wanted.filter),
  ]);
  return { rows, total };
}
