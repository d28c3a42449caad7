import type { AdminLogFilter } from '@boli/shared/admin-log/admin-log.schema';
import { Id } from '@boli/shared/core/fields';
import type { QueryFilter } from 'mongoose';
import { newestFirst, type Slice, type Sliced } from '../core/slice.repository';
import { insertOnce } from '../store/insert-once';
import {
  type AdminLogDocument,
  AdminLogModel,
  type PendingActionDocument,
  PendingActionModel,
} from './admin-log.model';

/** How many pending actions one round of the repair reads. */
const BATCH = 200;

/** The log itself: entries are inserted and found. There is no way to change or remove an entry. */
export const adminLog = {
  /** Appends an entry; an existing entry with this id is left unchanged. Returns true when it was inserted. */
  async insertOnce(entry: AdminLogDocument): Promise<boolean> {
    return insertOnce(AdminLogModel, entry);
  },

  /** The entries that match the filter, newest first. */
  async list(wanted: AdminLogFilter, slice: Slice): Promise<Sliced<AdminLogDocument>> {
    return newestFirst(AdminLogModel, { filter: filterOf(wanted), slice });
  },

  /** Every entry that matches the filter, newest first, one by one. */
  every(wanted: AdminLogFilter): AsyncIterable<AdminLogDocument> {
    return AdminLogModel.find(filterOf(wanted)).sort({ created_at: -1 }).lean<AdminLogDocument[]>().cursor();
  },
};

/** Actions that were begun and whose entry is still to be written. */
export const pendingActions = {
  async insert(pending: PendingActionDocument): Promise<void> {
    await PendingActionModel.create(pending);
  },

  async remove(id: string): Promise<void> {
    await PendingActionModel.deleteOne({ _id: id });
  },

  /** The pending actions, oldest first, at most `BATCH`. */
  async oldest(): Promise<PendingActionDocument[]> {
    return PendingActionModel.find({ created_at: { $gt: new Date(0) } })
      .sort({ created_at: 1 })
      .limit(BATCH)
      .lean<PendingActionDocument[]>();
  },
};

function filterOf({ action, admin, subject, from, to }: AdminLogFilter): QueryFilter<AdminLogDocument> {
  // Joined by `$and`, because the next page of a list adds a `created_at` to the same filter.
  const times = [...(from ? [{ created_at: { $gte: from } }] : []), ...(to ? [{ created_at: { $lt: to } }] : [])];
  return {
    ...(action && { action }),
    ...(admin && { admin_id: admin }),
    ...(subject && subjectFilter(subject)),
    ...(times.length > 0 && { $and: times }),
  };
}

/**
 * Matches subjects whose id begins with the typed text (the admin's list shows the beginning of an id) or whose name
 * contains the text. A whole id is looked up by the index.
 */
function subjectFilter(typed: string): QueryFilter<AdminLogDocument> {
  if (Id.safeParse(typed).success) return { subject_id: typed.toLowerCase() };
  const literal = typed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { $or: [{ subject_id: new RegExp(`^${literal}`, 'i') }, { subject_name: new RegExp(literal, 'i') }] };
}
