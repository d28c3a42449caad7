import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { labelKey, type RecentPlace, type SavedPlace } from '@boli/shared/places/places.schema';
import { isSamePlace } from '@boli/shared/places/same-place';
import { splitAddress } from '../../core/address';
import { t } from '../../core/t';
import type { Place } from './ride-draft';

/** A row of the list below a place field. */
export interface PlaceChoice {
  id: string;
  /** Decides the icon. */
  kind: FoundPlace['kind'] | 'home' | 'work' | 'saved' | 'recent';
  title: string;
  detail: string;
  /** The text for the field, and its point. */
  text: string;
  point: Point;
}

export interface PlaceChoices {
  saved: PlaceChoice[];
  recent: PlaceChoice[];
  found: PlaceChoice[];
}

/** The maximum number of rows that a list offers. */
export const MAX_PLACES = 8;
/** The maximum number of saved places in an empty field, so that recent places have room. */
const MAX_SAVED = 5;
/** Two found places with the same text within this many kilometres count as one. */
const SAME_NAME_KM = 1;
/** While the user types, found places matter more: at most this many of the user's own places come before them. */
const OWN_WHILE_TYPING = 3;

/** The suggested labels; a person may use any other. */
export const offeredLabels = ['places.home', 'places.work'] as const;

function ofSaved({ id, label, address, lat, lng }: SavedPlace): PlaceChoice {
  const key = labelKey(label);
  const kind = key === labelKey(t('places.home')) ? 'home' : key === labelKey(t('places.work')) ? 'work' : 'saved';
  return { id: `saved ${id}`, kind, title: label, detail: address, text: address, point: { lat, lng } };
}

function ofRecent({ address, lat, lng }: RecentPlace, index: number): PlaceChoice {
  return { id: `recent ${index}`, kind: 'recent', ...splitAddress(address), text: address, point: { lat, lng } };
}

function ofFound({ id, name, detail, kind, lat, lng }: FoundPlace): PlaceChoice {
  const text = [name, detail].filter(Boolean).join(', ');
  return { id: `found ${id}`, kind, title: name, detail, text, point: { lat, lng } };
}

const placeOf = ({ text, point }: PlaceChoice) => ({ address: text, ...point });

const ranks: Partial<Record<PlaceChoice['kind'], number>> = { home: 0, work: 1 };
const rankOf = ({ kind }: PlaceChoice) => ranks[kind] ?? 2;

/** Whether each typed word occurs in the place's texts. */
function matches({ title, detail }: PlaceChoice, typed: string): boolean {
  const words = labelKey(`${title} ${detail}`);
  return labelKey(typed)
    .split(' ')
    .every((word) => words.includes(word));
}

/** Removes rows with the text of an earlier row nearby: a map often has a neighbourhood as a point and as an area. */
const distinct = (choices: PlaceChoice[]): PlaceChoice[] =>
  choices.filter(
    (one, at) =>
      !choices
        .slice(0, at)
        .some(({ text, point }) => text === one.text && distanceKm(point, one.point) <= SAME_NAME_KM),
  );

/**
 * The rows for the text in the field: the saved places (Home and Work first), the recent ones that are not saved, and
 * the found ones in the order of the search, eight in all. For a typed text, at most three of the customer's own
 * places that match it are offered. The place at the other end of the ride is not offered.
 */
export function placeChoices(
  text: string,
  own: { saved: readonly SavedPlace[] | null; recent: readonly RecentPlace[] | null },
  found: readonly FoundPlace[],
  other: Place | null = null,
): PlaceChoices {
  const end = other?.point ? { address: other.text, ...other.point } : null;
  const isFree = (choice: PlaceChoice) => end === null || !isSamePlace(end, placeOf(choice));
  const savedPlaces = own.saved ?? [];
  const saved = savedPlaces
    .map(ofSaved)
    .filter(isFree)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const recent = (own.recent ?? [])
    .filter((place) => !savedPlaces.some((kept) => isSamePlace(kept, place)))
    .map(ofRecent)
    .filter(isFree);
  if (text.trim() === '') {
    const first = saved.slice(0, recent.length > 0 ? MAX_SAVED : MAX_PLACES);
    return { saved: first, recent: recent.slice(0, MAX_PLACES - first.length), found: [] };
  }
  const savedMatches = saved.filter((choice) => matches(choice, text)).slice(0, OWN_WHILE_TYPING);
  const left = OWN_WHILE_TYPING - savedMatches.length;
  const recentMatches = recent.filter((choice) => matches(choice, text)).slice(0, left);
  // A place that is offered as a saved or recent one is not offered again as a found one.
  const offered = [...savedMatches, ...recentMatches];
  const isOther = (choice: PlaceChoice) => !offered.some((one) => isSamePlace(placeOf(one), placeOf(choice)));
  return {
    saved: savedMatches,
    recent: recentMatches,
    found: distinct(found.map(ofFound).filter((choice) => isFree(choice) && isOther(choice))).slice(
      0,
      MAX_PLACES - savedMatches.length - recentMatches.length,
    ),
  };
}
