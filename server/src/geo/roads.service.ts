import type { Point } from '@boli/shared/core/fields';
import type { Route } from '@boli/shared/geo/geo.schema';
import { runningCity } from '../city/city.launch';
import { logger } from '../core/logger';
import { countUse } from '../core/rate-limit';
import { settings } from '../settings';
import { estimateRoute } from './estimate';
import { type Router, routerAt } from './router';

/** An answer is due within 3 seconds, an estimate at once after. */
const ANSWER_WITHIN_MS = 1_200;
const TRIES = 2;
const ROUTES_OF_ONE = { points: 30, seconds: 60 };

/** The way between two points for a person who asks. Throws 429 beyond 30 a minute. */
export async function routeFor(who: string, from: Point, to: Point): Promise<Route> {
  await countUse('routes', who, ROUTES_OF_ONE);
  return roadBetween(from, to);
}

/**
 * The way between two points along the road network, with the time that it takes in this city's traffic; an estimate
 * where there is no router, it is away, or no road leads there. Never rejects.
 */
export async function roadBetween(from: Point, to: Point): Promise<Route> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const router = currentRouter();
    if (!router) break;
    try {
      const way = await router.route(from, to, AbortSignal.timeout(ANSWER_WITHIN_MS));
      if (!way) break;
      return {
        distance_km: Number((way.meters / 1_000).toFixed(2)),
        duration_s: Math.round(way.seconds * settings().ROAD_TIME_FACTOR),
        shape: way.shape,
        source: 'roads',
      };
    } catch (error) {
      // The child that serves the city may just have been started again.
      logger.warn({ err: error, attempt }, 'the router failed');
    }
  }
  return estimateRoute(from, to);
}

/** The router that the settings name, else that of the installed city; null where there is none. */
export function currentRouter(): Router | null {
  const { ROUTER_URL, ROUTER_KIND } = settings();
  if (ROUTER_URL) return routerAt(ROUTER_URL, ROUTER_KIND);
  const city = runningCity();
  return city?.roads ? routerAt(city.url, 'valhalla') : null;
}
