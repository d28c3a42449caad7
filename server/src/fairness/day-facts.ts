import { LEAST_PEOPLE } from '@boli/shared/core/constants';
import { chargedFare, type FareFields } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { grouped } from '../core/grouped';
import { referenceFor } from '../fares/fares.service';
import type { RatesRecord } from '../fares/rates';
import { presentRoad } from '../rides/roads';
import type { FairnessDay } from './fairness.model';
import type { Figure } from './figures';

/** The fields of a completed ride that the figures are counted from. */
export type CountedRide = FareFields &
  Pick<
    BookingDocument,
    | 'driver_id'
    | 'customer_id'
    | 'ride_request_id'
    | 'pickup_lat'
    | 'pickup_lng'
    | 'drop_lat'
    | 'drop_lng'
    | 'roads'
    | 'scheduled_time'
    | 'accepted_at'
    | 'arrived_at'
    | 'started_at'
    | 'completed_at'
  > & { quote: Pick<BookingDocument['quote'], 'vehicle_class' | 'pickup_eta_min'> };

/** A request that was posted, with its quotes. */
export interface CountedRequest {
  customer_id: string;
  quotes: readonly unknown[];
}

/**
 * The active time of a scheduled ride begins this long (ms) before its scheduled time, or when the ride starts if that
 * is earlier, but never before the driver accepts it.
 */
const AHEAD_MS = 30 * 60_000;

/**
 * The start and the end of the active time of a ride, in milliseconds since the epoch; null if accepting or completing
 * it was not recorded.
 */
function activeTime({ accepted_at, scheduled_time, started_at, completed_at }: CountedRide): [number, number] | null {
  if (!accepted_at || !completed_at) return null;
  const accepted = accepted_at.getTime();
  if (!scheduled_time) return [accepted, completed_at.getTime()];
  const ahead = Math.min(scheduled_time.getTime() - AHEAD_MS, (started_at ?? completed_at).getTime());
  return [Math.max(accepted, ahead), completed_at.getTime()];
}

/** The seconds that are covered by any of these times; overlapping ones count once. */
function coveredSeconds(times: readonly (readonly [number, number])[]): number {
  let [covered, until] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of [...times].sort(([a], [b]) => a - b)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return Math.round(covered / 1_000);
}

/** The price of a ride in percent of its middle usual price; null if it has no usual price. */
function pricePercent(ride: CountedRide, rates: RatesRecord | null | undefined): number | null {
  const reference = referenceFor(presentRoad(ride), rates, ride.quote.vehicle_class ?? null);
  return reference && Math.round(ride.price_paise / reference.mid);
}

/** Whether the driver came within the promised minutes; null without a promise or a recorded arrival. */
function isPromiseKept({ quote, accepted_at, arrived_at }: CountedRide): boolean | null {
  const minutes = quote.pickup_eta_min ?? null;
  if (minutes === null || !accepted_at || !arrived_at) return null;
  return arrived_at.getTime() - accepted_at.getTime() <= minutes * 60_000;
}

function driversOf(rides: readonly CountedRide[]): FairnessDay['drivers'] {
  return [...grouped(rides, ({ driver_id }) => driver_id)].map(([driver_id, own]) => ({
    driver_id,
    earned_paise: own.reduce((sum, ride) => sum + (chargedFare(ride)?.earnings_paise ?? 0), 0),
    active_s: coveredSeconds(own.flatMap((ride) => [activeTime(ride)].filter((time) => time !== null))),
  }));
}

/** The rides for which this value is known, each with the value. */
const observed = <T>(rides: readonly CountedRide[], value: (ride: CountedRide) => T | null) =>
  rides.flatMap((ride) => {
    const known = value(ride);
    return known === null ? [] : [{ ride, value: known }];
  });
const rideOf = ({ ride }: { ride: CountedRide }) => ride;

/** As many different ids as a figure needs, or all if there are fewer. */
const someOf = (ids: readonly string[]) => [...new Set(ids)].slice(0, LEAST_PEOPLE);

const peopleOf = (figure: Figure, rides: readonly CountedRide[]) => ({
  figure,
  drivers: someOf(rides.map(({ driver_id }) => driver_id)),
  customers: someOf(rides.map(({ customer_id }) => customer_id)),
});

/**
 * Counts a day: its completed rides, and the requests that were posted on it. `rates` has the rates of each ride's
 * request, by the request's id.
 */
export function factsOf(
  rides: readonly CountedRide[],
  requests: readonly CountedRequest[],
  rates: ReadonlyMap<string, RatesRecord | null | undefined>,
): Omit<FairnessDay, '_id' | 'made_at'> {
  const priced = observed(rides, (ride) => pricePercent(ride, rates.get(ride.ride_request_id)));
  const charged = observed(rides, chargedFare).filter(({ value }) => value.price_paise > 0);
  const promised = observed(rides, isPromiseKept);
  const percents = priced.map(({ value }) => value);
  const fares = charged.map(({ value }) => value);
  const promises = promised.map(({ value }) => value);
  return {
    rides: rides.length,
    requests: requests.length,
    quotes: requests.reduce((sum, { quotes }) => sum + quotes.length, 0),
    prices: [...new Set(percents)].map((percent) => ({
      percent,
      rides: percents.filter((other) => other === percent).length,
    })),
    fares: fares.length,
    price_paise: fares.reduce((sum, fare) => sum + fare.price_paise, 0),
    earnings_paise: fares.reduce((sum, fare) => sum + fare.earnings_paise, 0),
    promises: promises.length,
    kept: promises.filter(Boolean).length,
    drivers: driversOf(rides),
    people: [
      peopleOf('rides', rides),
      peopleOf('price_percent', priced.map(rideOf)),
      peopleOf('driver_share_percent', charged.map(rideOf)),
      peopleOf('promises_kept_percent', promised.map(rideOf)),
      { figure: 'quotes_per_request', drivers: [], customers: someOf(requests.map(({ customer_id }) => customer_id)) },
    ],
  };
}
