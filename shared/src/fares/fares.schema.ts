import { z } from 'zod';
import { Money, says } from '../core/fields';
import { RoadSource, Route } from '../geo/geo.schema';
import { MiddleHalf } from '../market/market.schema';

export const vehicleClasses = ['auto', 'hatchback', 'sedan', 'suv'] as const;
export const VehicleClass = z.enum(vehicleClasses, says('fares.class_unknown'));
export type VehicleClass = z.infer<typeof VehicleClass>;

/** Whole percents by which a fare is multiplied: 125 makes it a quarter higher. */
export const Percent = z.number().int().min(1).max(1_000);

/** Kilometres in steps of 100 m, as the length of a way by road is shown. */
const BaseKm = z.number().min(0).max(100).multipleOf(0.1);
const Rate = Money.min(0).max(10_000);

/** The percent of each vehicle class; all other rates are those of a sedan. */
export const ClassPercents = z.object({ auto: Percent, hatchback: Percent, sedan: z.literal(100), suv: Percent });

/** The rates of a tariff that do not depend on the hour, in rupees. */
export const BaseRates = z.object({
  /** The fare of the first `base_km` kilometres. */
  base: Rate,
  base_km: BaseKm,
  /** Rupees for each further kilometre. */
  per_km: Rate,
  per_minute: Rate,
  class_percents: ClassPercents,
});

/** The rates of a ride: those of the tariff, with the percent of the ride's hour. */
export const Rates = BaseRates.extend({ hour_percent: Percent });
export type Rates = z.infer<typeof Rates>;

/**
 * The usual price of a ride in whole rupees, with everything from which it is computed (docs/FAIRNESS.md): `km` and
 * `minutes` as screens show them, the rates, and the class of the vehicle.
 */
export const Reference = z.object({
  low: z.number().int(),
  mid: z.number().int(),
  high: z.number().int(),
  /** An `estimate` of the way makes the price an estimate, to be shown with "about". */
  source: RoadSource,
  km: z.number(),
  minutes: z.number().int(),
  /** Null counts as 100 percent. */
  vehicle_class: VehicleClass.nullable(),
  rates: Rates,
});
export type Reference = z.infer<typeof Reference>;

/**
 * A way by road, with the usual price of a ride along it and the middle half of the accepted prices where it starts.
 * The usual price is that of a sedan; it is null without a tariff. The middle half is null with fewer than 30 prices.
 */
export const PricedRoute = Route.extend({ reference: Reference.nullable(), middle_half: MiddleHalf.nullable() });
export type PricedRoute = z.infer<typeof PricedRoute>;
