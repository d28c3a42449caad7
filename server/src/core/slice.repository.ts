import type { Model, ProjectionType, QueryFilter } from 'mongoose';

/** A part of a list: at most so many rows, each older than `before`. */
export interface Slice {
  limit: number;
  before?: Date | undefined;
}

/** Rows of a list, and how many it has in all. */
export interface Sliced<R> {
  rows: R[];
  total: number;
}

interface Wanted<D> {
  filter: QueryFilter<D>;
  slice: Slice;
  projection?: ProjectionType<D>;
}

/** A slice of what fits a filter, newest first; with a projection the rows are what that leaves of the documents. */
export async function newestFirst<D extends { created_at: Date }, R = D>(
  model: Model<D>,
  { filter, slice, projection }: Wanted<D>,
): Promise<Sliced<R>> {
  const older = slice.before ? { ...filter, created_at: { $lt: slice.before } } : filter;
  const [rows, total] = await Promise.all([
    model.find(older, projection).sort({ created_at: -1 }).limit(slice.limit).lean<R[]>(),
    // How many there are of everything the store knows without counting.
    Object.keys(filter).length === 0 ? model.estimatedDocumentCount() : model.countDocuments(filter),
  ]);
  return { rows, total };
}
