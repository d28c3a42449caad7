import { type FeeRule, type Paise, splitFare, toPaise } from '../core/money';
import { hundredMetres } from '../geo/shown-km';

/** The minutes for which a driver is assumed to wait at the pickup. */
export const PICKUP_WAIT_MINUTES = 3;

/** A way as screens show it: kilometres in steps of 100 m, whole minutes. */
export interface ShownWay {
  km: number;
  minutes: number;
}

/** Everything from which the earnings of a ride are computed. */
export interface RideOffer {
  /** The price in rupees. */
  price: number;
  /** The rule of the platform's fee. */
  rule: FeeRule;
  /** Rupees that a kilometre costs the driver. */
  cost_per_km: number;
  /** The empty way to the pickup; null if it is unknown: the calculation then leaves it out. */
  to_pickup: ShownWay | null;
  trip: ShownWay;
}

/** The lines of the calculation, each computed from those above it (docs/FAIRNESS.md). In paise, rounded half up. */
export interface NetEarnings {
  /** The price less the platform's fee and the levies that the driver bears. */
  earnings: Paise;
  /** The kilometres with and without a passenger. */
  km: number;
  cost: Paise;
  /** The earnings less the cost: below zero if the ride costs more than it earns. */
  net: Paise;
  /** The minutes to the pickup, of waiting and of the trip. */
  minutes: number;
  /** Null for zero kilometres. */
  per_km: Paise | null;
  per_hour: Paise;
}

/** Rounds half up, also below zero; never returns -0. */
const rounded = (value: number) => Math.round(value) + 0;

/** Computes what remains of a price: in all, per kilometre and per hour. The empty way and the wait are included. */
export function netEarnings({ price, rule, cost_per_km, to_pickup, trip }: RideOffer): NetEarnings {
  const { earnings } = splitFare(toPaise(price), rule);
  const hundreds = hundredMetres(to_pickup?.km ?? 0) + hundredMetres(trip.km);
  const cost = rounded((toPaise(cost_per_km) * hundreds) / 10);
  const net = earnings - cost;
  const minutes = (to_pickup?.minutes ?? 0) + PICKUP_WAIT_MINUTES + trip.minutes;
  return {
    earnings,
    km: hundreds / 10,
    cost,
    net,
    minutes,
    per_km: hundreds > 0 ? rounded((net * 10) / hundreds) : null,
    per_hour: rounded((net * 60) / minutes),
  };
}
