import type { SavedPlace } from '@boli/shared/places/places.schema';
import type { SavedPlaceDocument } from './places.model';

/** Presents a saved place for its owner. */
export function presentSavedPlace({ _id, label, address, lat, lng }: SavedPlaceDocument): SavedPlace {
  return { id: _id, label, address, lat, lng };
}
