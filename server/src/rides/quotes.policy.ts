import type { QuoteStatus } from '@boli/shared/rides/quotes.state';
import { shownQuoteStatuses } from '@boli/shared/rides/quotes.state';
import type { Actor } from '../core/actor';
import { Conflict, NotFound } from '../core/errors';
import type { QuoteRecord, RideDocument } from './rides.model';

/** A request that ended, or is taken, gets no quotes. Throws 409 naming its status. */
export function checkOpen(ride: RideDocument | null): RideDocument {
  if (!ride) throw new NotFound();
  if (ride.status !== 'open') throw new Conflict('rides.not_open', { status: ride.status });
  return ride;
}

/** What may stand in the way of changing or taking a quote, as the sentence for its status. */
export function notActive(status: QuoteStatus): Conflict {
  return status === 'accepted'
    ? new Conflict('quotes.accepted_already')
    : new Conflict('quotes.not_active', { status });
}

/** Sealed bids: a driver reads its own quote in any status, its customer and admins those that stand. */
export function quotesFor(actor: Actor, ride: RideDocument): QuoteRecord[] {
  if (actor.role === 'driver') return ride.quotes.filter((quote) => quote.driver_id === actor.id);
  return ride.quotes.filter(isShown).sort(cheapestThenOldest);
}

const isShown = (quote: QuoteRecord) => shownQuoteStatuses.some((status) => status === quote.status);

const cheapestThenOldest = (a: QuoteRecord, b: QuoteRecord) =>
  a.price_paise - b.price_paise || a.created_at.getTime() - b.created_at.getTime();
