import type { Point } from '@boli/shared/core/fields';
import { searchPlaces } from '@boli/shared/geo/geo.endpoints';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { useEffect, useState } from 'react';
import { looksLikeCoordinates } from '../../core/address';
import { call } from '../../core/api';

/** Typing goes on for this long before a search is worth it. */
const DEBOUNCE_MS = 150;
const LEAST_LETTERS = 2;
const LIMIT = 5;

/**
 * The places for what is being typed, near ones first; none while nothing is typed (null), for coordinates, and where no
 * place search is installed. A newer text ends the search for an older one.
 */
export function usePlaceSearch(typed: string | null, near: Point): FoundPlace[] {
  const [found, setFound] = useState<FoundPlace[]>([]);
  const { lat, lng } = near;
  useEffect(() => {
    const q = typed?.trim() ?? '';
    if (q.length < LEAST_LETTERS || looksLikeCoordinates(q)) {
      setFound([]);
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(searchPlaces, {
        query: { q, lat: String(lat), lng: String(lng), limit: LIMIT },
        signal: leaving.signal,
      }).then(
        ({ places }) => setFound(places),
        () => !leaving.signal.aborted && setFound([]),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed, lat, lng]);
  return found;
}
