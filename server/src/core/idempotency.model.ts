import mongoose from 'mongoose';
import { documentSchema, optional, type Stored, text, time } from '../store/document';

const idempotencyFields = {
  /** User, call and key. */
  _id: text,
  body_hash: text,
  result_id: text,
  /** What the operation made or changed, once it has succeeded; only calls that are answered by `once` note it. */
  done_id: optional(text),
  created_at: time,
};

/** A used Idempotency-Key: names the id under which its operation runs, however often it is asked. */
export type IdempotencyDocument = Stored<typeof idempotencyFields>;

const KEPT_SECONDS = 24 * 60 * 60;

const schema = documentSchema('idempotency_keys', idempotencyFields);
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyModel = mongoose.model<IdempotencyDocument>('IdempotencyKey', schema);
