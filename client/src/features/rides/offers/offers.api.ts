import { createQuote, withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { call } from '../../../core/api';

interface Offer {
  ride_request_id: string;
  price: number;
}

/** Submits a quote in rupees, or replaces the previous one. @throws {ApiError} */
export function offer(body: Offer, idempotencyKey: string): Promise<Quote> {
  return call(createQuote, { body, idempotencyKey });
}

/** Withdraws an active quote. @throws {ApiError} */
export function withdraw(quoteId: string): Promise<Quote> {
  return call(withdrawQuote, { params: { id: quoteId } });
}
