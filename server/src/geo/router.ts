import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { z } from 'zod';
import { osrmPath } from './osrm-path';
import { shortText } from './short-text';
import { type Trace, traceOf, traceRequests } from './trace';

/** A way along the road network, at legal speeds without traffic. */
export interface RoadWay {
  meters: number;
  seconds: number;
  /** A polyline with six decimals. */
  shape: string;
}

/** A way of a matrix. `meters` is null if the service gives no length, or gives it in another unit. */
export interface MatrixWay {
  seconds: number;
  meters: number | null;
}

/**
 * A routing service. Each call rejects if the service does not answer or refuses the request. It resolves with null if
 * there is no way.
 */
export interface Router {
  route(from: Point, to: Point, signal: AbortSignal): Promise<RoadWay | null>;
  /**
   * The ways from one point to each of the others, in their order; null for a point without a road, which does not
   * affect the others.
   */
  matrix(from: Point, to: readonly Point[], signal: AbortSignal): Promise<(MatrixWay | null)[]>;
  /** The roads that these positions follow, in their order; null if they follow none. */
  trace(points: readonly Point[], signal: AbortSignal): Promise<Trace | null>;
  /** The maximum number of positions in one call of `trace`. */
  readonly maxTracePoints: number;
}

/** The request format of a service; all answer in the format of OSRM (https://project-osrm.org/docs/v5.24.0/api/). */
interface Dialect {
  route(base: string, from: Point, to: Point): Request;
  /** A matrix of one source. */
  matrix(base: string, from: Point, to: readonly Point[]): Request;
  /**
   * The request that finds the points near a road, for a service that refuses a whole matrix because of one point
   * without a road.
   */
  locate: ((base: string, points: readonly Point[]) => Request) | null;
}

const RouteReply = z.object({
  routes: z.array(z.object({ distance: z.number(), duration: z.number(), geometry: z.string() })).min(1),
});

/**
 * The place on a road to which a point was moved, and its distance from the point in metres. Older versions of OSRM
 * return only the place.
 */
const Snapped = z.object({
  distance: z.number().optional(),
  location: z.tuple([z.number(), z.number()]).optional(),
});

const MatrixReply = z.object({
  durations: z.tuple([z.array(z.number().nullable())]),
  distances: z.tuple([z.array(z.number().nullable())]).optional(),
  destinations: z.array(Snapped.nullable()),
  sources: z.tuple([Snapped]),
});

const LocateReply = z.array(z.object({ edges: z.array(z.unknown()).nullish() }));

const Refusal = z.object({ error_code: z.number().optional(), code: z.union([z.string(), z.number()]).optional() });

/**
 * The error codes of Valhalla and of OSRM for no road near a point, for no way between two points, and for positions
 * that follow no road.
 */
const NO_WAY: readonly unknown[] = [171, 442, 154, 443, 444, 'NoRoute', 'NoSegment', 'NoMatch', 'NoTable'];
/** The error codes of Valhalla and of OSRM for more points than the service accepts. */
const TOO_BIG: readonly unknown[] = [150, 153, 'TooBig'];

/** Bytes; a way of 200 kilometres takes some 75,000, and a longer one is not a cab ride. */
const MAX_REPLY_BYTES = 500_000;

/** A point that is further than this from the nearest road is not moved to it. */
const SNAP_METERS = 1_000;

const post = (url: string, query: object) =>
  new Request(url, { method: 'POST', body: JSON.stringify({ ...query, costing: 'auto' }) });
const location = ({ lat, lng }: Point) => ({ lat, lon: lng, search_cutoff: SNAP_METERS });

const valhalla: Dialect = {
  route: (base, from, to) =>
    post(`${base}/route`, {
      locations: [from, to].map(location),
      format: 'osrm',
      shape_format: 'polyline6',
      directions_type: 'none',
    }),
  matrix: (base, from, to) =>
    post(`${base}/sources_to_targets`, { sources: [location(from)], targets: to.map(location), format: 'osrm' }),
  locate: (base, points) => post(`${base}/locate`, { locations: points.map(location), verbose: false }),
};

const osrm: Dialect = {
  route: (base, from, to) =>
    new Request(
      `${osrmPath(base, 'route', [from, to])}&overview=full&geometries=polyline6&radiuses=${SNAP_METERS};${SNAP_METERS}`,
    ),
  // Without radiuses every point is moved to a road; the answer contains the distance.
  matrix: (base, from, to) =>
    new Request(
      `${osrmPath(base, 'table', [from, ...to])}&sources=0&destinations=${to.map((_, at) => at + 1).join(';')}&annotations=duration,distance`,
    ),
  locate: null,
};

const dialects: Readonly<Record<'valhalla' | 'osrm', Dialect>> = { valhalla, osrm };

/** Creates the client of a routing service of this kind at this URL. */
export function routerAt(url: string, kind: 'valhalla' | 'osrm'): Router {
  const base = url.replace(/\/+$/, '');
  const { request: askTrace, maxPoints } = traceRequests[kind];
  const dialect = dialects[kind];
  const isNearRoad = async (points: readonly Point[], signal: AbortSignal): Promise<boolean[]> => {
    if (!dialect.locate) return points.map(() => true);
    const found = LocateReply.parse(await ask(dialect.locate(base, points), signal));
    return points.map((_, at) => (found[at]?.edges?.length ?? 0) > 0);
  };
  return {
    async route(from, to, signal) {
      const body = await ask(dialect.route(base, from, to), signal);
      const way = body === null ? undefined : RouteReply.parse(body).routes[0];
      return way ? { meters: way.distance, seconds: way.duration, shape: way.geometry } : null;
    },
    async matrix(from, to, signal) {
      const [isFromNear, ...areNear] = await isNearRoad([from, ...to], signal);
      const near = to.filter((_, at) => areNear[at]);
      if (!isFromNear || near.length === 0) return to.map(() => null);
      const body = await ask(dialect.matrix(base, from, near), signal);
      const found = body === null ? [] : waysOf(body, from, near);
      let at = 0;
      return areNear.map((isNear) => (isNear ? (found[at++] ?? null) : null));
    },
    async trace(points, signal) {
      const body = await ask(askTrace(base, points), signal);
      return body === null ? null : traceOf(body);
    },
    maxTracePoints: maxPoints,
  };
}

/** The service is available and refuses this request: a repeat is useless, and other requests are not affected. */
export class Refused extends Error {}

/** The request has more points than the service accepts in one request. */
export class TooBig extends Refused {}

/** Whether a status means that the request is at fault. 408 and 429 mean that the service is overloaded. */
const isOfRequest = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * The answer of a service; null if it states that there is no way. Rejects with `Refused` if the service refuses the request,
 * with `TooLong` if the answer is too long, else with any other error.
 */
async function ask(request: Request, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(request, { signal });
  const body: unknown = JSON.parse(await shortText(answer, MAX_REPLY_BYTES));
  if (answer.ok) return body;
  const { error_code, code } = Refusal.parse(body);
  if (NO_WAY.includes(error_code ?? code)) return null;
  const reason = `the router answered ${answer.status}: ${JSON.stringify(body).slice(0, 200)}`;
  if (TOO_BIG.includes(error_code ?? code)) throw new TooBig(reason);
  throw isOfRequest(answer.status) ? new Refused(reason) : new Error(reason);
}

function waysOf(body: unknown, from: Point, to: readonly Point[]): (MatrixWay | null)[] {
  const { durations, distances, sources, destinations } = MatrixReply.parse(body);
  const isFromNear = isSnappedNear(from, sources[0]);
  return durations[0].map((seconds, at) => {
    const [point, snapped] = [to[at], destinations[at]];
    const isNear = isFromNear && (!point || !snapped || isSnappedNear(point, snapped));
    if (!isNear || seconds === null) return null;
    const meters = distances?.[0][at] ?? null;
    return { seconds, meters: point && meters !== null && isLength(meters, from, point) ? meters : null };
  });
}

/**
 * Whether a way between two points may have this many metres, given that each may have been moved to a road. Older
 * versions of Valhalla give kilometres, whose number is too small.
 */
function isLength(meters: number, from: Point, to: Point): boolean {
  const straight = distanceKm(from, to) * 1_000;
  return meters >= straight - 2 * SNAP_METERS && (meters >= 50 || straight < 50);
}

function isSnappedNear(
  point: Point,
  { distance, location: [lng, lat] = [point.lng, point.lat] }: z.infer<typeof Snapped>,
) {
  return (distance ?? distanceKm(point, { lat, lng }) * 1_000) <= SNAP_METERS;
}
