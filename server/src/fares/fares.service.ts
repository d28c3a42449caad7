import type { Rates, Reference, VehicleClass } from '@boli/shared/fares/fares.schema';
import { referenceOfWay } from '@boli/shared/fares/reference';
import type { Road } from '@boli/shared/geo/geo.schema';
import { type RatesRecord, ratesOf } from './rates';
import { currentTariff, hourPercent } from './tariff';

/** The rates of a ride at this time; null if the server has no tariff. */
export function ratesAt(at: Date): Rates | null {
  const tariff = currentTariff();
  if (!tariff) return null;
  const { base, base_km, per_km, per_minute, class_percents } = tariff;
  return { base, base_km, per_km, per_minute, class_percents, hour_percent: hourPercent(tariff, at) };
}

/**
 * The usual price of a ride, computed from the road that the reader sees, so that it reveals nothing else. Null if no
 * rates were stored with the ride, or no road.
 */
export function referenceFor(
  road: Road | null,
  rates: RatesRecord | null | undefined,
  vehicleClass: VehicleClass | null = null,
): Reference | null {
  if (!road || !rates) return null;
  return referenceOfWay({ ...road, duration_s: road.duration_min * 60 }, ratesOf(rates), vehicleClass);
}
