import type { PricedRoute, Reference, VehicleClass } from '@boli/shared/fares/fares.schema';
import { referenceOfWay } from '@boli/shared/fares/reference';
import type { Road, Route } from '@boli/shared/geo/geo.schema';
import { ratesAt } from './fares.service';
import { type RatesRecord, ratesOf } from './rates';

/**
 * Presents the usual price of a ride, computed from the road that the same answer shows, so that it reveals nothing
 * else. Null if no rates were stored with the ride, or no road.
 */
export function presentReference(
  road: Road | null,
  rates: RatesRecord | null | undefined,
  vehicleClass: VehicleClass | null = null,
): Reference | null {
  if (!road || !rates) return null;
  return referenceOfWay({ ...road, duration_s: road.duration_min * 60 }, ratesOf(rates), vehicleClass);
}

/** Presents a way with the usual price of a ride along it at this time. */
export function presentPricedRoute(route: Route, at: Date): Omit<PricedRoute, 'middle_half'> {
  const rates = ratesAt(at);
  return { ...route, reference: rates && referenceOfWay(route, rates, null) };
}
