import type { Quote } from '@boli/shared/rides/quotes.schema';
import { arrivalKind, type QuoteOrder, quoteOrders } from './quote-order';

/** The id of the quote with the lowest value, if no other quote shares it and at least one is higher; else null. */
function only(quotes: readonly Quote[], figureOf: (quote: Quote) => number | null): string | null {
  const rated = quotes.flatMap((quote) => {
    const value = figureOf(quote);
    return value === null ? [] : [{ id: quote.id, value }];
  });
  const best = Math.min(...rated.map(({ value }) => value));
  const winners = rated.filter(({ value }) => value === best);
  return rated.length > 1 && winners.length === 1 ? (winners[0]?.id ?? null) : null;
}

/** The minutes to compare: only those by road if any quote has them, else the estimated ones. */
function minutesOf(quotes: readonly Quote[]): (quote: Quote) => number | null {
  const kind = quotes.some((quote) => arrivalKind(quote) === 'roads') ? 'roads' : 'estimate';
  return (quote) => (arrivalKind(quote) === kind ? quote.pickup_eta_min : null);
}

/**
 * The tags of quotes, by quote id: lowest price, nearest driver, best rating. A quote has at most one, the first in the
 * order of `wanted`. If two quotes share the best value, no quote gets that tag.
 */
export function quoteTags(
  quotes: readonly Quote[],
  wanted: readonly QuoteOrder[] = quoteOrders,
): Map<string, QuoteOrder> {
  const values: Record<QuoteOrder, (quote: Quote) => number | null> = {
    price: ({ price }) => price,
    arrival: minutesOf(quotes),
    rating: ({ average_rating: average, total_ratings: count }) => (count > 0 ? -average : null),
  };
  const tags = new Map<string, QuoteOrder>();
  for (const tag of wanted) {
    const id = only(quotes, values[tag]);
    if (id !== null && !tags.has(id)) tags.set(id, tag);
  }
  return tags;
}
