import type { QuoteStatus } from '@boli/shared/rides/quotes.state';
import { shownQuoteStatuses } from '@boli/shared/rides/quotes.state';
import type { Actor } from '../core/actor';
import { Conflict, NotFound } from '../core/errors';
import type { QuoteRecord, RideDocument } from './rides.model';

/**
 * Returns a request that is open for quotes. Throws 404 for null; 409, naming its status, for a request that has ended
 * or is taken.
 */
export function checkOpen(ride: RideDocument | null): RideDocument {
  if (!ride) throw new NotFound();
  if (ride.status !== 'open') throw new Conflict('rides.not_open', { status: ride.status });
  return ride;
}

/** Returns the 409 for a quote that can no longer be changed or chosen, with the message for its status. */
export function notActive(status: QuoteStatus): Conflict {
  return status === 'accepted'
    ? new Conflict('quotes.accepted_already')
    : new Conflict('quotes.not_active', { status });
}

/**
 * Quotes are sealed: a driver reads only their own quote, in any status; the customer and admins read the quotes that
 * are active or chosen, the cheapest first.
 */
export function quotesFor(actor: Actor, ride: RideDocument): QuoteRecord[] {
  if (actor.role === 'driver') return ride.quotes.filter((quote) => quote.driver_id === actor.id);
  return ride.quotes.filter(isShown).sort(cheapestThenOldest);
}

const isShown = (quote: QuoteRecord) => shownQuoteStatuses.some((status) => status === quote.status);

const cheapestThenOldest = (a: QuoteRecord, b: QuoteRecord) =>
  a.price_paise - b.price_paise || a.created_at.getTime() - b.created_at.getTime();
