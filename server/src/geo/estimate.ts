import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Route } from '@boli/shared/geo/geo.schema';

const KM_PER_HOUR = 22;

/** What a way takes where no road network is known: from the straight line. To be shown with "about". */
export function estimateRoute(from: Point, to: Point): Route {
  const km = estimatedRoadKm(from, to);
  return {
    distance_km: Number(km.toFixed(2)),
    duration_s: Math.round((km / KM_PER_HOUR) * 3_600),
    shape: null,
    source: 'estimate',
  };
}
