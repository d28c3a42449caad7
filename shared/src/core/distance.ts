import type { Point } from './fields';

/** The mean radius of the earth, for every distance. */
export const EARTH_RADIUS_KM = 6371.0088;
/** Converts degrees to radians. */
export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres (haversine, mean earth radius). */
export function distanceKm(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat);
  const dLng = radians(to.lng - from.lng);
  const a = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** The length of a road relative to the straight line: the median of a real city. */
const ROAD_OVER_STRAIGHT = 1.4;

/** The probable length of a way whose road is not known, in kilometres. To be shown with "about". */
export function estimatedRoadKm(from: Point, to: Point): number {
  return distanceKm(from, to) * ROAD_OVER_STRAIGHT;
}

/** A usual speed of cars in a town, by which the duration of a way whose road is not known is estimated. */
const KM_PER_HOUR = 22;

/** The probable duration of a way of this length (km) whose road is not known, in seconds. To be shown with "about". */
export function estimatedRoadSeconds(km: number): number {
  return Math.round((km / KM_PER_HOUR) * 3_600);
}

/** Distance as shown: kilometres with one decimal. */
export function shownDistanceKm(from: Point, to: Point): number {
  return Math.round(distanceKm(from, to) * 10) / 10;
}

/** Whether two points are the same on any map: equal to five decimals (about a metre). */
export function samePoint(a: Point, b: Point): boolean {
  return a.lat.toFixed(5) === b.lat.toFixed(5) && a.lng.toFixed(5) === b.lng.toFixed(5);
}
