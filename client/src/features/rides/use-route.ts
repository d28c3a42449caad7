import type { Point } from '@boli/shared/core/fields';
import { findRoute } from '@boli/shared/geo/geo.endpoints';
import type { Route } from '@boli/shared/geo/geo.schema';
import { useEffect, useState } from 'react';
import { call } from '../../core/api';

/** A pin that is being moved about asks once it rests. */
const DEBOUNCE_MS = 300;

/** The way between the two ends; null until both are chosen and it is known, and where it cannot be learned. */
export function useRoute(from: Point | null, to: Point | null): Route | null {
  const [route, setRoute] = useState<Route | null>(null);
  const key = from && to ? `${from.lat},${from.lng},${to.lat},${to.lng}` : null;
  useEffect(() => {
    setRoute(null);
    if (key === null) return;
    const [fromLat = 0, fromLng = 0, toLat = 0, toLng = 0] = key.split(',').map(Number);
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const body = { from: { lat: fromLat, lng: fromLng }, to: { lat: toLat, lng: toLng } };
      // Without an answer the straight line stays.
      call(findRoute, { body, signal: leaving.signal }).then(setRoute, () => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  return route;
}
