import { payoutStatuses } from '@boli/shared/ledger/ledger.schema';
import mongoose from 'mongoose';
import { documentSchema, nullable, number, oneOf, optional, paise, type Stored, text, time } from '../store/document';

const payoutFields = {
  _id: text,
  driver_id: text,
  driver_name: text,
  amount_paise: paise,
  payout_status: oneOf(payoutStatuses),
  reference: nullable(text),
  created_at: time,
  paid_at: nullable(time),
  /** Set while consequences of its payment are pending. */
  follow_up: optional(time),
  version: number,
};

/** The payout that the platform owes a driver for one ride; its id is the booking's. In paise. */
export type PayoutDocument = Stored<typeof payoutFields>;

const schema = documentSchema('payouts', payoutFields);
schema.index({ created_at: -1 });
schema.index({ follow_up: 1 }, { sparse: true });

export const PayoutModel = mongoose.model<PayoutDocument>('Payout', schema);
