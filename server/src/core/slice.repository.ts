import type { Model, ProjectionType, QueryFilter } from 'mongoose';

/** A part of a list: so many rows, each older than `before`. */
export interface Slice {
  limit: number;
  before?: Date | undefined;
}

/** Rows of a list, and how many it has in all. */
export interface Sliced<R> {
  rows: R[];
  total: number;
}

/** The time that a list is sorted by. */
type Time = 'created_at' | 'submitted_at';

interface Wanted<D, T extends Time> {
  filter: QueryFilter<D>;
  slice: Slice;
  projection?: ProjectionType<D>;
  by: T;
}

type Row<T extends Time> = { _id: string } & Record<T, Date>;

/**
 * A slice of what fits a filter, newest first; with a projection the rows are what that leaves of the documents. Rows of
 * one millisecond stay together, beyond the limit if need be: the next slice goes on before it, and would skip the others.
 */
export async function newestRows<D extends Row<T>, R extends Row<T>, T extends Time>(
  model: Model<D>,
  { filter, slice, projection, by }: Wanted<D, T>,
): Promise<R[]> {
  const older = slice.before ? { ...filter, [by]: { $lt: slice.before } } : filter;
  const rows = await model
    .find(older, projection)
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

/** What fits a filter by the time it was made, with how many those are in all. */
export async function newestFirst<D extends Row<'created_at'>, R extends Row<'created_at'> = D>(
  model: Model<D>,
  wanted: Omit<Wanted<D, 'created_at'>, 'by'>,
): Promise<Sliced<R>> {
  const [rows, total] = await Promise.all([
    newestRows<D, R, 'created_at'>(model, { ...wanted, by: 'created_at' }),
    // How many there are of everything the store knows without counting.
    Object.keys(wanted.filter).length === 0 ? model.estimatedDocumentCount() : model.countDocuments(wanted.filter),
  ]);
  return { rows, total };
}
