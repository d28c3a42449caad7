import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import mongoose from 'mongoose';
import { newestRows, type Slice } from '../core/slice.repository';
import { isDuplicateKey } from '../store/duplicate';
import { type NotificationDocument, NotificationModel } from './notifications.model';

export const notifications = {
  /** Stores the given rows that do not exist yet, and returns them. */
  async insertNew(rows: readonly NotificationDocument[]): Promise<NotificationDocument[]> {
    const inserts = rows.map(({ _id, ...row }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
    }));
    const { upsertedIds } = await NotificationModel.bulkWrite(inserts, { ordered: false }).catch((error: unknown) => {
      // Another process has stored the duplicate rows at the same time, and emits them.
      if (error instanceof mongoose.mongo.MongoBulkWriteError && isDuplicateKey(error)) return error.result;
      throw error;
    });
    const inserted = new Set(Object.values(upsertedIds));
    return rows.filter((row) => inserted.has(row._id));
  },

  /** Replaces the `params` of each stored row whose version is lower than that of the given row. */
  async renew(rows: readonly NotificationDocument[]): Promise<void> {
    if (rows.length === 0) return;
    const changes = rows.map(({ _id, params }) => ({
      updateOne: {
        // Rows that an earlier release has stored have no version.
        filter: { _id, 'params.version': { $not: { $gte: params.version } } },
        update: { $set: { params } },
      },
    }));
    await NotificationModel.bulkWrite(changes, { ordered: false });
  },

  byId: (id: string): Promise<NotificationDocument | null> =>
    NotificationModel.findById(id).lean<NotificationDocument>().exec(),

  /** A person's rows, newest first. */
  async of(userId: string, slice: Slice): Promise<NotificationDocument[]> {
    return newestRows(NotificationModel, { filter: { user_id: userId }, slice, by: 'created_at' });
  },

  async unread(userId: string): Promise<number> {
    return NotificationModel.countDocuments({ user_id: userId, read_at: null });
  },

  /**
   * Marks these rows of a person, or all, as read; rows that are read already keep their time. Returns how many were
   * marked.
   */
  async read(userId: string, ids: readonly string[] | null, now: Date): Promise<number> {
    const { modifiedCount } = await NotificationModel.updateMany(
      { user_id: userId, read_at: null, ...(ids && { _id: { $in: ids } }) },
      { $set: { read_at: now } },
    );
    return modifiedCount;
  },

  /** A person's newest row of one of these kinds since the given time. */
  async newest(userId: string, kinds: readonly NotificationKind[], since: Date): Promise<NotificationDocument | null> {
    return NotificationModel.findOne({ user_id: userId, created_at: { $gte: since }, kind: { $in: kinds } })
      .sort({ created_at: -1 })
      .lean<NotificationDocument>();
  },

  /** Returns the given rows that are not stored. */
  async missing(rows: readonly NotificationDocument[]): Promise<NotificationDocument[]> {
    const stored = await NotificationModel.find({ _id: { $in: rows.map((row) => row._id) } }, { _id: 1 }).lean();
    const ids = new Set(stored.map(({ _id }) => _id));
    return rows.filter((row) => !ids.has(row._id));
  },
};
