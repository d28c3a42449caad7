import mongoose from 'mongoose';

/** A used Idempotency-Key: names the id under which its operation runs, however often it is asked. */
export interface IdempotencyDocument {
  /** User, call and key. */
  _id: string;
  body_hash: string;
  result_id: string;
  /** What the operation made or changed, once it has succeeded; only calls that are answered by `once` note it. */
  done_id?: string;
  created_at: Date;
}

const KEPT_SECONDS = 24 * 60 * 60;

const schema = new mongoose.Schema<IdempotencyDocument>(
  {
    _id: { type: String, required: true },
    body_hash: { type: String, required: true },
    result_id: { type: String, required: true },
    done_id: { type: String },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'idempotency_keys' },
);
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyModel = mongoose.model<IdempotencyDocument>('IdempotencyKey', schema);
