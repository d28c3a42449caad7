import mongoose from 'mongoose';

/**
 * - `parked`: signed by the gateway, but for an order that nobody here knows; its owner is looked for.
 * - `captured`: the money is at the gateway, for a booking that it pays or is about to pay.
 * - `mismatch`: another amount or currency than the order's; people have to look at it.
 * - `refund_due`, `refunded`: it goes back, `refund_paise` of it.
 */
const paymentStates = ['parked', 'captured', 'mismatch', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** A payment at the gateway, under the id that it has there. */
export interface PaymentDocument {
  _id: string;
  gateway: 'razorpay' | 'simulated';
  order_id: string;
  /** Null while parked. */
  booking_id: string | null;
  amount_paise: number;
  currency: string;
  state: PaymentState;
  /** What goes back; missing: all of it. */
  refund_paise?: number;
  refund_id: string | null;
  created_at: Date;
  refunded_at: Date | null;
  /** When to try the next thing that the gateway has to do: a refund, or naming the booking it belongs to. */
  attempt_at?: Date;
  attempts: number;
  /** Set while consequences are still to be done. */
  follow_up?: Date;
  version: number;
}

const schema = new mongoose.Schema<PaymentDocument>(
  {
    _id: { type: String, required: true },
    gateway: { type: String, enum: ['razorpay', 'simulated'], required: true },
    order_id: { type: String, required: true },
    booking_id: { type: String, default: null },
    amount_paise: { type: Number, required: true, validate: Number.isInteger },
    currency: { type: String, required: true },
    state: { type: String, enum: paymentStates, required: true },
    refund_paise: { type: Number, validate: Number.isInteger },
    refund_id: { type: String, default: null },
    created_at: { type: Date, required: true },
    refunded_at: { type: Date, default: null },
    attempt_at: { type: Date },
    attempts: { type: Number, required: true },
    follow_up: { type: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'payments' },
);
schema.index({ booking_id: 1 });
schema.index({ follow_up: 1 }, { sparse: true });
schema.index({ attempt_at: 1 }, { sparse: true });

export const PaymentModel = mongoose.model<PaymentDocument>('Payment', schema);
