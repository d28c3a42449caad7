import { radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline, encodePolyline } from '@boli/shared/geo/polyline';

const METRES_PER_DEGREE = 111_195;
/** No eye sees less on the map of a whole ride. */
const LEAST_TOLERANCE_M = 2;

/**
 * The line with at most so many characters: points are left out that lie within a tolerance of the rest (Douglas and
 * Peucker), which grows until it fits. The first and the last point stay. A line that is short enough is as it was.
 */
export function thinPolyline(shape: string, maxLength: number): string {
  const points = decodePolyline(shape);
  let thin = shape;
  for (let tolerance = LEAST_TOLERANCE_M; thin.length > maxLength && thin !== ''; tolerance *= 2) {
    const kept = simplified(points, tolerance);
    thin = encodePolyline(kept);
    if (kept.length <= 2) break;
  }
  return thin;
}

function simplified(points: readonly Point[], tolerance: number): Point[] {
  const last = points.length - 1;
  const kept = new Set([0, last]);
  const parts = [[0, last]];
  for (const [from = 0, to = 0] of parts) {
    const [a, b] = [points[from], points[to]];
    if (!a || !b) continue;
    let [furthest, distance] = [-1, tolerance];
    for (let at = from + 1; at < to; at++) {
      const point = points[at];
      const away = point ? metresFrom(a, b, point) : 0;
      if (away > distance) [furthest, distance] = [at, away];
    }
    if (furthest < 0) continue;
    kept.add(furthest);
    parts.push([from, furthest], [furthest, to]);
  }
  return points.filter((_, at) => kept.has(at));
}

/** How far a point lies from the straight part between two others, on a plane: parts are a few kilometres long. */
function metresFrom(a: Point, b: Point, point: Point): number {
  const scale = Math.cos(radians(a.lat));
  const flat = ({ lat, lng }: Point) => [(lng - a.lng) * scale * METRES_PER_DEGREE, (lat - a.lat) * METRES_PER_DEGREE];
  const [endX = 0, endY = 0] = flat(b);
  const [x = 0, y = 0] = flat(point);
  const length = endX ** 2 + endY ** 2;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * endX + y * endY) / length));
  return Math.hypot(x - along * endX, y - along * endY);
}
