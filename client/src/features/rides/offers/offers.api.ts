import { createQuote, withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { call } from '../../../core/api';
import { offerPush } from '../../../core/push-offer';
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

/** Withdraws an active quote. @throws {ApiError} */
export function withdraw(quoteId: string): Promise<Quote> {
  return call(withdrawQuote, { params: { id: quoteId } });
}
