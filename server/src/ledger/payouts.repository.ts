import type { Slice } from '../rides/rides.repository';
import { isDuplicateKey } from '../store/duplicate';
import { type PayoutDocument, PayoutModel } from './payouts.model';

export const payouts = {
  /** Stores a payout; one for this booking that is there already stays as it is. */
  async insertOnce(payout: PayoutDocument): Promise<void> {
    try {
      await PayoutModel.create(payout);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  async byId(id: string): Promise<PayoutDocument | null> {
    return PayoutModel.findById(id).lean<PayoutDocument>();
  },

  /** Newest first. */
  async list({ limit, before }: Slice): Promise<{ rows: PayoutDocument[]; total: number }> {
    const [rows, total] = await Promise.all([
      PayoutModel.find(before ? { created_at: { $lt: before } } : {})
        .sort({ created_at: -1 })
        .limit(limit)
        .lean<PayoutDocument[]>(),
      PayoutModel.estimatedDocumentCount(),
    ]);
    return { rows, total };
  },

  /** All of them, newest first, one by one. */
  every(): AsyncIterable<PayoutDocument> {
    return PayoutModel.find().sort({ created_at: -1 }).lean<PayoutDocument[]>().cursor();
  },

  /** Marks a payout as paid; null when it is not owed (any more). */
  async pay(id: string, reference: string, at: Date): Promise<PayoutDocument | null> {
    return PayoutModel.findOneAndUpdate(
      { _id: id, payout_status: 'owed' },
      { $set: { payout_status: 'paid', reference, paid_at: at, follow_up: at }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<PayoutDocument>();
  },

  async clearFollowUp(id: string, version: number): Promise<void> {
    await PayoutModel.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
  },

  async followUpBefore(before: Date): Promise<string[]> {
    const rows = await PayoutModel.find({ follow_up: { $lt: before } }, { _id: 1 })
      .limit(200)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },
};
