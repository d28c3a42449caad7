import mongoose from 'mongoose';

/** What a driver owes the platform for one completed ride; its id is the booking's. Money in paise. */
export interface SettlementDocument {
  _id: string;
  driver_id: string;
  driver_name: string;
  platform_fee_paise: number;
  /** The discount that the platform bears and the driver did not get from the customer. */
  discount_paise: number;
  /** Fee less discount: below zero the platform owes the driver. */
  net_due_paise: number;
  due_date: Date;
  settlement_status: 'pending' | 'paid';
  payment_method: string | null;
  payment_reference: string | null;
  paid_at: Date | null;
  created_at: Date;
  /** Set while consequences of its payment are still to be done. */
  follow_up?: Date;
  version: number;
}

const paise = { type: Number, required: true, validate: Number.isInteger };

const schema = new mongoose.Schema<SettlementDocument>(
  {
    _id: { type: String, required: true },
    driver_id: { type: String, required: true },
    driver_name: { type: String, required: true },
    platform_fee_paise: paise,
    discount_paise: paise,
    net_due_paise: paise,
    due_date: { type: Date, required: true },
    settlement_status: { type: String, enum: ['pending', 'paid'], required: true },
    payment_method: { type: String, default: null },
    payment_reference: { type: String, default: null },
    paid_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    follow_up: { type: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'settlements' },
);
schema.index({ settlement_status: 1, created_at: -1 });
schema.index({ created_at: -1 });
schema.index({ driver_id: 1, settlement_status: 1 });
schema.index({ follow_up: 1 }, { sparse: true });

export const SettlementModel = mongoose.model<SettlementDocument>('Settlement', schema);
