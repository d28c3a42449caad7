import type { PricedRoute, Reference } from '@boli/shared/fares/fares.schema';
import type { Route } from '@boli/shared/geo/geo.schema';
import type { MiddleHalf, Quartiles } from '@boli/shared/market/market.schema';
import { middleHalfOf, quartilesOf } from '@boli/shared/market/middle-half';
import { presentPricedRoute } from '../fares/fares.presenter';
import { areaOf, townHour } from '../market/area';
import { tallyAt } from '../market/market.service';
import { openPoint, type Pickup } from './pickup';

type PickupPoint = Pick<Pickup, 'pickup_lat' | 'pickup_lng'>;

/**
 * The quartiles of the accepted prices of the area and hour; null with fewer than 30. The area is that of the pickup
 * that drivers are shown, so that the quartiles reveal nothing about the exact pickup.
 */
export async function quartilesAt(pickup: PickupPoint, at: Date): Promise<Quartiles | null> {
  const tally = await tallyAt({ area: areaOf(openPoint(pickup)), hour: townHour(at).hour });
  return tally && quartilesOf(tally);
}

/** Presents the middle half of the accepted prices for a ride with this usual price. */
export function presentMiddleHalf(
  quartiles: Quartiles | null | undefined,
  reference: Reference | null,
): MiddleHalf | null {
  return quartiles && reference ? middleHalfOf(quartiles, reference.mid) : null;
}

/** Presents a way with the usual price of a ride along it, and the middle half of the accepted prices at its start. */
export async function presentPricedWay(
  route: Route,
  from: { lat: number; lng: number },
  at: Date,
): Promise<PricedRoute> {
  const priced = presentPricedRoute(route, at);
  const quartiles = await quartilesAt({ pickup_lat: from.lat, pickup_lng: from.lng }, at);
  return { ...priced, middle_half: presentMiddleHalf(quartiles, priced.reference) };
}
