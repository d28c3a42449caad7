import { type Paise, toPaise } from '../core/money';
import type { Route } from '../geo/geo.schema';
import { hundredMetres, shownKm } from '../geo/shown-km';
import { shownMinutes } from '../geo/shown-minutes';
import type { Rates, Reference, VehicleClass } from './fares.schema';
import { percentInSteps } from './price-step';

/** The usual prices reach from 90 to 110 percent of the computed fare. */
const LOW_PERCENT = 90;
const HIGH_PERCENT = 110;

/** The lines of the sum from which a usual price is computed. Each is rounded to the paisa, half up. */
export interface FareSum {
  base: Paise;
  /** The kilometres beyond those of the base fare. */
  further_km: number;
  distance: Paise;
  time: Paise;
  /** Base, distance and time together. */
  subtotal: Paise;
  /** The subtotal at the hour of the ride. */
  at_hour: Paise;
  class_percent: number;
  /** The fare: at the hour of the ride, for the class of the vehicle. */
  fare: Paise;
}

type Summed = Pick<Reference, 'km' | 'minutes' | 'vehicle_class' | 'rates'>;

/** Computes the fare of a ride line by line, as docs/FAIRNESS.md describes it. */
export function fareSum({ km, minutes, vehicle_class, rates }: Summed): FareSum {
  const further = Math.max(0, hundredMetres(km) - hundredMetres(rates.base_km));
  const base = toPaise(rates.base);
  const distance = Math.round((toPaise(rates.per_km) * further) / 10);
  const time = toPaise(rates.per_minute) * minutes;
  const subtotal = base + distance + time;
  const at_hour = Math.round((subtotal * rates.hour_percent) / 100);
  const class_percent = vehicle_class === null ? 100 : rates.class_percents[vehicle_class];
  const fare = Math.round((at_hour * class_percent) / 100);
  return { base, further_km: further / 10, distance, time, subtotal, at_hour, class_percent, fare };
}

/** The usual price of a ride with these figures. */
export function referenceOf(ride: Summed & Pick<Reference, 'source'>): Reference {
  const { fare } = fareSum(ride);
  const { source, km, minutes, vehicle_class, rates } = ride;
  return {
    low: percentInSteps(fare, LOW_PERCENT),
    mid: percentInSteps(fare, 100),
    high: percentInSteps(fare, HIGH_PERCENT),
    source,
    km,
    minutes,
    vehicle_class,
    rates,
  };
}

type Way = Pick<Route, 'distance_km' | 'duration_s' | 'source'>;

/** The usual price of a ride along this way, computed from the kilometres and minutes that screens show. */
export function referenceOfWay(way: Way, rates: Rates, vehicle_class: VehicleClass | null): Reference {
  const minutes = shownMinutes(way.duration_s, way.source);
  return referenceOf({ source: way.source, km: shownKm(way), minutes, vehicle_class, rates });
}

/** The distance of a price from the usual ones: whole percents of the nearer edge, at least 1; 0 for a usual price. */
export interface FromUsual {
  side: 'below' | 'usual' | 'above';
  percent: number;
}

/** Compares a price (rupees) with the usual ones. */
export function fromUsual(price: number, { low, high }: Pick<Reference, 'low' | 'high'>): FromUsual {
  if (price >= low && price <= high) return { side: 'usual', percent: 0 };
  const edge = toPaise(price < low ? low : high);
  const percent = Math.max(1, Math.round((Math.abs(toPaise(price) - edge) * 100) / edge));
  return { side: price < low ? 'below' : 'above', percent };
}
