import { createQuote, withdrawQuote } from '@boli/shared/quotes/quotes.endpoints';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { call } from '../../core/api';

/** Offers a price in rupees, or replaces the one offered before. @throws {ApiError} */
export function offer(rideRequestId: string, price: number): Promise<Quote> {
  return call(createQuote, { body: { ride_request_id: rideRequestId, price } });
}

/** Takes an active quote back. @throws {ApiError} */
export function withdraw(quoteId: string): Promise<Quote> {
  return call(withdrawQuote, { params: { id: quoteId } });
}
