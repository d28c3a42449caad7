import { discountTypes } from '@boli/shared/promos/promos.schema';
import mongoose from 'mongoose';
import {
  documentSchema,
  flag,
  nullable,
  number,
  oneOf,
  paise,
  type Stored,
  text,
  time,
  whole,
} from '../store/document';

const promoFields = {
  /** The code itself, in capitals. */
  _id: text,
  discount_type: oneOf(discountTypes),
  /** In hundredths: of a percent, or of a rupee. */
  value: whole,
  max_discount_paise: nullable(number),
  min_fare_paise: paise,
  first_ride_only: flag,
  per_customer: whole,
  total_limit: nullable(number),
  /** The number of stored redemptions. While it is below the limit, more are created when none is free. */
  seats_made: whole,
  starts_at: nullable(time),
  ends_at: nullable(time),
  active: flag,
  created_at: time,
};

/** A promo code as it is stored. Money in paise. */
export type PromoDocument = Stored<typeof promoFields>;

const schema = documentSchema('promos', promoFields);
schema.index({ created_at: -1 });

export const PromoModel = mongoose.model<PromoDocument>('Promo', schema);
