import { legEnds } from '@boli/shared/arrival/arrival.schema';
import mongoose from 'mongoose';
import { documentSchema, number, oneOf, type Stored, text, time, whole } from '../store/document';

const predictionFields = {
  _id: text,
  booking_id: text,
  to: oneOf(legEnds),
  source: oneOf(['roads', 'estimate']),
  distance_m: number,
  predicted_at: time,
  predicted_s: whole,
  arrived_at: time,
  result: oneOf(['inside', 'early', 'late']),
};

/** A prediction with its outcome; `_id` is `<booking id>:pickup` or `<booking id>:drop`. Kept for half a year. */
export type PredictionDocument = Stored<typeof predictionFields>;

const HALF_A_YEAR_S = 180 * 86_400;

const schema = documentSchema('arrival_predictions', predictionFields);
schema.index({ predicted_at: 1 }, { expireAfterSeconds: HALF_A_YEAR_S });

export const PredictionModel = mongoose.model<PredictionDocument>('ArrivalPrediction', schema);
