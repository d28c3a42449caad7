import { radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline, encodePolyline } from '@boli/shared/geo/polyline';

/** A line that is shown is no longer than this: what is left out cannot be seen on a phone. */
export const MAX_SHAPE_LENGTH = 2_000;

/** What a point adds in characters at the very least: of more points than that none has to be tried. */
const LEAST_CHARACTERS = 2;
/** Of a longer line only points at even steps are looked at, because the server stands still meanwhile. */
const MAX_POINTS = 750;

/**
 * The line with at most so many characters: it keeps the points that make out its course (Douglas and Peucker), as many
 * of them as fit. The first and the last point stay. A line that is short enough is as it was.
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

/** At most so many of the points, at even steps, the last one among them. */
function evenly(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
}

/**
 * How much each point makes out of the line's course: the distance (in some unit) that it lies from the line without it,
 * never more than that of the point by which its part was found.
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

/** How far a point lies from the straight part between two others, squared, on a plane: lines are some kilometres long. */
function distanceFrom(
  xs: Float64Array,
  ys: Float64Array,
  { from, to, at }: Record<'from' | 'to' | 'at', number>,
): number {
  // No arrays here: this runs some hundred thousand times.
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
