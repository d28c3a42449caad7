import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { labelKey, type RecentPlace, type SavedPlace } from '@boli/shared/places/places.schema';
import { t } from '../../../core/t';
import { offeredLabels, type PlaceChoice, placeChoices } from '../place-choices';

/** The number of rows that a phone shows above the list of requests. */
const ROWS = 3;
/** Places nearer than this (km) are left out: nobody rides to where they already are. */
const HERE_KM = 0.2;

interface OwnPlaces {
  saved: readonly SavedPlace[] | null;
  recent: readonly RecentPlace[] | null;
}

/**
 * The places of the home screen, at most three: the most recent one, the saved ones (Home and Work first), the
 * other recent ones. Places near `me` (the customer's position, null if unknown) are left out.
 */
export function homePlaces(own: OwnPlaces, me: Point | null): PlaceChoice[] {
  const { saved, recent } = placeChoices('', own, []);
  const isElsewhere = ({ point }: PlaceChoice) => me === null || distanceKm(me, point) > HERE_KM;
  const [last, ...others] = recent.filter(isElsewhere);
  return [...(last ? [last] : []), ...saved.filter(isElsewhere), ...others].slice(0, ROWS);
}

/**
 * The labels to offer to a customer without recent places: Home and Work, unless saved. Empty until both lists are
 * loaded.
 */
export function missingLabels({ saved, recent }: OwnPlaces): string[] {
  if (saved === null || recent === null || recent.length > 0) return [];
  const taken = new Set(saved.map(({ label }) => labelKey(label)));
  return offeredLabels.map((key) => t(key)).filter((label) => !taken.has(labelKey(label)));
}
