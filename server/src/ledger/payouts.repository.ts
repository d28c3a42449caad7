import { followUpMarks } from '../core/reconcile.repository';
import { newestFirst, type Slice, type Sliced } from '../core/slice.repository';
import { insertOnce } from '../store/insert-once';
import { type PayoutDocument, PayoutModel } from './payouts.model';

export const payouts = {
  ...followUpMarks(PayoutModel),

  /** Stores a payout; an existing one for this booking is left unchanged. Returns true when it was inserted. */
  async insertOnce(payout: PayoutDocument): Promise<boolean> {
    return insertOnce(PayoutModel, payout);
  },

  async byId(id: string): Promise<PayoutDocument | null> {
    return PayoutModel.findById(id).lean<PayoutDocument>();
  },

  /** A page of the payouts, newest first. */
  async list(slice: Slice): Promise<Sliced<PayoutDocument>> {
    return newestFirst(PayoutModel, { filter: {}, slice });
  },

  /** All payouts, newest first, one by one. */
  every(): AsyncIterable<PayoutDocument> {
    return PayoutModel.find().sort({ created_at: -1 }).lean<PayoutDocument[]>().cursor();
  },

  /**
   * Removes an unpaid payout whose amount (in paise) differs from `amount`; null removes it whatever its amount.
   * Returns true if it was removed.
   */
  async removeOtherThan(id: string, amount: number | null): Promise<boolean> {
    const other = amount === null ? {} : { amount_paise: { $ne: amount } };
    const { deletedCount } = await PayoutModel.deleteOne({ _id: id, payout_status: 'owed', ...other });
    return deletedCount === 1;
  },

  /** Marks a payout of this amount as paid; null when it is not owed (any more). */
  async pay({ _id, amount_paise }: PayoutDocument, reference: string, at: Date): Promise<PayoutDocument | null> {
    return PayoutModel.findOneAndUpdate(
      { _id, amount_paise, payout_status: 'owed' },
      { $set: { payout_status: 'paid', reference, paid_at: at, follow_up: at }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<PayoutDocument>();
  },
};
