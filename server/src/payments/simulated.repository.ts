import { insertOnce } from '../store/insert-once';
import {
  type SimulatedOrder,
  SimulatedOrderModel,
  type SimulatedPayment,
  SimulatedPaymentModel,
} from './simulated.model';

/** The state of the simulated gateway. Like the state of a real gateway, it remains when the process ends. */
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

  /** Stores a payment; an existing one with this id is left unchanged. */
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
   * Refunds this amount of a captured payment. Returns the refund's id, also if the payment was refunded before; null
   * for an unknown payment, or for more than was paid.
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
