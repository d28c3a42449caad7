import mongoose from 'mongoose';
import { documentSchema, optional, type Stored, text, time } from '../store/document';

const idempotencyFields = {
  /** User, call and key. */
  _id: text,
  body_hash: text,
  result_id: text,
  /** The id of what the operation created or changed, once it has succeeded; only calls that run by `once` store it. */
  done_id: optional(text),
  created_at: time,
};

/** A used Idempotency-Key and the id under which its operation runs, however often it is repeated. */
export type IdempotencyDocument = Stored<typeof idempotencyFields>;

const KEPT_SECONDS = 24 * 60 * 60;

const schema = documentSchema('idempotency_keys', idempotencyFields);
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyModel = mongoose.model<IdempotencyDocument>('IdempotencyKey', schema);
