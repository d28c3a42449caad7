import type { MapRef } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import type { Obstacles } from './marker';

export type Box = [[west: number, south: number], [east: number, north: number]];

const MOVE_MS = 400;
/** A pin stands above its place, with air over it. */
const PIN_PX = 52 + 16;
/** Half of a pin, or of a price beside it. */
const SIDE_PX = 44;
const BELOW_PX = 24;
/** Less free height than this cannot frame anything. */
const LEAST_FREE_PX = 160;
/** For a map without a sheet: at the top for a pin below the figures that lie on a phone's map. */
const PLAIN = { top: 116, bottom: 48, left: 48, right: 48 };

/** The pixels on each side of a map that a framed place keeps clear of. */
export function paddingOf(obstacles: Obstacles | undefined): Obstacles {
  if (!obstacles) return PLAIN;
  return {
    top: obstacles.top + PIN_PX,
    bottom: obstacles.bottom + BELOW_PX,
    left: obstacles.left + SIDE_PX,
    right: obstacles.right + SIDE_PX,
  };
}

/** The padding for a map of this height; where too little of it is free, none: what is framed stands in the middle. */
export function paddingWithin(obstacles: Obstacles | undefined, height: number): Obstacles {
  const padding = paddingOf(obstacles);
  if (height - padding.top - padding.bottom >= LEAST_FREE_PX - PIN_PX) return padding;
  return { top: SIDE_PX, bottom: SIDE_PX, left: SIDE_PX, right: SIDE_PX };
}

/** Moves the camera so that all of the box lies in the free part of the map, never nearer than `zoom`. */
export function fit(map: MapRef, box: Box, { obstacles, zoom }: { obstacles: Obstacles | undefined; zoom: number }) {
  const padding = paddingWithin(obstacles, map.getContainer().clientHeight);
  map.fitBounds(box, { padding, maxZoom: zoom, duration: prefersReducedMotion() ? 0 : MOVE_MS });
}
