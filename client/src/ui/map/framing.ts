import type { MapRef } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import type { Obstacles } from './marker';

export type Box = [[west: number, south: number], [east: number, north: number]];

/** How long the camera takes to another view, in milliseconds. */
export const MOVE_MS = 400;
/** A pin stands above its place, with air over it. */
const PIN_PX = 52 + 16;
/** Half of a pin, or of a price beside it. */
const SIDE_PX = 44;
const BELOW_PX = 24;
/** With less free height than this the pins get less air: what is framed stands in the middle of what is free. */
const ROOMY_PX = 160;
/** For a map without a sheet: at the top for a pin below the figures that lie on a phone's map. */
const PLAIN = { top: 116, bottom: 48, left: 48, right: 48 };

/** The pixels on each side that what is framed keeps clear of, on a map of this height. */
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

/** Moves the camera so that all of the box lies in the free part of the map, never nearer than `zoom`. */
export function fit(map: MapRef, box: Box, { obstacles, zoom }: { obstacles: Obstacles | undefined; zoom: number }) {
  const padding = paddingFor(obstacles, map.getContainer().clientHeight);
  map.fitBounds(box, { padding, maxZoom: zoom, duration: prefersReducedMotion() ? 0 : MOVE_MS });
}
