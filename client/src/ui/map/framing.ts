import { prefersReducedMotion } from '../../core/motion';
import type { Obstacles } from './marker';

export type Box = [[west: number, south: number], [east: number, north: number]];

/** The duration of a camera movement, in milliseconds. */
export const MOVE_MS = 400;
/** The height (px) of a pin above its place, without and with a margin. */
const BARE_PIN_PX = 52;
const PIN_PX = BARE_PIN_PX + 16;
/** Half the width of a pin or of a price beside it. */
const SIDE_PX = 44;
/** The height of the strip at the lower edge that attribution and notices take, in pixels. */
export const NOTICE_PX = 36;
/**
 * The margins above and below the framed places together take at most this fraction of the free height, so that the
 * places stay near the middle. They take more only if a pin would not fit otherwise.
 */
const MOST_MARGIN = 0.595;
/** If less height (px) than this is free, nothing can be framed. */
const LEAST_PX = 24;
/**
 * The padding of a map without a sheet. At the top it leaves room for a pin below the controls on a phone's map, at the
 * right for one beside the zoom buttons (58 px with their margin).
 */
const PLAIN = { top: 116, bottom: 48, left: 48, right: 84 };

/**
 * The padding in pixels that keeps framed places clear of obstacles, of the attribution and of what lies in the lower
 * left corner, for a map of this height.
 */
export function paddingFor(obstacles: Obstacles | undefined, height: number): Obstacles {
  if (!obstacles) return PLAIN;
  const free = Math.max(height - obstacles.top - obstacles.bottom, 0);
  const most = MOST_MARGIN * free;
  // On a low map the margin above a pin shrinks, but the pin keeps its own height.
  const below = Math.min(Math.max(NOTICE_PX, obstacles.corner ?? 0), most);
  const above = Math.max(Math.min(PIN_PX, most - below), Math.min(BARE_PIN_PX, free - below - LEAST_PX));
  return {
    top: obstacles.top + above,
    bottom: obstacles.bottom + below,
    left: obstacles.left + SIDE_PX,
    right: obstacles.right + SIDE_PX,
  };
}

/** How far the middle of a map's free part lies below the middle of the map, in pixels; negative if it lies above. */
export const shiftOf = (obstacles: Obstacles | undefined) => (obstacles ? (obstacles.top - obstacles.bottom) / 2 : 0);

/** A key of the heights that cover a map from above and below: it changes when one of them changes. */
export const obstaclesKey = (obstacles: Obstacles | undefined) =>
  [obstacles?.top, obstacles?.bottom, obstacles?.corner].join();

/** Whether this padding leaves room for a frame on a map of this height; otherwise the library's camera is invalid. */
export const hasRoom = (padding: Obstacles, height: number): boolean =>
  height - padding.top - padding.bottom >= LEAST_PX;

/** What framing uses of a map. */
export interface FramedMap {
  getContainer: () => { clientHeight: number };
  fitBounds: (box: Box, options: { padding: Obstacles; maxZoom: number; duration: number }) => unknown;
}

/** Moves the camera so that the whole box lies in the map's free part, at most at `zoom`; does nothing without room. */
export function fit(map: FramedMap, box: Box, { obstacles, zoom }: { obstacles: Obstacles | undefined; zoom: number }) {
  const height = map.getContainer().clientHeight;
  const padding = paddingFor(obstacles, height);
  if (!hasRoom(padding, height)) return;
  map.fitBounds(box, { padding, maxZoom: zoom, duration: prefersReducedMotion() ? 0 : MOVE_MS });
}
