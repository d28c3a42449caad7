import mongoose from 'mongoose';
import { anything, documentSchema, type Stored, text, time } from '../store/document';
import type { TrailPoint } from './plausibility';

const trackFields = { _id: text, p: anything<Record<string, TrailPoint>>(), expires_at: time };

/**
 * One minute of a recorded trip. `_id` is `<booking id>:<minute since the epoch>`, `p` contains one point for each
 * second, under the second's number, so that a batch written twice has the same result as once. `expires_at` is when
 * the database deletes the minute.
 */
export type TrackMinute = Stored<typeof trackFields>;

const schema = documentSchema('tracks', trackFields);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const TrackModel = mongoose.model<TrackMinute>('Track', schema);
