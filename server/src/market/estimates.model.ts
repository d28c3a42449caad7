import { saids } from '@boli/shared/market/said';
import mongoose from 'mongoose';
import {
  documentSchema,
  flag,
  number,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
  time,
  whole,
} from '../store/document';

const estimateFields = {
  /** A digest of the request and the price: only the first estimate of a price on a request is stored. */
  _id: text,
  /** Removed once the outcome is known, so that an estimate that is kept longer names no request. */
  ride_id: optional(text),
  price_paise: paise,
  said: oneOf(saids),
  chance: number,
  at: time,
  /** The end of the wait. */
  until: time,
  /** Whether a cheaper quote came in time. */
  came: optional(flag),
  /** The part of the wait in which the observation ended (`partOf`). */
  part: optional(whole),
};

/** The odds of a cheaper quote that a customer was shown, and their outcome. Kept for 30 days. */
export type EstimateDocument = Stored<typeof estimateFields>;

const MONTH_S = 30 * 86_400;

const schema = documentSchema('wait_estimates', estimateFields);
schema.index({ ride_id: 1, until: 1 }, { sparse: true });
schema.index({ said: 1, came: 1, part: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: MONTH_S });

export const EstimateModel = mongoose.model<EstimateDocument>('WaitEstimate', schema);
