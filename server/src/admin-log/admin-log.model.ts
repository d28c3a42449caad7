import { adminActions, adminOutcomes, type LogValues, subjectKinds } from '@boli/shared/admin-log/admin-log.schema';
import mongoose from 'mongoose';
import { added, anything, documentSchema, nullable, oneOf, type Stored, text, time } from '../store/document';

const pendingFields = {
  _id: text,
  action: oneOf(adminActions),
  /** Null for the operator at the command line. */
  admin_id: nullable(text),
  admin_name: nullable(text),
  address: nullable(text),
  session_id: nullable(text),
  subject_kind: oneOf(subjectKinds),
  subject_id: text,
  /**
   * The name, at that time, of the person whom the action concerns; missing in entries that were written before names
   * were stored.
   */
  subject_name: added(nullable(text)),
  asked: anything<LogValues>(),
  created_at: time,
};

const entryFields = {
  ...pendingFields,
  outcome: oneOf(adminOutcomes),
  reason: nullable(text),
  before: nullable(anything<LogValues>()),
  after: nullable(anything<LogValues>()),
};

/** The data of an admin's action before it is performed. */
export type PendingActionDocument = Stored<typeof pendingFields>;

/** An entry of the log. It is inserted once, as a whole, and never changed or removed. */
export type AdminLogDocument = Stored<typeof entryFields>;

// Keeps empty objects, which stand for an action without requested values and for a subject without values.
const options = { minimize: false };

const schema = documentSchema('admin_log', entryFields, options);
schema.index({ created_at: -1 });
schema.index({ action: 1, created_at: -1 });
schema.index({ admin_id: 1, created_at: -1 });
schema.index({ subject_id: 1, created_at: -1 });

export const AdminLogModel = mongoose.model<AdminLogDocument>('AdminLogEntry', schema);

/**
 * Actions that have begun and whose entry is not in the log yet. The repair `admin_actions` writes the entries that a
 * stopped process has not written.
 */
const pendingSchema = documentSchema('admin_actions_pending', pendingFields, options);
pendingSchema.index({ created_at: 1 });

export const PendingActionModel = mongoose.model<PendingActionDocument>('PendingAdminAction', pendingSchema);
