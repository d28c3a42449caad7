import mongoose from 'mongoose';
import { documentSchema, nullable, oneOf, optional, paise, type Stored, text, time } from '../store/document';

const orderFields = { _id: text, receipt: text, amount_paise: paise, created_at: time };

/** An order of the simulated gateway; the amount in paise. */
export type SimulatedOrder = Stored<typeof orderFields>;

const paymentFields = {
  _id: text,
  order_id: text,
  amount_paise: paise,
  status: oneOf(['captured', 'refunded', 'failed']),
  refund_id: nullable(text),
  /**
   * The refunded amount in paise; missing if nothing was refunded, and in full refunds from before the field existed.
   */
  refunded_paise: optional(paise),
  created_at: time,
};

/** A payment of the simulated gateway, in which no money moves. */
export type SimulatedPayment = Stored<typeof paymentFields>;

const orders = documentSchema('simulated_orders', orderFields);
orders.index({ receipt: 1, created_at: 1 });

const payments = documentSchema('simulated_payments', paymentFields);
payments.index({ order_id: 1 });

export const SimulatedOrderModel = mongoose.model<SimulatedOrder>('SimulatedOrder', orders);
export const SimulatedPaymentModel = mongoose.model<SimulatedPayment>('SimulatedPayment', payments);
