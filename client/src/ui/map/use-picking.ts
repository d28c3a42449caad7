import { type RefObject, useEffect } from 'react';
import type { MapMouseEvent, MapRef } from 'react-map-gl/maplibre';
import type { MapViewProps } from './marker';

interface PickedMap {
  frame: RefObject<HTMLElement | null>;
  map: RefObject<MapRef | null>;
  onPick: MapViewProps['onPick'];
}

/** Picks a point by a tap, with the returned handler, or by Enter, which picks the centre of the map. */
export function usePicking({ frame, map, onPick }: PickedMap): (event: MapMouseEvent) => void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !onPick) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const center = map.current?.getCenter();
      if (event.key !== 'Enter' || !center || !(event.target instanceof HTMLCanvasElement)) return;
      event.preventDefault();
      onPick({ lat: center.lat, lng: center.lng });
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [frame, map, onPick]);
  return ({ originalEvent: { target }, lngLat }) => {
    // A tap on a price belongs to its button, not to the map.
    if (target instanceof Element && target.closest('button')) return;
    onPick?.({ lat: lngLat.lat, lng: lngLat.lng });
  };
}
