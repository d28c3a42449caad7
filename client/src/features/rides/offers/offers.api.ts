import { createQuote, withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { call } from '../../../core/api';
import type { Proof } from '../../../core/lost-reply';
import { offerPush } from '../../../core/push-offer';
import { ownQuoteProof } from '../open-rides.store';
import type { Hold } from './hold';

interface Offer {
  ride_request_id: string;
  price: number;
  /** How long the price holds. */
  hold_min: Hold;
}

/** Submits a quote in rupees, or replaces the previous one. @throws {ApiError} */
export async function offer(body: Offer, idempotencyKey: string): Promise<Quote> {
  const quote = await call(createQuote, { body, idempotencyKey });
  offerPush();
  return quote;
}

/** The proof that the driver's quote on a request has this price, in rupees. */
export function offeredProof(rideId: string, price: number): Proof<Quote> {
  return ownQuoteProof(rideId, (quote) => quote.status === 'active' && quote.price === price);
}

/** Withdraws an active quote. @throws {ApiError} */
export function withdraw(quoteId: string): Promise<Quote> {
  return call(withdrawQuote, { params: { id: quoteId } });
}
