import { passSpans } from '@boli/shared/pricing/pricing.schema';
import mongoose from 'mongoose';
import { documentSchema, number, oneOf, optional, paise, type Stored, text, time, whole } from '../store/document';

const passFields = {
  _id: text,
  driver_id: text,
  driver_name: text,
  span: oneOf(passSpans),
  price_paise: paise,
  /** The part of the price that the platform pays as levies on its turnover; missing where no law imposes levies. */
  levy_paise: optional(paise),
  /** Counts the passes of the driver, from 1: of two concurrent purchases only one gets the next number. */
  nth: whole,
  starts_at: time,
  ends_at: time,
  created_at: time,
  /** Set while consequences of the purchase are pending. */
  follow_up: optional(time),
  version: number,
};

/**
 * A pass that a driver has bought. Its price and times never change, and the passes of a driver do not overlap. Money
 * is in paise.
 */
export type PassDocument = Stored<typeof passFields>;

const schema = documentSchema('passes', passFields);
// Of several concurrent purchases, only one gets the next number.
schema.index({ driver_id: 1, nth: 1 }, { unique: true });
schema.index({ follow_up: 1 }, { sparse: true });

export const PassModel = mongoose.model<PassDocument>('Pass', schema);
