import { radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline, encodePolyline } from '@boli/shared/geo/polyline';

/** The maximum length of a shown line in characters: a phone cannot show more detail. */
export const MAX_SHAPE_LENGTH = 2_000;

/** The minimum number of characters that a point adds: it bounds the number of points that have to be tried. */
const LEAST_CHARACTERS = 2;
/** A longer line is reduced to this many points at even steps first, because the computation blocks the event loop. */
const MAX_POINTS = 750;

/**
 * Thins a line to at most this many characters: it keeps the points that define its course (Douglas and Peucker), as
 * many as fit. The first and the last point stay. A line that is short enough is unchanged.
 */
export function thinPolyline(shape: string, maxLength: number): string {
  if (shape.length <= maxLength) return shape;
  const points = evenly(decodePolyline(shape));
  const weights = weightsOf(points);
  const heaviest = [...points.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  const lineOf = (count: number) => {
    const kept = new Set(heaviest.slice(0, count));
    return encodePolyline(points.filter((_, at) => kept.has(at)));
  };
  let [fits, tooMany] = [2, Math.min(points.length, Math.ceil(maxLength / LEAST_CHARACTERS)) + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (lineOf(middle).length <= maxLength) fits = middle;
    else tooMany = middle;
  }
  return lineOf(fits);
}

/** At most the maximum number of points, at even steps, including the last one. */
function evenly(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
}

/**
 * The weight of each point: its squared distance from the segment that would replace it. The weight is at most that of
 * the point at which its part of the line was split.
 */
function weightsOf(points: readonly Point[]): Float64Array {
  const last = points.length - 1;
  const scale = Math.cos(radians(points[0]?.lat ?? 0));
  const xs = Float64Array.from(points, ({ lng }) => lng * scale);
  const ys = Float64Array.from(points, ({ lat }) => lat);
  const weights = new Float64Array(points.length);
  weights[0] = weights[last] = Number.POSITIVE_INFINITY;
  const parts: [from: number, to: number, most: number][] = [[0, last, Number.POSITIVE_INFINITY]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to, most] = part;
    let [furthest, distance] = [-1, -1];
    for (let at = from + 1; at < to; at++) {
      const away = distanceFrom(xs, ys, { from, to, at });
      if (away > distance) [furthest, distance] = [at, away];
    }
    if (furthest < 0) continue;
    const weight = Math.min(most, distance);
    weights[furthest] = weight;
    parts.push([from, furthest, weight], [furthest, to, weight]);
  }
  return weights;
}

/**
 * The squared distance of a point from the straight segment between two others, on a plane: lines are only some
 * kilometres long.
 */
function distanceFrom(
  xs: Float64Array,
  ys: Float64Array,
  { from, to, at }: Record<'from' | 'to' | 'at', number>,
): number {
  // Avoids arrays, because it runs some hundred thousand times.
  const startX = xs[from] ?? 0;
  const startY = ys[from] ?? 0;
  const endX = (xs[to] ?? 0) - startX;
  const endY = (ys[to] ?? 0) - startY;
  const x = (xs[at] ?? 0) - startX;
  const y = (ys[at] ?? 0) - startY;
  const length = endX * endX + endY * endY;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * endX + y * endY) / length));
  return (x - along * endX) ** 2 + (y - along * endY) ** 2;
}
