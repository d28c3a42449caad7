import type { PricedRoute } from '@boli/shared/fares/fares.schema';
import { referenceOfWay } from '@boli/shared/fares/reference';
import type { Route } from '@boli/shared/geo/geo.schema';
import { ratesAt } from './fares.service';

/** Presents a way with the usual price of a ride along it at this time. */
export function presentPricedRoute(route: Route, at: Date): Omit<PricedRoute, 'middle_half'> {
  const rates = ratesAt(at);
  return { ...route, reference: rates && referenceOfWay(route, rates, null) };
}
