import { createQuote, withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { call } from '../../../core/api';

interface Offer {
  ride_request_id: string;
  price: number;
}

/** Offers a price in rupees, or replaces the one offered before. @throws {ApiError} */
export function offer(body: Offer, idempotencyKey: string): Promise<Quote> {
  return call(createQuote, { body, idempotencyKey });
}

/** Takes an active quote back. @throws {ApiError} */
export function withdraw(quoteId: string): Promise<Quote> {
  return call(withdrawQuote, { params: { id: quoteId } });
}
