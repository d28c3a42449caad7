import type { Route } from '@boli/shared/geo/geo.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { t } from './t';

/** "7.3 km · 18 min" by road; for an estimate "about 7 km · about 20 min". */
export function roadText({
  distance_km,
  duration_s,
  source,
}: Pick<Route, 'distance_km' | 'duration_s' | 'source'>): string {
  const min = shownMinutes(duration_s, source);
  if (source === 'roads') return t('rides.by_road', { km: distance_km.toFixed(1), min });
  return t('rides.by_estimate', { km: Math.max(1, Math.round(distance_km)), min });
}
