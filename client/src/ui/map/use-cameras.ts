import { ZOOM_NEAR } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import type { RefObject } from 'react';
import type { MapRef, ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import { MOVE_MS, shiftOf } from './framing';
import type { MapViewProps } from './marker';
import { useCamera } from './use-camera';
import { useTripCamera } from './use-trip-camera';

const ZOOM_MS = 200;

/**
 * The cameras of a map: that of a trip while the props have a `trip`, else the one that follows or frames all places.
 */
export function useCameras(map: RefObject<MapRef | null>, props: MapViewProps) {
  const camera = useCamera(map, props);
  const trip = useTripCamera(map, props);
  const { isAway, recentre } = props.trip ? trip : camera;
  return {
    isAway,
    recentre,
    followTo: camera.followTo,
    /** Call when the map is loaded. */
    open: () => (props.trip ? trip : camera).open(),
    /** Call when the size of the map has changed. */
    refit: () => (props.trip ? trip : camera).refit(),
    onMoveStart: (event: ViewStateChangeEvent) => {
      camera.onMoveStart(event);
      trip.onMoveStart(event);
    },
    /** Moves to a place, and shows it in the middle of the map's free part. */
    showPlace: ({ lat, lng }: Point) => {
      trip.release();
      camera.release();
      const zoom = Math.max(map.current?.getZoom() ?? 0, ZOOM_NEAR);
      const offset: [number, number] = [0, shiftOf(props.obstacles)];
      map.current?.easeTo({ center: [lng, lat], zoom, offset, duration: prefersReducedMotion() ? 0 : MOVE_MS });
    },
    /** Call when a zoom button is pressed. */
    zoomBy: (step: number) => {
      trip.release();
      camera.release();
      map.current?.zoomTo(map.current.getZoom() + step, { duration: prefersReducedMotion() ? 0 : ZOOM_MS });
    },
  };
}
