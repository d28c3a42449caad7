import type { Route } from './geo.schema';

/** Rounds kilometres as screens show them: by road to one decimal; an estimate to a whole number, at least one. */
export function shownKm({ distance_km, source }: Pick<Route, 'distance_km' | 'source'>): number {
  return source === 'roads' ? Number(distance_km.toFixed(1)) : Math.max(1, Math.round(distance_km));
}

/** Kilometres as a whole number of hundreds of metres, because sums and differences of decimals are not exact. */
export const hundredMetres = (km: number): number => Math.round(km * 10);
