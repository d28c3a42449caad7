import { EARTH_RADIUS_KM, radians } from '../core/distance';
import type { Point } from '../core/fields';
import { decodePolyline } from './polyline';

/** A way as a line on a plane, in metres east and north of its first point. Within a city its distances are true. */
export interface Line {
  readonly origin: Point;
  readonly east: Float64Array;
  readonly north: Float64Array;
  /** Metres from the beginning to each point. */
  readonly passed: Float64Array;
  readonly meters: number;
}

/** The projection of a position onto a line: metres off it, and metres along it from its beginning. */
export interface Progress {
  readonly off: number;
  readonly along: number;
}

/** A car further than this (metres) from its line may have left the line, so its progress is unknown. */
export const OFF_M = 60;

const METERS_A_DEGREE = radians(1) * EARTH_RADIUS_KM * 1_000;
/**
 * The car is first searched for this far behind and ahead of its last place, so that it does not jump to another part
 * where the line crosses itself. If it is not there, the whole line is searched.
 */
const BEHIND_M = 150;
const AHEAD_M = 1_000;

/** Projects an encoded polyline onto a plane; null if it has no length. */
export function lineOf(shape: string): Line | null {
  return lineThrough(decodePolyline(shape));
}

/** The line through these points; null if it has no length. */
export function lineThrough(points: readonly Point[]): Line | null {
  const [origin] = points;
  if (!origin || points.length < 2) return null;
  const shrink = Math.cos(radians(origin.lat));
  const east = new Float64Array(points.length);
  const north = new Float64Array(points.length);
  const passed = new Float64Array(points.length);
  let sum = 0;
  let before = { x: 0, y: 0 };
  for (const [n, { lat, lng }] of points.entries()) {
    const x = (lng - origin.lng) * METERS_A_DEGREE * shrink;
    const y = (lat - origin.lat) * METERS_A_DEGREE;
    sum += Math.sqrt((x - before.x) ** 2 + (y - before.y) ** 2);
    [east[n], north[n], passed[n]] = [x, y, sum];
    before = { x, y };
  }
  return sum > 0 ? { origin, east, north, passed, meters: sum } : null;
}

function onPlane(origin: Point, { lat, lng }: Point) {
  return {
    east: (lng - origin.lng) * METERS_A_DEGREE * Math.cos(radians(origin.lat)),
    north: (lat - origin.lat) * METERS_A_DEGREE,
  };
}

/**
 * Projects a car onto a line. `from` is the car's last place, in metres along the line. If the line near that place is
 * within `reach` metres of the car, the projection lies there; otherwise it is the nearest point of the whole line.
 */
export function progressOn(line: Line, at: Point, { from, reach }: { from: number; reach: number }): Progress {
  const near = nearest(line, at, { from: from - BEHIND_M, to: from + AHEAD_M });
  if (near.off <= reach) return near;
  return nearest(line, at, { from: 0, to: line.meters });
}

/** The nearest point on the part of the line between two distances along it. */
function nearest(line: Line, at: Point, part: { from: number; to: number }): Progress {
  const { east, north, passed } = line;
  const point = onPlane(line.origin, at);
  let best = { off: Number.POSITIVE_INFINITY, along: 0 };
  for (let n = firstSegment(passed, part.from); n + 1 < passed.length; n++) {
    const begin = passed[n] ?? 0;
    if (begin > part.to) break;
    const [x, y] = [east[n] ?? 0, north[n] ?? 0];
    const [dx, dy] = [(east[n + 1] ?? 0) - x, (north[n + 1] ?? 0) - y];
    const square = dx * dx + dy * dy;
    const share = square > 0 ? ((point.east - x) * dx + (point.north - y) * dy) / square : 0;
    const held = Math.min(1, Math.max(0, share));
    const off = Math.hypot(point.east - x - held * dx, point.north - y - held * dy);
    if (off < best.off) best = { off, along: begin + held * ((passed[n + 1] ?? begin) - begin) };
  }
  return best;
}

/** The last segment that begins at or before this distance. */
function firstSegment(passed: Float64Array, length: number): number {
  let [low, high] = [0, passed.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((passed[middle] ?? 0) <= length) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The points of a line before and after the place that is this many metres along it; both parts contain that place. */
export function splitLine(line: Line, points: readonly Point[], along: number): { behind: Point[]; ahead: Point[] } {
  const n = firstSegment(line.passed, along);
  const [begin, end] = [points[n] ?? line.origin, points[n + 1] ?? line.origin];
  const from = line.passed[n] ?? 0;
  const length = (line.passed[n + 1] ?? from) - from;
  const share = length > 0 ? Math.min(1, Math.max(0, (along - from) / length)) : 0;
  const place = {
    lat: begin.lat + (end.lat - begin.lat) * share,
    lng: begin.lng + (end.lng - begin.lng) * share,
  };
  return { behind: [...points.slice(0, n + 1), place], ahead: [place, ...points.slice(n + 1)] };
}
