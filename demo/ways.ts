import { BoundedMap } from '@boli/shared/core/bounded-map';
import type { Point } from '@boli/shared/core/fields';
import { findRoute } from '@boli/shared/geo/geo.endpoints';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { type Api, CallFailed } from './api';
import { type TrackPoint, trackOf } from './track';

/**
 * A simulated person requests at most this many routes a minute; further new ways are straight lines. The server allows
 * 30.
 */
const ROUTES_A_MINUTE = 25;
const MINUTE_MS = 60_000;
/** The maximum number of cached ways. */
const REMEMBERED = 500;

/** Finds the way between two points for a driver: along the road, else straight. */
export type FindWay = (token: string, from: Point, to: Point) => Promise<readonly TrackPoint[]>;

/**
 * Returns a `FindWay` with a cache. Without roads no route is requested and every way is straight; `onRoad` is called
 * for each way that follows a road.
 */
export function openWays(
  api: Pick<Api, 'call'>,
  hasRoads: boolean,
  onRoad: () => void,
  now: () => number = () => performance.now(),
): FindWay {
  const known = new BoundedMap<string, readonly TrackPoint[]>(REMEMBERED);
  const askedAt = new Map<string, number[]>();

  const mayAsk = (token: string): boolean => {
    const lately = (askedAt.get(token) ?? []).filter((time) => now() - time < MINUTE_MS);
    const isFree = lately.length < ROUTES_A_MINUTE;
    askedAt.set(token, isFree ? [...lately, now()] : lately);
    return isFree;
  };
  const ask = async (token: string, from: Point, to: Point): Promise<readonly TrackPoint[] | null> => {
    try {
      const { shape } = await api.call(findRoute, { token, body: { from, to } });
      const points = shape === null ? [] : decodePolyline(shape);
      return points.length > 1 ? trackOf(points) : null;
    } catch (error) {
      // After any failed call the way is straight. `api.call` has already reported a missing response or a 5xx.
      if (error instanceof CallFailed) return null;
      throw error;
    }
  };

  return async (token, from, to) => {
    const key = [from, to].map(({ lat, lng }) => `${lat},${lng}`).join(' ');
    let way = known.get(key) ?? null;
    if (!way && hasRoads && mayAsk(token)) way = await ask(token, from, to);
    if (!way) return trackOf([from, to]);
    known.set(key, way);
    onRoad();
    return way;
  };
}
