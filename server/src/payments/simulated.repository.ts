import { insertOnce } from '../store/insert-once';
import {
  type SimulatedOrder,
  SimulatedOrderModel,
  type SimulatedPayment,
  SimulatedPaymentModel,
} from './simulated.model';

/** What the simulated gateway keeps; it outlives the process as a real gateway would. */
export const simulatedStore = {
  async insertOrder(order: SimulatedOrder): Promise<void> {
    await SimulatedOrderModel.create(order);
  },

  async order(id: string): Promise<SimulatedOrder | null> {
    return SimulatedOrderModel.findById(id).lean<SimulatedOrder>();
  },

  async ordersByReceipt(receipt: string): Promise<SimulatedOrder[]> {
    return SimulatedOrderModel.find({ receipt }).sort({ created_at: 1 }).lean<SimulatedOrder[]>();
  },

  /** Stores a payment; one with this id that is there already stays as it is. */
  async insertPaymentOnce(payment: SimulatedPayment): Promise<void> {
    await insertOnce(SimulatedPaymentModel, payment);
  },

  async payment(id: string): Promise<SimulatedPayment | null> {
    return SimulatedPaymentModel.findById(id).lean<SimulatedPayment>();
  },

  async paymentsOf(orderId: string): Promise<SimulatedPayment[]> {
    return SimulatedPaymentModel.find({ order_id: orderId }).lean<SimulatedPayment[]>();
  },

  /**
   * Refunds so much of a captured payment; returns the refund's id, an earlier one's where there is one, null without
   * the payment or for more than it brought.
   */
  async refund(id: string, refund: { id: string; amount_paise: number }): Promise<string | null> {
    const { amount_paise } = refund;
    const back = { refund_id: refund.id, refunded_paise: amount_paise };
    const open = { _id: id, status: 'captured' as const, refund_id: null };
    await SimulatedPaymentModel.updateOne({ ...open, amount_paise }, { $set: { ...back, status: 'refunded' } });
    await SimulatedPaymentModel.updateOne({ ...open, amount_paise: { $gt: amount_paise } }, { $set: back });
    return (await this.payment(id))?.refund_id ?? null;
  },
};
