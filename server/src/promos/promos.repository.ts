import { insertOnce } from '../store/insert-once';
import { type PromoDocument, PromoModel } from './promos.model';

export type PromoChange = Partial<Pick<PromoDocument, 'active' | 'ends_at' | 'total_limit'>>;

export const promos = {
  /** Stores a code; returns false when there is one with this name. */
  async insertOnce(promo: PromoDocument): Promise<boolean> {
    return insertOnce(PromoModel, promo);
  },

  async byCode(code: string): Promise<PromoDocument | null> {
    return PromoModel.findById(code).lean<PromoDocument>();
  },

  /** Every code, newest first. */
  async all(): Promise<PromoDocument[]> {
    return PromoModel.find().sort({ created_at: -1 }).lean<PromoDocument[]>();
  },

  /**
   * Changes a code; a total limit is never lowered. Returns the code before and after, or null when it does not exist,
   * when its limit is higher than the given one, or when a limit is given and the code has none.
   */
  async change(code: string, change: PromoChange): Promise<{ before: PromoDocument; after: PromoDocument } | null> {
    const { total_limit: limit } = change;
    const before = await PromoModel.findOneAndUpdate(
      { _id: code, ...(limit !== undefined && { total_limit: { $lte: limit } }) },
      { $set: change },
      { returnDocument: 'before' },
    ).lean<PromoDocument>();
    return before && { before, after: { ...before, ...change } };
  },

  async seatsMade(code: string, upTo: number): Promise<void> {
    await PromoModel.updateOne({ _id: code }, { $max: { seats_made: upTo } });
  },
};
