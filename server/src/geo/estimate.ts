import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Route } from '@boli/shared/geo/geo.schema';

/** Roads are this much longer than the straight line: the median of a real city. */
const ROAD_OVER_STRAIGHT = 1.4;
const KM_PER_HOUR = 22;

/**
 * Estimates the distance and time between two points from the straight line, where no road network is known. Screens
 * show it with "about".
 */
export function estimateRoute(from: Point, to: Point): Route {
  const km = distanceKm(from, to) * ROAD_OVER_STRAIGHT;
  return {
    distance_km: Number(km.toFixed(2)),
    duration_s: Math.round((km / KM_PER_HOUR) * 3_600),
    shape: null,
    source: 'estimate',
  };
}
