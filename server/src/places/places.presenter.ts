import type { SavedPlace } from '@boli/shared/places/places.schema';
import type { SavedPlaceDocument } from './places.model';

/** A saved place as its owner sees it. */
export function presentSavedPlace({ _id, label, address, lat, lng }: SavedPlaceDocument): SavedPlace {
  return { id: _id, label, address, lat, lng };
}
