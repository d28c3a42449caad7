import type { CounterAnswer } from '@boli/shared/rides/quotes.state';
import { type CounterRecord, type QuoteRecord, type RideDocument, RideModel } from './rides.model';

/** A quote as it was read, with the id of its request. */
export interface ReadQuote {
  rideId: string;
  quote: QuoteRecord;
}

const after = { returnDocument: 'after' } as const;

/** The two writes of a counter-offer: each is one conditional update of the ride request (docs/decisions/0023). */
export const counterOffers = {
  /**
   * Stores the counter-offer on a quote that has not changed since it was read; returns null when the quote has changed
   * or has a counter-offer, or when the quote or its request has ended.
   */
  async ask({ rideId, quote }: ReadQuote, counter: CounterRecord, now: Date): Promise<RideDocument | null> {
    return RideModel.findOneAndUpdate(
      {
        _id: rideId,
        status: 'open',
        expires_at: { $gt: now },
        quotes: {
          $elemMatch: {
            _id: quote._id,
            status: 'active',
            version: quote.version,
            counter: null,
            expires_at: { $not: { $lte: now } },
          },
        },
      },
      { $set: { 'quotes.$.counter': counter, 'quotes.$.follow_up': now }, $inc: { version: 1, 'quotes.$.version': 1 } },
      after,
    ).lean<RideDocument>();
  },

  /**
   * Stores the driver's answer, with `yes` also the new price; returns null when the quote has changed, when the
   * quote or its request has ended, or when the counter-offer is answered or past its time.
   */
  async answer({ rideId, quote }: ReadQuote, answer: CounterAnswer, now: Date): Promise<RideDocument | null> {
    const price = answer === 'yes' ? quote.counter?.price_paise : quote.price_paise;
    return RideModel.findOneAndUpdate(
      {
        _id: rideId,
        status: 'open',
        expires_at: { $gt: now },
        quotes: {
          $elemMatch: {
            _id: quote._id,
            status: 'active',
            version: quote.version,
            'counter.answer': null,
            'counter.expires_at': { $gt: now },
          },
        },
      },
      {
        // `follow_up`, because the customer's inbox has to show the answer and the price of the quote.
        $set: { 'quotes.$.counter.answer': answer, 'quotes.$.price_paise': price, 'quotes.$.follow_up': now },
        $inc: { version: 1, 'quotes.$.version': 1 },
      },
      after,
    ).lean<RideDocument>();
  },
};
