import mongoose from 'mongoose';
import type { TrailPoint } from './plausibility';

/**
 * One minute of a recorded trip. `_id` is `<booking id>:<minute since the epoch>`, `p` holds a point a second under the
 * second's number, so that a batch written twice writes the same. `expires_at` is when the database drops it.
 */
export interface TrackMinute {
  _id: string;
  p: Record<string, TrailPoint>;
  expires_at: Date;
}

const schema = new mongoose.Schema<TrackMinute>(
  {
    _id: { type: String, required: true },
    p: { type: mongoose.Schema.Types.Mixed, required: true },
    expires_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'tracks' },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const TrackModel = mongoose.model<TrackMinute>('Track', schema);
