import { followUpMarks } from '../core/reconcile.repository';
import { insertOnce } from '../store/insert-once';
import { type PaymentDocument, PaymentModel, type PaymentState } from './payments.model';

export const payments = {
  ...followUpMarks(PaymentModel),

  /** Stores a payment; an existing one with this id is left unchanged. Returns true when it was inserted. */
  async insertOnce(payment: PaymentDocument): Promise<boolean> {
    return insertOnce(PaymentModel, payment);
  },

  async byId(id: string): Promise<PaymentDocument | null> {
    return PaymentModel.findById(id).lean<PaymentDocument>();
  },

  /**
   * Assigns a parked payment to its booking; from then on it is treated like any other payment. Returns true when it
   * was parked.
   */
  async adopt(id: string, owner: { bookingId: string; state: 'captured' | 'mismatch' }, now: Date): Promise<boolean> {
    const { matchedCount } = await PaymentModel.updateOne(
      { _id: id, state: 'parked' },
      {
        $set: { booking_id: owner.bookingId, state: owner.state, follow_up: now, attempts: 0 },
        $unset: { attempt_at: 1 },
        $inc: { version: 1 },
      },
    );
    return matchedCount === 1;
  },

  /**
   * Makes a captured payment due for a refund of `refundPaise`, or of the whole payment if that is missing. The refund
   * is requested from `now` on.
   */
  async oweRefund(id: string, now: Date, refundPaise?: number): Promise<void> {
    const amount = refundPaise === undefined ? {} : { refund_paise: refundPaise };
    await PaymentModel.updateOne(
      { _id: id, state: 'captured' },
      { $set: { state: 'refund_due', attempt_at: now, attempts: 0, ...amount }, $inc: { version: 1 } },
    );
  },

  async refunded(id: string, refundId: string | null, now: Date): Promise<void> {
    await PaymentModel.updateOne(
      { _id: id, state: 'refund_due' },
      {
        $set: { state: 'refunded', refund_id: refundId, refunded_at: now },
        $unset: { attempt_at: 1 },
        $inc: { version: 1 },
      },
    );
  },

  /** Payments in this state that wait for their next attempt, the longest due first. */
  async toAttempt(state: PaymentState, limit: number): Promise<PaymentDocument[]> {
    return PaymentModel.find({ state, attempt_at: { $gt: new Date(0) } })
      .sort({ attempt_at: 1 })
      .limit(limit)
      .lean<PaymentDocument[]>();
  },

  /** Leases the attempt that was read as due; returns false when another call was faster. */
  async lease({ _id, attempt_at }: PaymentDocument, until: Date): Promise<boolean> {
    if (!attempt_at) return false;
    const { matchedCount } = await PaymentModel.updateOne({ _id, attempt_at }, { $set: { attempt_at: until } });
    return matchedCount === 1;
  },

  /** Sets when the next attempt is made; null ends the attempts. */
  async attemptAgain(id: string, at: Date | null): Promise<void> {
    const change = at ? { $set: { attempt_at: at } } : { $unset: { attempt_at: 1 as const } };
    await PaymentModel.updateOne({ _id: id, attempt_at: { $exists: true } }, { ...change, $inc: { attempts: 1 } });
  },
};
