import type { Point } from '@boli/shared/core/fields';
import { z } from 'zod';

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
}

/** How a service wants to be asked; all answer in the shape of OSRM (https://project-osrm.org/docs/v5.24.0/api/). */
type AskRoute = (base: string, from: Point, to: Point) => Request;

const RouteReply = z.object({
  routes: z.array(z.object({ distance: z.number(), duration: z.number(), geometry: z.string() })).min(1),
});

const Refusal = z.object({ error_code: z.number().optional(), code: z.union([z.string(), z.number()]).optional() });

/** No road near a point, and no way between two: of Valhalla and of OSRM. */
const NO_WAY: readonly unknown[] = [171, 442, 154, 'NoRoute', 'NoSegment'];

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
  return {
    async route(from, to, signal) {
      const answer = await fetch(asks[kind](base, from, to), { signal });
      const body: unknown = await answer.json();
      if (answer.ok) {
        const [way] = RouteReply.parse(body).routes;
        return way ? { meters: way.distance, seconds: way.duration, shape: way.geometry } : null;
      }
      const { error_code, code } = Refusal.parse(body);
      if (NO_WAY.includes(error_code ?? code)) return null;
      throw new Error(`the router answered ${answer.status}: ${JSON.stringify(body).slice(0, 200)}`);
    },
  };
}
