import { isDuplicateKey } from '../store/duplicate';
import { type PaymentDocument, PaymentModel, type PaymentState } from './payments.model';

/** How many marks one sweep looks at. */
const BATCH = 100;

export const payments = {
  /** Stores a payment; one with this id that is there already stays as it is. True when it was not there. */
  async insertOnce(payment: PaymentDocument): Promise<boolean> {
    try {
      await PaymentModel.create(payment);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  async byId(id: string): Promise<PaymentDocument | null> {
    return PaymentModel.findById(id).lean<PaymentDocument>();
  },

  /** A parked payment finds its booking: from here on it is like any other. True when it was parked. */
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

  /** A captured payment has to go back; the refund is asked for from `now` on. */
  async oweRefund(id: string, now: Date): Promise<void> {
    await PaymentModel.updateOne(
      { _id: id, state: 'captured' },
      { $set: { state: 'refund_due', attempt_at: now, attempts: 0 }, $inc: { version: 1 } },
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

  /** Payments in this state whose next attempt is due, longest due first. */
  async toAttempt(state: PaymentState, now: Date, limit: number): Promise<PaymentDocument[]> {
    return PaymentModel.find({ state, attempt_at: { $lte: now } })
      .sort({ attempt_at: 1 })
      .limit(limit)
      .lean<PaymentDocument[]>();
  },

  /** Keeps others from making the attempt that was read as due; false when somebody else was first. */
  async lease({ _id, attempt_at }: PaymentDocument, until: Date): Promise<boolean> {
    const { matchedCount } = await PaymentModel.updateOne({ _id, attempt_at }, { $set: { attempt_at: until } });
    return matchedCount === 1;
  },

  /** Sets when the next attempt is made; null ends them. */
  async attemptAgain(id: string, at: Date | null): Promise<void> {
    const change = at ? { $set: { attempt_at: at } } : { $unset: { attempt_at: 1 as const } };
    await PaymentModel.updateOne({ _id: id, attempt_at: { $exists: true } }, { ...change, $inc: { attempts: 1 } });
  },

  async followUpBefore(before: Date): Promise<string[]> {
    const rows = await PaymentModel.find({ follow_up: { $lt: before } }, { _id: 1 })
      .sort({ follow_up: 1 })
      .limit(BATCH)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },

  async clearFollowUp(id: string, version: number): Promise<void> {
    await PaymentModel.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
  },
};
