import mongoose from 'mongoose';

/** What the platform owes a driver for one ride; its id is the booking's. In paise. */
export interface PayoutDocument {
  _id: string;
  driver_id: string;
  driver_name: string;
  amount_paise: number;
  payout_status: 'owed' | 'paid';
  reference: string | null;
  created_at: Date;
  paid_at: Date | null;
  /** Set while consequences of its payment are still to be done. */
  follow_up?: Date;
  version: number;
}

const schema = new mongoose.Schema<PayoutDocument>(
  {
    _id: { type: String, required: true },
    driver_id: { type: String, required: true },
    driver_name: { type: String, required: true },
    amount_paise: { type: Number, required: true, validate: Number.isInteger },
    payout_status: { type: String, enum: ['owed', 'paid'], required: true },
    reference: { type: String, default: null },
    created_at: { type: Date, required: true },
    paid_at: { type: Date, default: null },
    follow_up: { type: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'payouts' },
);
schema.index({ created_at: -1 });
schema.index({ follow_up: 1 }, { sparse: true });

export const PayoutModel = mongoose.model<PayoutDocument>('Payout', schema);
