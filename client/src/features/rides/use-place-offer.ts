import type { Point } from '@boli/shared/core/fields';
import { useState } from 'react';
import { loadOwnPlaces, useOwnPlaces } from './own-places.store';
import { type PlaceRows, placeRows, placesOf } from './place-rows';
import type { Place } from './ride-draft';
import { usePlaceSearch } from './use-place-search';

interface Offered {
  place: Place;
  /** The place at the other end of the ride, which is not offered. */
  other: Place;
  near: Point;
  /** Whether the server has a place search; null until that is known. */
  canSearch: boolean | null;
  /** Whether the list covers the form; such a list stays open as long as the field is focused. */
  overForm: boolean;
}

interface PlaceOffer {
  rows: PlaceRows;
  /** Whether there is a list to show. */
  isOffered: boolean;
  /** Whether the user's own places are shown, not those for a typed text. */
  isBrowsing: boolean;
  /** Sets the typed text; null when the user has finished typing. */
  setTyped: (text: string | null) => void;
  /** Repeats what has failed: loading the user's own places, or the search. */
  again: () => void;
}

/** The offer of a place field's list: the user's own places before anything is typed, then the matches of the text. */
export function usePlaceOffer({ place, other, near, canSearch, overForm }: Offered): PlaceOffer {
  const { text } = place;
  const [typed, setTyped] = useState<string | null>(null);
  const own = useOwnPlaces();
  const found = usePlaceSearch(typed, near);
  const hasTyped = typed !== null && typed.trim() !== '';
  const isBrowsing = !hasTyped && (overForm || text.trim() === '');
  const isSearching = canSearch && found.state !== 'idle';
  // A text that names a chosen point needs no search.
  const misses = canSearch === false && place.point === null && found.state !== 'idle';
  const search = {
    places: found.places,
    state: isSearching ? found.state : misses ? ('none' as const) : ('idle' as const),
  };
  const rows = placeRows({ text: isBrowsing ? null : text, own, search, withTyped: overForm, other });
  const hasRows = placesOf(rows.choices).length > 0 || isSearching || misses;
  return {
    rows,
    isOffered: overForm || isBrowsing || (hasTyped && hasRows),
    isBrowsing,
    setTyped,
    again: () => (isBrowsing ? void loadOwnPlaces() : found.again()),
  };
}
