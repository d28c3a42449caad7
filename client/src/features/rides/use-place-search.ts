import type { Point } from '@boli/shared/core/fields';
import { searchPlaces } from '@boli/shared/geo/geo.endpoints';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { useEffect, useState } from 'react';
import { looksLikeCoordinates } from '../../core/address';
import { ApiError, call } from '../../core/api';
import { MAX_PLACES } from './place-choices';

/** Milliseconds without typing before a search starts. */
const DEBOUNCE_MS = 250;
const LEAST_LETTERS = 2;

/** A search for the typed text. */
export interface PlaceSearch {
  places: readonly FoundPlace[];
  state: 'idle' | 'searching' | 'done' | 'failed' | 'offline';
  /** Searches once more. */
  again: () => void;
}

interface Answer {
  q: string;
  attempt: number;
  places: readonly FoundPlace[];
  state: 'done' | 'failed' | 'offline';
}

/** Why a search failed: without a network (status 0), or by the server. */
const failureOf = (error: unknown) => (error instanceof ApiError && error.status === 0 ? 'offline' : 'failed');

/** Whether one text continues the other: if so, the old results stay until the new ones arrive. */
const continues = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

/**
 * The places for the typed text, near ones first; none for null (the user does not type), for a single letter, for
 * coordinates, and if no place search is installed. A newer text aborts the search for an older one.
 */
export function usePlaceSearch(typed: string | null, near: Point): PlaceSearch {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { lat, lng } = near;
  const text = typed?.trim() ?? '';
  const q = text.length < LEAST_LETTERS || looksLikeCoordinates(text) ? null : text;
  useEffect(() => {
    if (q === null) {
      setAnswer(null);
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(searchPlaces, {
        query: { q, lat: String(lat), lng: String(lng), limit: MAX_PLACES },
        signal: leaving.signal,
      }).then(
        ({ places }) => setAnswer({ q, attempt, places, state: 'done' }),
        (error: unknown) => !leaving.signal.aborted && setAnswer({ q, attempt, places: [], state: failureOf(error) }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, lat, lng, attempt]);
  const again = () => setAttempt((before) => before + 1);
  if (q === null) return { places: [], state: 'idle', again };
  const places = answer && continues(answer.q, q) ? answer.places : [];
  if (answer?.q !== q || answer.attempt !== attempt) return { places, state: 'searching', again };
  return { places, state: answer.state, again };
}
