import type { Quote } from '@boli/shared/rides/quotes.schema';

/** The orders of quotes. */
export const quoteOrders = ['price', 'arrival', 'rating'] as const;
export type QuoteOrder = (typeof quoteOrders)[number];

/** The sources of a quote's arrival time. Minutes by road and estimated ones are not compared with each other. */
export const arrivalKinds = ['roads', 'estimate', 'unknown'] as const;
export type ArrivalKind = (typeof arrivalKinds)[number];

/** The source of a quote's arrival time. */
export function arrivalKind({ pickup_eta_min, eta_source }: Quote): ArrivalKind {
  return pickup_eta_min === null || eta_source === null ? 'unknown' : eta_source;
}

const byArrival = (a: Quote, b: Quote) =>
  arrivalKinds.indexOf(arrivalKind(a)) - arrivalKinds.indexOf(arrivalKind(b)) ||
  (a.pickup_eta_min ?? 0) - (b.pickup_eta_min ?? 0);

const byRating = (a: Quote, b: Quote) => b.average_rating - a.average_rating || b.total_ratings - a.total_ratings;

/**
 * Sorts quotes that are ordered by price; equal ones keep that order. By arrival, those with minutes by road come
 * first, then those with estimated minutes, then those without an arrival time.
 */
export function sortQuotes(byPrice: readonly Quote[], order: QuoteOrder): Quote[] {
  if (order === 'price') return [...byPrice];
  return [...byPrice].sort(order === 'arrival' ? byArrival : byRating);
}

/** The kinds of arrival by the id of the quote at which each begins; empty if all quotes are of one kind. */
export function groupStarts(quotes: readonly Quote[]): Map<string, ArrivalKind> {
  const starts = quotes.flatMap((quote, at): [string, ArrivalKind][] => {
    const [kind, before] = [arrivalKind(quote), quotes[at - 1]];
    return before && arrivalKind(before) === kind ? [] : [[quote.id, kind]];
  });
  return new Map(starts.length > 1 ? starts : []);
}
