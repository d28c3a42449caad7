import type { Route } from './geo.schema';

/** Rounds kilometres to those that are shown: to one decimal by road, to whole ones, at least one, for an estimate. */
export function shownKm({ distance_km, source }: Pick<Route, 'distance_km' | 'source'>): number {
  return source === 'roads' ? Number(distance_km.toFixed(1)) : Math.max(1, Math.round(distance_km));
}

/** Kilometres in steps of 100 m as an integer, because sums and differences of decimals are not exact. */
export const hundredMetres = (km: number): number => Math.round(km * 10);
