import { ZOOM_NEAR } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { type RefObject, useRef } from 'react';
import { t } from '../../core/t';
import type { MapHandle, MapMarker, MapViewProps } from '../../ui/map/marker';
import type { RideDraft } from './ride-draft';
import type { Places } from './use-places';

/** A zoom at which houses can be distinguished; also the maximum zoom for a short way. */
export const ZOOM_STREET = 16;

interface RideView {
  map: Omit<MapViewProps, 'height' | 'obstacles'>;
  handle: RefObject<MapHandle | null>;
}

function markersOf({ pickup, drop }: RideDraft, { me, asked }: Places): MapMarker[] {
  const markers: MapMarker[] = [];
  const add = (kind: 'me' | 'pickup' | 'drop', at: Point | null) => {
    // The place being chosen has its pin in the middle of the map, not at its former point.
    if (at && kind !== asked) markers.push({ id: kind, kind, ...at, label: t(`map.${kind}`) });
  };
  add('me', me);
  add('pickup', pickup.point);
  add('drop', drop.point);
  return markers;
}

/** The map of the form: pickup, drop and the way between them, or the surroundings of the place being chosen. */
export function useRideView(draft: RideDraft, places: Places, line: readonly Point[]): RideView {
  const handle = useRef<MapHandle>(null);
  const { asked, center } = places;
  const markers = markersOf(draft, places);
  const shared = { markers, label: t('rides.map_label'), onPick: places.pick, ref: handle };
  if (asked) {
    const at = draft[asked].point ?? center;
    return { map: { ...shared, center: at, zoom: ZOOM_STREET, aim: asked }, handle };
  }
  const fit = draft.pickup.point !== null && draft.drop.point !== null;
  return { map: { ...shared, center, zoom: fit ? ZOOM_STREET : ZOOM_NEAR, line, fit }, handle };
}
