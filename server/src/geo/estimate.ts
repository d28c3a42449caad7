import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Route } from '@boli/shared/geo/geo.schema';

/**
 * Estimates the distance and time between two points from the straight line, for use if no road network is known.
 * Screens show it with "about".
 */
export function estimateRoute(from: Point, to: Point): Route {
  const km = estimatedRoadKm(from, to);
  return {
    distance_km: Number(km.toFixed(2)),
    duration_s: estimatedRoadSeconds(km),
    shape: null,
    source: 'estimate',
  };
}
