import { type RideDocument, RideModel } from './rides.model';

const after = { returnDocument: 'after' } as const;

/** Matches this open request of this customer. */
const openOf = (id: string, customerId: string, now: Date) => ({
  _id: id,
  customer_id: customerId,
  status: 'open' as const,
  expires_at: { $gt: now },
});

/** Matches a quote that can be chosen. A quote from before the field existed has no time, and matches. */
const choosable = (now: Date) => ({ status: 'active' as const, expires_at: { $not: { $lte: now } } });

/** The writes that raise the asked price of an open request and widen it: each is one update (docs/decisions/0026). */
export const askedPrices = {
  /** Names a price (paise), or raises it; null when the request is not open or has this price or a higher one already. */
  async raise(id: string, customerId: string, change: { paise: number; now: Date }): Promise<RideDocument | null> {
    const { paise, now } = change;
    return RideModel.findOneAndUpdate(
      // A request from before the field existed has no price, which matches null.
      { ...openOf(id, customerId, now), $or: [{ asked_price_paise: null }, { asked_price_paise: { $lt: paise } }] },
      { $set: { asked_price_paise: paise }, $inc: { version: 1 } },
      after,
    ).lean<RideDocument>();
  },

  /**
   * Records that drivers farther away are notified; null when the request is not open, has a quote that can be chosen, or
   * they were notified before.
   */
  async widen(id: string, customerId: string, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      { ...openOf(id, customerId, now), quotes: { $not: { $elemMatch: choosable(now) } }, widened_at: null },
      { $set: { widened_at: now }, $inc: { version: 1 } },
      after,
    ).lean<RideDocument>();
  },
};
