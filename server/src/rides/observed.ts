import { toRupees } from '@boli/shared/core/money';
import { added, noTally, type ObservedRequest, percentOf, type Tally, tallyOf } from '@boli/shared/market/tally';
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

/** How many requests of one customer, and accepted prices of one driver, count in one hour of an area. */
const MOST_OF_ONE = 2;

/**
 * Returns a function that counts a person, and returns whether the person was counted less than `MOST_OF_ONE` times
 * before.
 */
function limited(): (person: string) => boolean {
  const times = new Map<string, number>();
  return (person) => {
    const before = times.get(person) ?? 0;
    times.set(person, before + 1);
    return before < MOST_OF_ONE;
  };
}

/**
 * What is observed of a request until it was first closed. A quote counts once, at the time when it was made, with its
 * last price. Its price counts as accepted only if the ride was completed: booking and cancelling costs nothing, so two
 * accounts could otherwise make any price an accepted one.
 */
function observed(ride: ClosedRide, mayCount: (driverId: string) => boolean): ObservedRequest {
  const { created_at, closed_at, quotes, status } = ride;
  const mid = midOf(ride);
  return {
    open_s: closed_at ? secondsBetween(created_at, closed_at) : 0,
    quotes: quotes.map((quote) => ({
      after_s: secondsBetween(created_at, quote.created_at),
      percent: mid === null ? null : percentOf(toRupees(quote.price_paise), mid),
      accepted: status === 'completed' && quote.status === 'accepted' && mayCount(quote.driver_id),
    })),
  };
}

const byPosting = (one: ClosedRide, other: ClosedRide) =>
  one.created_at.getTime() - other.created_at.getTime() || (one._id < other._id ? -1 : 1);

/**
 * Tallies the requests of one hour of an area. Only the first requests of each customer count, and in these only the
 * first accepted prices of each driver.
 */
export function tallyOfHour(rides: readonly ClosedRide[]): Tally {
  const [isCustomerCounted, isDriverCounted] = [limited(), limited()];
  const counted = [...rides].sort(byPosting).filter(({ customer_id }) => isCustomerCounted(customer_id));
  return added([noTally, ...counted.map((ride) => tallyOf(observed(ride, isDriverCounted)))]);
}
