import { toRupees } from '@boli/shared/core/money';
import { type ObservedRequest, percentOf } from '@boli/shared/market/tally';
import { referenceFor } from '../fares/fares.service';
import type { ClosedRide } from './observed.repository';
import { presentRoad } from './roads';

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;

/** The middle usual price of a request in rupees, as its customer is shown it; null if it has none. */
export function midOf(
  ride: Pick<ClosedRide, 'roads' | 'rates' | 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng'>,
): number | null {
  return referenceFor(presentRoad(ride), ride.rates)?.mid ?? null;
}

/**
 * What is observed of a request until it was first closed. A quote counts once, when it was made, with its last price.
 */
export function observed(ride: ClosedRide): ObservedRequest {
  const { created_at, closed_at, quotes } = ride;
  const mid = midOf(ride);
  return {
    open_s: closed_at ? secondsBetween(created_at, closed_at) : 0,
    quotes: quotes.map((quote) => ({
      after_s: secondsBetween(created_at, quote.created_at),
      percent: mid === null ? null : percentOf(toRupees(quote.price_paise), mid),
      accepted: quote.status === 'accepted',
    })),
  };
}
