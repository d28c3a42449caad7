import mongoose from 'mongoose';

/** An order of the simulated gateway; the amount in paise. */
export interface SimulatedOrder {
  _id: string;
  receipt: string;
  amount_paise: number;
  created_at: Date;
}

/** A payment of the simulated gateway, where no money moves. */
export interface SimulatedPayment {
  _id: string;
  order_id: string;
  amount_paise: number;
  status: 'captured' | 'refunded' | 'failed';
  refund_id: string | null;
  /** What has gone back of it; missing where all of it or nothing did. */
  refunded_paise?: number;
  created_at: Date;
}

const amount = { type: Number, required: true, validate: Number.isInteger };

const orders = new mongoose.Schema<SimulatedOrder>(
  {
    _id: { type: String, required: true },
    receipt: { type: String, required: true },
    amount_paise: amount,
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'simulated_orders' },
);
orders.index({ receipt: 1, created_at: 1 });

const payments = new mongoose.Schema<SimulatedPayment>(
  {
    _id: { type: String, required: true },
    order_id: { type: String, required: true },
    amount_paise: amount,
    status: { type: String, enum: ['captured', 'refunded', 'failed'], required: true },
    refund_id: { type: String, default: null },
    refunded_paise: { type: Number, validate: Number.isInteger },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'simulated_payments' },
);
payments.index({ order_id: 1 });

export const SimulatedOrderModel = mongoose.model<SimulatedOrder>('SimulatedOrder', orders);
export const SimulatedPaymentModel = mongoose.model<SimulatedPayment>('SimulatedPayment', payments);
