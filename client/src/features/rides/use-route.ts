import type { Point } from '@boli/shared/core/fields';
import type { PricedRoute } from '@boli/shared/fares/fares.schema';
import { findRoute } from '@boli/shared/geo/geo.endpoints';
import { useEffect, useState } from 'react';
import { call } from '../../core/api';

/** Milliseconds for which a pin has to rest before its route is requested. */
const DEBOUNCE_MS = 300;

/**
 * An estimate, although there are roads, means that the router was unavailable: the route is requested again after
 * this time (ms).
 */
const AGAIN_MS = 4_000;
const TIMES = 3;

/** A route between two points (`ends`, as text), and the departure time of its minutes: ISO 8601, or null for now. */
interface TimedRoute {
  ends: string;
  at: string | null;
  route: PricedRoute;
}

interface Wanted {
  from: Point | null;
  to: Point | null;
  at: string | null;
}

/**
 * The route between two points; null until both are chosen and the route is known, or if it cannot be read. While the
 * route for another time is requested, the previous one is returned. With `hasRoads`, the route is requested again, at
 * most twice, if the answer is an estimate or the request fails.
 */
export function useRoute({ from, to, at }: Wanted, hasRoads: boolean): TimedRoute | null {
  const [found, setFound] = useState<TimedRoute | null>(null);
  const key = from && to ? `${from.lat},${from.lng},${to.lat},${to.lng}` : null;
  useEffect(() => {
    if (key === null) return;
    const [fromLat = 0, fromLng = 0, toLat = 0, toLng = 0] = key.split(',').map(Number);
    const leaving = new AbortController();
    const ends = { from: { lat: fromLat, lng: fromLng }, to: { lat: toLat, lng: toLng } };
    const body = at === null ? ends : { ...ends, at };
    let timer: ReturnType<typeof setTimeout>;
    const ask = (times: number, ms: number) => {
      timer = setTimeout(() => {
        const again = () => times > 1 && hasRoads && !leaving.signal.aborted && ask(times - 1, AGAIN_MS);
        call(findRoute, { body, signal: leaving.signal }).then((route) => {
          setFound({ ends: key, at, route });
          if (route.source === 'estimate') again();
          // Without an answer the straight line stays.
        }, again);
      }, ms);
    };
    ask(TIMES, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, at, hasRoads]);
  return found?.ends === key ? found : null;
}
