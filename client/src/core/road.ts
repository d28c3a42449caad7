import type { Route } from '@boli/shared/geo/geo.schema';
import { t } from './t';

/** From here on estimated minutes are shown in fives: they are not known better. */
const ROUGH_FROM_MIN = 10;

/** Whole minutes as they are shown, at least one. */
export function shownMinutes(seconds: number, source: Route['source']): number {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return source === 'estimate' && minutes > ROUGH_FROM_MIN ? Math.round(minutes / 5) * 5 : minutes;
}

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
