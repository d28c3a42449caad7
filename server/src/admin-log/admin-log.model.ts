import {
  type AdminActionName,
  type AdminOutcome,
  adminActions,
  adminOutcomes,
  type LogValues,
  type SubjectKind,
  subjectKinds,
} from '@boli/shared/admin-log/admin-log.schema';
import mongoose from 'mongoose';

/** What is known of an admin's action before it is done. */
export interface PendingActionDocument {
  _id: string;
  action: AdminActionName;
  /** Null: the operator at the command line. */
  admin_id: string | null;
  admin_name: string | null;
  address: string | null;
  session_id: string | null;
  subject_kind: SubjectKind;
  subject_id: string;
  /** Whom it concerned, as they were called then; missing in entries from before names were kept. */
  subject_name?: string | null;
  asked: LogValues;
  created_at: Date;
}

/** An entry of the log: inserted once, whole. Nothing changes or removes one. */
export interface AdminLogDocument extends PendingActionDocument {
  outcome: AdminOutcome;
  reason: string | null;
  before: LogValues | null;
  after: LogValues | null;
}

const who = {
  _id: { type: String, required: true },
  action: { type: String, enum: adminActions, required: true },
  admin_id: { type: String, default: null },
  admin_name: { type: String, default: null },
  address: { type: String, default: null },
  session_id: { type: String, default: null },
  subject_kind: { type: String, enum: subjectKinds, required: true },
  subject_id: { type: String, required: true },
  subject_name: { type: String, default: null },
  asked: { type: mongoose.Schema.Types.Mixed, required: true },
  created_at: { type: Date, required: true },
};
// An action that asked for nothing and a thing without a value are kept as such.
const options = { versionKey: false, minimize: false } as const;

const schema = new mongoose.Schema<AdminLogDocument>(
  {
    ...who,
    outcome: { type: String, enum: adminOutcomes, required: true },
    reason: { type: String, default: null },
    before: { type: mongoose.Schema.Types.Mixed, default: null },
    after: { type: mongoose.Schema.Types.Mixed, default: null },
  },
  { ...options, collection: 'admin_log' },
);
schema.index({ created_at: -1 });
schema.index({ action: 1, created_at: -1 });
schema.index({ admin_id: 1, created_at: -1 });
schema.index({ subject_id: 1, created_at: -1 });

export const AdminLogModel = mongoose.model<AdminLogDocument>('AdminLogEntry', schema);

/** Actions that were begun and are not in the log yet: the reconcile step finishes what stays here. */
const pendingSchema = new mongoose.Schema<PendingActionDocument>(who, {
  ...options,
  collection: 'admin_actions_pending',
});
pendingSchema.index({ created_at: 1 });

export const PendingActionModel = mongoose.model<PendingActionDocument>('PendingAdminAction', pendingSchema);
