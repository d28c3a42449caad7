import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Route } from '@boli/shared/geo/geo.schema';

const KM_PER_HOUR = 22;

/**
 * Estimates the distance and time between two points from the straight line, where no road network is known. Screens
 * show it with "about".
 */
export function estimateRoute(from: Point, to: Point): Route {
  const km = estimatedRoadKm(from, to);
  return {
    distance_km: Number(km.toFixed(2)),
    duration_s: Math.round((km / KM_PER_HOUR) * 3_600),
    shape: null,
    source: 'estimate',
  };
}
