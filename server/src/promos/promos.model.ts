import { discountTypes } from '@boli/shared/promos/promos.schema';
import mongoose from 'mongoose';

/** A promo code as it is stored. Money in paise. */
export interface PromoDocument {
  /** The code itself, in capitals. */
  _id: string;
  discount_type: (typeof discountTypes)[number];
  /** Hundredths: of a percent, or of a rupee. */
  value: number;
  max_discount_paise: number | null;
  min_fare_paise: number;
  first_ride_only: boolean;
  per_customer: number;
  total_limit: number | null;
  /** Up to which number its seats are stored; below the limit the next are made once none of these is free. */
  seats_made: number;
  starts_at: Date | null;
  ends_at: Date | null;
  active: boolean;
  created_at: Date;
}

const whole = { type: Number, required: true, validate: Number.isInteger };
const time = { type: Date, default: null };

const schema = new mongoose.Schema<PromoDocument>(
  {
    _id: { type: String, required: true },
    discount_type: { type: String, enum: discountTypes, required: true },
    value: whole,
    max_discount_paise: { type: Number, default: null },
    min_fare_paise: whole,
    first_ride_only: { type: Boolean, required: true },
    per_customer: whole,
    total_limit: { type: Number, default: null },
    seats_made: whole,
    starts_at: time,
    ends_at: time,
    active: { type: Boolean, required: true },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'promos' },
);
schema.index({ created_at: -1 });

export const PromoModel = mongoose.model<PromoDocument>('Promo', schema);
