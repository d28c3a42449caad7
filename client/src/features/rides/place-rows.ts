import { parseCoordinates } from '../../core/address';
import { t } from '../../core/t';
import { type OwnPlaces, stateOfOwn } from './own-places.store';
import { type PlaceChoice, type PlaceChoices, placeChoices } from './place-choices';
import type { Place } from './ride-draft';
import type { PlaceSearch } from './use-place-search';

/** The rows that are not places: typed coordinates, Try again, and choosing on the map. */
export const TYPED = 'typed';
export const AGAIN = 'again';
export const ON_MAP = 'on-map';

/** What the list of a place field offers. */
export interface PlaceRows {
  choices: PlaceChoices;
  /** The text of the row that tries again; null if nothing has failed. */
  again: string | null;
  /** The typed coordinates, if they have a row; else null. */
  typed: string | null;
  hasMap: boolean;
  /** A sentence above the rows. */
  note: string | null;
}

/** The state of the search; `none` if the server has no place search. */
type SearchState = PlaceSearch['state'] | 'none';

interface Offer {
  /** The typed text; null while the user looks through their own places. */
  text: string | null;
  own: OwnPlaces;
  search: { places: PlaceSearch['places']; state: SearchState };
  /** Whether typed coordinates have a row: if the list covers the form, that row leads back to the form. */
  withTyped: boolean;
  /** The place at the other end of the ride, which is not offered. */
  other: Place;
}

function noteOf(text: string | null, state: SearchState, own: OwnPlaces, count: number): string | null {
  if (text === null) {
    const ofOwn = stateOfOwn(own);
    return ofOwn === 'loading' ? t('places.loading') : ofOwn === 'none' ? t('places.none') : null;
  }
  if (state === 'offline') return t('places.offline');
  if (count > 0) return null;
  if (state === 'none') return t('places.no_search');
  if (state === 'searching') return t('places.searching');
  return state === 'done' ? t('places.nothing_found', { text: text.trim() }) : null;
}

function againOf(text: string | null, state: SearchState, own: OwnPlaces): string | null {
  if (text === null) return own.failed ? t('places.load_failed') : null;
  return state === 'failed' ? t('places.search_failed') : null;
}

/** The rows for a typed text, or the user's own places for none. */
export function placeRows({ text, own, search, withTyped, other }: Offer): PlaceRows {
  const choices = placeChoices(text ?? '', own, search.places, other);
  const count = placesOf(choices).length;
  const isPoint = withTyped && text !== null && parseCoordinates(text) !== null;
  return {
    choices,
    again: againOf(text, search.state, own),
    typed: isPoint ? text : null,
    // Not the only row while a search is running: an arrow key and Enter would choose the map instead of a place that
    // the search is about to find.
    hasMap: search.state !== 'searching' || count > 0,
    note: isPoint ? null : noteOf(text, search.state, own, count + search.places.length),
  };
}

/** All places of the list in their order. */
export const placesOf = ({ saved, recent, found }: PlaceChoices): PlaceChoice[] => [...saved, ...recent, ...found];

/** The ids of all rows in their order. */
export function idsOf({ choices, again, typed, hasMap }: PlaceRows): string[] {
  const places = placesOf(choices).map(({ id }) => id);
  return [...places, ...(typed ? [TYPED] : []), ...(again ? [AGAIN] : []), ...(hasMap ? [ON_MAP] : [])];
}

/** The row that Enter chooses at first: the first place, or the typed point; null without either. */
export const firstOf = ({ choices, typed }: PlaceRows): string | null =>
  placesOf(choices)[0]?.id ?? (typed ? TYPED : null);
