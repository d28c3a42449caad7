import { radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';

/** The maximum number of points; more are not visible in so small a drawing. */
const MOST_POINTS = 120;

const rounded = (value: number) => Math.round(value * 10) / 10;

/** About `MOST_POINTS` of the points, evenly chosen, with the first and the last. */
function thinned(points: readonly Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  return points.filter((_point, at) => at % step === 0 || at === points.length - 1);
}

/**
 * Projects points to a square drawing of `size` with a margin of `edge`: north up, in true proportions and centred. A
 * single place is drawn in the middle.
 */
export function scaledTo(points: readonly Point[], size: number, edge: number): { x: number; y: number }[] {
  const shown = thinned(points);
  const [first] = shown;
  if (!first) return [];
  // A degree of longitude is shorter than one of latitude.
  const flat = shown.map(({ lat, lng }) => ({ x: lng * Math.cos(radians(first.lat)), y: -lat }));
  const [xs, ys] = [flat.map(({ x }) => x), flat.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const longer = Math.max(width, height);
  const scale = longer === 0 ? 0 : (size - 2 * edge) / longer;
  return flat.map(({ x, y }) => ({
    x: rounded((size - width * scale) / 2 + (x - left) * scale),
    y: rounded((size - height * scale) / 2 + (y - top) * scale),
  }));
}
