import type { Point } from '@boli/shared/core/fields';
import { findRoute } from '@boli/shared/geo/geo.endpoints';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { type Api, CallFailed } from './api';
import { type TrackPoint, trackOf } from './track';

/** A person has 30 routes a minute; who has asked for this many drives straight on. */
const ROUTES_A_MINUTE = 25;
const MINUTE_MS = 60_000;
/** Trips repeat themselves, ways to a pickup do not. */
const REMEMBERED = 500;

/** Finds the way between two points for somebody who drives: along the road, else straight. */
export type FindWay = (token: string, from: Point, to: Point) => Promise<readonly TrackPoint[]>;

/** Opens the ways of a town. Without roads nothing is asked and every way is straight; `onRoad` hears of each other one. */
export function openWays(
  api: Pick<Api, 'call'>,
  hasRoads: boolean,
  onRoad: () => void,
  now: () => number = () => performance.now(),
): FindWay {
  const known = new Map<string, readonly TrackPoint[]>();
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
      // No answer and 5xx are counted with the call itself.
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
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    onRoad();
    return way;
  };
}
