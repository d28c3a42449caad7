import type { Point } from '@boli/shared/core/fields';
import { z } from 'zod';
import { type Trace, traceOf, traceRequests } from './trace';

/** A way along the road network, as fast as the law allows. */
export interface RoadWay {
  meters: number;
  seconds: number;
  /** A polyline with six decimals. */
  shape: string;
}

/** A routing service. Each call rejects where the service is away; a way that there is not is null. */
export interface Router {
  route(from: Point, to: Point, signal: AbortSignal): Promise<RoadWay | null>;
  /** The roads that these positions follow, in their order; null where they follow none. */
  trace(points: readonly Point[], signal: AbortSignal): Promise<Trace | null>;
  /** How many positions one call of `trace` may have. */
  readonly maxTracePoints: number;
}

/** How a service wants to be asked; all answer in the shape of OSRM (https://project-osrm.org/docs/v5.24.0/api/). */
type AskRoute = (base: string, from: Point, to: Point) => Request;

const RouteReply = z.object({
  routes: z.array(z.object({ distance: z.number(), duration: z.number(), geometry: z.string() })).min(1),
});

const Refusal = z.object({ error_code: z.number().optional(), code: z.union([z.string(), z.number()]).optional() });

/** No road near a point, no way between two, and positions that follow no road: of Valhalla and of OSRM. */
const NO_WAY: readonly unknown[] = [171, 442, 154, 443, 444, 'NoRoute', 'NoSegment', 'NoMatch'];

/** Further from a road than this a point is not taken to the nearest one. */
const SNAP_METERS = 1_000;

const askValhalla: AskRoute = (base, from, to) => {
  const location = ({ lat, lng }: Point) => ({ lat, lon: lng, search_cutoff: SNAP_METERS });
  const query = {
    locations: [location(from), location(to)],
    costing: 'auto',
    format: 'osrm',
    shape_format: 'polyline6',
    directions_type: 'none',
  };
  return new Request(`${base}/route`, { method: 'POST', body: JSON.stringify(query) });
};

const askOsrm: AskRoute = (base, from, to) => {
  const path = [from, to].map(({ lat, lng }) => `${lng},${lat}`).join(';');
  const options = `overview=full&geometries=polyline6&radiuses=${SNAP_METERS};${SNAP_METERS}`;
  return new Request(`${base}/route/v1/driving/${path}?${options}`);
};

const asks: Readonly<Record<'valhalla' | 'osrm', AskRoute>> = { valhalla: askValhalla, osrm: askOsrm };

/** A routing service of this kind at this address. */
export function routerAt(url: string, kind: 'valhalla' | 'osrm'): Router {
  const base = url.replace(/\/+$/, '');
  const { request: askTrace, maxPoints } = traceRequests[kind];
  return {
    async route(from, to, signal) {
      const body = await ask(asks[kind](base, from, to), signal);
      const way = body === null ? undefined : RouteReply.parse(body).routes[0];
      return way ? { meters: way.distance, seconds: way.duration, shape: way.geometry } : null;
    },
    async trace(points, signal) {
      const body = await ask(askTrace(base, points), signal);
      return body === null ? null : traceOf(body);
    },
    maxTracePoints: maxPoints,
  };
}

/** What a service answers; null where it says that there is no way. Rejects for every other failure. */
async function ask(request: Request, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(request, { signal });
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const { error_code, code } = Refusal.parse(body);
  if (NO_WAY.includes(error_code ?? code)) return null;
  throw new Error(`the router answered ${answer.status}: ${JSON.stringify(body).slice(0, 200)}`);
}
