import type { Rates } from '@boli/shared/fares/fares.schema';
import { currentTariff, hourPercent } from './tariff';

/** The rates of a ride at this time; null if the server has no tariff. */
export function ratesAt(at: Date): Rates | null {
  const tariff = currentTariff();
  if (!tariff) return null;
  const { base, base_km, per_km, per_minute, class_percents } = tariff;
  return { base, base_km, per_km, per_minute, class_percents, hour_percent: hourPercent(tariff, at) };
}
