import type { MapRef } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import type { Obstacles } from './marker';

export type Box = [[west: number, south: number], [east: number, north: number]];

/** The duration of a camera movement, in milliseconds. */
export const MOVE_MS = 400;
/** The height of a pin above its place, with a margin. */
const PIN_PX = 52 + 16;
/** Half the width of a pin or of a price beside it. */
const SIDE_PX = 44;
const BELOW_PX = 24;
/**
 * If less height than this is free, the margins shrink, so that the framed places stay in the middle of the free part.
 */
const ROOMY_PX = 160;
/** The padding of a map without a sheet; at the top it has space for a pin below the figures on a phone's map. */
const PLAIN = { top: 116, bottom: 48, left: 48, right: 48 };

/** The padding in pixels that keeps framed places clear of obstacles, for a map of this height. */
export function paddingFor(obstacles: Obstacles | undefined, height: number): Obstacles {
  if (!obstacles) return PLAIN;
  const free = Math.max(height - obstacles.top - obstacles.bottom, 0);
  const air = Math.min(free / ROOMY_PX, 1);
  return {
    top: obstacles.top + PIN_PX * air,
    bottom: obstacles.bottom + BELOW_PX * air,
    left: obstacles.left + SIDE_PX,
    right: obstacles.right + SIDE_PX,
  };
}

/** With less free height than this nothing can be framed: the camera stays. */
const LEAST_PX = 24;

/** Moves the camera so that all of the box lies in the free part of the map, never nearer than `zoom`. */
export function fit(map: MapRef, box: Box, { obstacles, zoom }: { obstacles: Obstacles | undefined; zoom: number }) {
  const height = map.getContainer().clientHeight;
  const padding = paddingFor(obstacles, height);
  if (height - padding.top - padding.bottom < LEAST_PX) return;
  map.fitBounds(box, { padding, maxZoom: zoom, duration: prefersReducedMotion() ? 0 : MOVE_MS });
}
