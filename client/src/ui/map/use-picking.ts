import type { Point } from '@boli/shared/core/fields';
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { MapMouseEvent, MapRef } from 'react-map-gl/maplibre';
import { shiftOf } from './framing';
import type { MapHandle, MapViewProps, Obstacles } from './marker';

interface PickedMap {
  frame: RefObject<HTMLElement | null>;
  onPick: MapViewProps['onPick'];
  /** The point in the middle of the free part of the map. */
  middle: () => Point | null;
}

/**
 * The middle of the map's free part: its point, null before the map is loaded, and the style that places pins there.
 */
export function useMiddle(
  map: RefObject<MapRef | null>,
  obstacles: Obstacles | undefined,
): { middle: () => Point | null; style: CSSProperties } {
  const shift = useRef(0);
  useEffect(() => {
    shift.current = shiftOf(obstacles);
  });
  const middle = useCallback(() => {
    const box = map.current?.getContainer();
    const at = box && map.current?.unproject([box.clientWidth / 2, box.clientHeight / 2 + shift.current]);
    return at ? { lat: at.lat, lng: at.lng } : null;
  }, [map]);
  return { middle, style: { ['--map-middle' as string]: `${shiftOf(obstacles)}px` } };
}

/** Returns the `pins` of `MapHandle`. */
export function usePins(map: RefObject<MapRef | null>): MapHandle['pins'] {
  return useCallback(() => {
    const pins = map.current?.getContainer().querySelectorAll('.maplibregl-marker') ?? [];
    return [...pins].map((pin) => pin.getBoundingClientRect());
  }, [map]);
}

/** Picks a point by a tap, with the returned handler, or by Enter, which picks the middle of the free part. */
export function usePicking({ frame, onPick, middle }: PickedMap): (event: MapMouseEvent) => void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !onPick) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const at = event.key === 'Enter' && event.target instanceof HTMLCanvasElement ? middle() : null;
      if (!at) return;
      event.preventDefault();
      onPick(at);
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [frame, onPick, middle]);
  return ({ originalEvent: { target }, lngLat }) => {
    // A tap on a price belongs to its button, not to the map.
    if (target instanceof Element && target.closest('button')) return;
    onPick?.({ lat: lngLat.lat, lng: lngLat.lng });
  };
}
