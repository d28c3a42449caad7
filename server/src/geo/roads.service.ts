import type { Point } from '@boli/shared/core/fields';
import type { RoadSource, Route, RouteInput } from '@boli/shared/geo/geo.schema';
import { runningCity } from '../city/city.launch';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { countUse } from '../core/rate-limit';
import { settings } from '../settings';
import { estimateRoute } from './estimate';
import { Outage, type Pauses } from './outage';
import { Refused, type Router, routerAt } from './router';
import { TooLong } from './short-text';
import { timeFactor } from './time-factor';

/** A call has to be answered within 3 seconds; the estimate follows immediately after this time. */
const ANSWER_WITHIN_MS = 2_400;
const ATTEMPT_WITHIN_MS = 1_200;
/** A call that only adds the road to its answer waits at most this long for the router. */
const ADDITION_WITHIN_MS = 300;
/**
 * The process of the installed city is restarted soon after it exits. In the pauses of any router, estimates are
 * returned immediately.
 */
const OWN_PAUSES: Pauses = { first: 500, longest: 500 };
const PAUSES: Pauses = { first: 500, longest: 10_000 };
const ROUTES_OF_ONE = { points: 30, seconds: 60 };

/** The duration of a way, with its source; `km` is null if the router gives no length. */
export interface Travel {
  seconds: number;
  km: number | null;
  source: RoadSource;
}

/**
 * The way between two points, in the traffic at the given time (default: now). Throws 429 for a person with more than 30
 * requests a minute.
 */
export async function routeFor(who: string, { from, to, at }: RouteInput): Promise<Route> {
  await countUse('routes', who, ROUTES_OF_ONE);
  return withoutTraffic(await routeWithin(ANSWER_WITHIN_MS, from, to, at ?? clock.now()));
}

/** A way, and the factor by which its free-flow seconds were multiplied. */
export interface TrafficRoute extends Route {
  traffic: number;
}

/**
 * Returns the way between two points along the road network, with its duration in this city's traffic; an estimate if
 * there is no router, if the router does not answer, or if no road connects the points. Never rejects.
 */
export async function roadBetween(from: Point, to: Point): Promise<Route> {
  return withoutTraffic(await routeWithin(ANSWER_WITHIN_MS, from, to));
}

/** Like `roadBetween`, with the factor of the traffic. */
export function roadInTraffic(from: Point, to: Point): Promise<TrafficRoute> {
  return routeWithin(ANSWER_WITHIN_MS, from, to);
}

/** Like `roadBetween` in the traffic of that time, for a call that must not wait: an estimate after 0.3 seconds. */
export async function roadInPassing(from: Point, to: Point, at: Date): Promise<Route> {
  return withoutTraffic(await routeWithin(ADDITION_WITHIN_MS, from, to, at));
}

/**
 * Returns the ways from one point to each of the others, in their order, in this city's traffic; an estimate for
 * each point without a road, and for all points when the router has not answered within 0.3 seconds. Never rejects.
 */
export async function travelInPassing(from: Point, to: readonly Point[]): Promise<Travel[]> {
  const found =
    to.length === 0 ? [] : await callRouter(ADDITION_WITHIN_MS, (router, signal) => router.matrix(from, to, signal));
  const traffic = timeFactor(clock.now(), from.lng);
  return to.map((point, at) => {
    const way = found?.[at];
    if (way) {
      const km = way.meters === null ? null : kmOf(way.meters);
      return { seconds: Math.round(way.seconds * traffic), km, source: 'roads' };
    }
    const { duration_s: seconds, distance_km: km } = estimateRoute(from, point);
    return { seconds, km, source: 'estimate' };
  });
}

const kmOf = (meters: number) => Number((meters / 1_000).toFixed(2));

async function routeWithin(ms: number, from: Point, to: Point, at = clock.now()): Promise<TrafficRoute> {
  const way = await callRouter(ms, (router, signal) => router.route(from, to, signal));
  if (!way) return { ...estimateRoute(from, to), traffic: 1 };
  const traffic = timeFactor(at, from.lng);
  return {
    distance_km: kmOf(way.meters),
    duration_s: Math.round(way.seconds * traffic),
    shape: way.shape,
    source: 'roads',
    traffic,
  };
}

function withoutTraffic({ traffic: _, ...route }: TrafficRoute): Route {
  return route;
}

const outage = new Outage();

/** Forgets the router's failures, for tests in which the router fails on purpose. */
export const forgetOutage = (): void => outage.forget();

/**
 * Calls the router, and calls it once more if that fails outside of an outage; both calls within `ms` milliseconds.
 * Null if there is no router, if the router does not answer or refuses the request, and during the pause after a failure.
 */
async function callRouter<T>(ms: number, call: (router: Router, signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const found = routerInUse();
  const turn = found ? outage.turn(found.url) : 'none';
  if (!found || turn === 'none') return null;
  const since = performance.now();
  const end = AbortSignal.timeout(ms);
  try {
    return await attempt(found, call, end);
  } catch (error) {
    if (isRefusal(error)) return null;
    // The child process that serves the city may just have been restarted.
    const next = turn === 'twice' && !end.aborted ? routerInUse() : null;
    if (!next) return failed(found, since, error);
    return attempt(next, call, end).catch((again: unknown) => (isRefusal(again) ? null : failed(next, since, again)));
  }
}

/** Calls the router once. Rejects if the router fails or refuses the request. */
async function attempt<T>(
  { url, router }: RouterInUse,
  call: (router: Router, signal: AbortSignal) => Promise<T>,
  end: AbortSignal,
): Promise<T> {
  try {
    const answer = await call(router, AbortSignal.any([end, AbortSignal.timeout(ATTEMPT_WITHIN_MS)]));
    noteAnswer(url);
    return answer;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    noteAnswer(url);
    logger.info({ reason: error.message }, 'the router refuses a request');
    throw error;
  }
}

function noteAnswer(url: string): void {
  if (outage.answered(url)) logger.warn('the router answers again');
}

function failed({ url, pauses }: RouterInUse, since: number, error: unknown): null {
  if (outage.failed(url, since, pauses)) logger.warn({ err: error }, 'the router fails; there are estimates meanwhile');
  return null;
}

const isRefusal = (error: unknown): error is Error => error instanceof Refused || error instanceof TooLong;

/** A router with its URL and its pauses after failures. */
interface RouterInUse {
  readonly url: string;
  readonly router: Router;
  readonly pauses: Pauses;
}

/** The router of the settings, else that of the installed city; null if there is none. */
export function currentRouter(): Router | null {
  return routerInUse()?.router ?? null;
}

function routerInUse(): RouterInUse | null {
  const { ROUTER_URL: url, ROUTER_KIND } = settings();
  if (url) return { url, router: routerAt(url, ROUTER_KIND), pauses: PAUSES };
  const city = runningCity();
  return city?.roads ? { url: city.url, router: routerAt(city.url, 'valhalla'), pauses: OWN_PAUSES } : null;
}
