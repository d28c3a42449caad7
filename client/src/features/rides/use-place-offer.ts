import type { Point } from '@boli/shared/core/fields';
import { useState } from 'react';
import { loadOwnPlaces, useOwnPlaces } from './own-places.store';
import { type PlaceRows, placeRows, placesOf } from './place-rows';
import { usePlaceSearch } from './use-place-search';

interface Offered {
  text: string;
  near: Point;
  canSearch: boolean;
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
export function usePlaceOffer({ text, near, canSearch, overForm }: Offered): PlaceOffer {
  const [typed, setTyped] = useState<string | null>(null);
  const own = useOwnPlaces();
  const found = usePlaceSearch(typed, near);
  const hasTyped = typed !== null && typed.trim() !== '';
  const isBrowsing = !hasTyped && (overForm || text.trim() === '');
  const isSearching = canSearch && found.state !== 'idle';
  const search = { places: found.places, state: isSearching ? found.state : ('idle' as const) };
  const rows = placeRows({ text: isBrowsing ? null : text, own, search, withTyped: overForm });
  const hasRows = placesOf(rows.choices).length > 0 || isSearching;
  return {
    rows,
    isOffered: overForm || isBrowsing || (hasTyped && hasRows),
    isBrowsing,
    setTyped,
    again: () => (isBrowsing ? void loadOwnPlaces() : found.again()),
  };
}
