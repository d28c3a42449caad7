import { z } from 'zod';
import { MAX_PLACE_LABEL } from '../core/constants';
import { Id, Latitude, Longitude, text } from '../core/fields';

/** A place that a person has saved under a label: Home, Work, or any other. */
export const SavedPlace = z.object({
  id: Id,
  label: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
});
export type SavedPlace = z.infer<typeof SavedPlace>;

export const SavedPlaceInput = z.object({
  label: text(MAX_PLACE_LABEL, 'places.label_required', 'places.label_long'),
  address: text(500, 'places.address_required', 'rides.location_long'),
  lat: Latitude,
  lng: Longitude,
});
export type SavedPlaceInput = z.infer<typeof SavedPlaceInput>;

/** A pickup or drop of one of a person's last ride requests. */
export const RecentPlace = SavedPlace.pick({ address: true, lat: true, lng: true });
export type RecentPlace = z.infer<typeof RecentPlace>;

/** Normalises a label for comparison: `home` equals `Home`, in any Unicode normal form. */
export function labelKey(label: string): string {
  return label.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
