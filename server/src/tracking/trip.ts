import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { within } from './drive';
import { flagged, isJump, type Place, type TrailPoint } from './plausibility';

/** The recorded drive between the start of a ride and its end, without noise. */
export interface Trip {
  /**
   * The parts of the drive, as smoothed positions about `SPACING_M` apart. A new part begins where no car could have come
   * from the last position.
   */
  legs: Point[][];
  /** The length of the legs in metres. */
  meters: number;
  /** From the first position to the last. */
  seconds: number;
}

/** A drive is measured from at least this many positions, which span at least this time (ms). */
const LEAST_POINTS = 10;
const LEAST_MS = 20_000;
/** A leg with fewer positions is a place to which the receiver jumped and from which it came back. */
const LEAST_OF_A_LEG = 5;
/** The maximum number of positions that are used; of a longer trail only each n-th one is used. */
const MOST_POINTS = 20_000;
/** Milliseconds; a receiver's noise lasts for seconds, and a car takes about as long to turn a corner. */
const SMOOTH_MS = 4_000;
/** The best distance for matching; the positions of a standing device vary less than this. */
const SPACING_M = 60;
/** Metres; a shorter rest of a leg is noise. */
const LEAST_REST_M = 25;

/** The trip of a trail within a period; null if too little was recorded. */
export function tripOf(trail: readonly TrailPoint[], period: { from: Date; to: Date }): Trip | null {
  const points = plausible(within(trail, period));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < LEAST_POINTS || last[2] - first[2] < LEAST_MS) return null;
  const legs = legsOf(evenly(points, MOST_POINTS)).map((leg) => spaced(smoothed(leg)));
  const meters = Math.round(legs.reduce((sum, leg) => sum + lengthOf(leg), 0));
  return { legs, meters, seconds: Math.round((last[2] - first[2]) / 1_000) };
}

/** The plausible points: without those that were flagged on arrival, and without jumps that were not flagged. */
export function plausible(trail: readonly TrailPoint[]): TrailPoint[] {
  const clean = trail.filter(([, , , flag]) => flag === undefined);
  return flagged(clean.map(([lat, lng, at]) => ({ lat, lng, at, accuracy: null }))).filter(
    ([, , , flag]) => flag === undefined,
  );
}

/** At most `most` of the points, at even steps, and the last point in addition if no step reaches it. */
export function evenly<P>(points: readonly P[], most: number): P[] {
  const step = Math.ceil(points.length / most);
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
}

function legsOf(points: readonly TrailPoint[]): TrailPoint[][] {
  const legs: TrailPoint[][] = [];
  let before: TrailPoint | null = null;
  for (const point of points) {
    const leg = legs.at(-1);
    if (before && leg && !isJump(placeOf(before), placeOf(point))) leg.push(point);
    else legs.push([point]);
    before = point;
  }
  return legs.filter((leg) => leg.length >= LEAST_OF_A_LEG);
}

const placeOf = ([lat, lng, at]: TrailPoint): Place => ({ lat, lng, at, deviceTime: at, accuracy: null });

/** Each point as the mean of those within `SMOOTH_MS` of it; the first and the last of a leg stay unchanged. */
function smoothed(leg: readonly TrailPoint[]): Point[] {
  let [from, to, lats, lngs] = [0, 0, 0, 0];
  return leg.map(([lat, lng, at], index) => {
    for (let next = leg[to]; next && next[2] <= at + SMOOTH_MS; next = leg[++to]) {
      lats += next[0];
      lngs += next[1];
    }
    for (let old = leg[from]; old && old[2] < at - SMOOTH_MS; old = leg[++from]) {
      lats -= old[0];
      lngs -= old[1];
    }
    const isEnd = index === 0 || index === leg.length - 1;
    return isEnd ? { lat, lng } : { lat: lats / (to - from), lng: lngs / (to - from) };
  });
}

/** Points at least `SPACING_M` apart; also the last one, if it is further away than noise. */
function spaced(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (!last || distanceKm(last, point) * 1_000 >= SPACING_M) kept.push(point);
  }
  const [last, end] = [kept.at(-1), points.at(-1)];
  if (last && end && distanceKm(last, end) * 1_000 >= LEAST_REST_M) kept.push(end);
  return kept;
}

/** The length in metres. */
function lengthOf(points: readonly Point[]): number {
  let sum = 0;
  let before: Point | null = null;
  for (const point of points) {
    if (before) sum += distanceKm(before, point) * 1_000;
    before = point;
  }
  return sum;
}
