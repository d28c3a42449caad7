import { paddingFor } from './framing';
import type { Obstacles } from './marker';
import type { Area } from './spread';

/** The maximum zoom at which the camera frames a car and its destination. */
export const TRIP_MAX_ZOOM = 16.5;
/** The duration of a camera move, and the minimum time between moves, in milliseconds. */
export const TRIP_MOVE_MS = 800;
export const TRIP_REST_MS = 3_000;

/** The camera moves when the car is in the rim of the free area: this fraction of its width or height at each side. */
const RIM = 0.1;
/** The camera moves when its zoom differs from the wanted one by this much or more. */
const ZOOM_STEP = 0.5;

interface Size {
  width: number;
  height: number;
}

const none: Obstacles = { top: 0, right: 0, bottom: 0, left: 0 };

/** The part of a map that nothing covers, in pixels from its upper left corner. */
export function freeArea({ width, height }: Size, { top, right, bottom, left }: Obstacles = none): Area {
  return { left, top, right: width - right, bottom: height - bottom };
}

/**
 * The padding of a framed trip in pixels: room for the pins and for what lies on the map, and never less than the rim
 * in which the camera would move again.
 */
export function tripPadding(size: Size, obstacles: Obstacles | undefined): Obstacles {
  const air = paddingFor(obstacles, size.height);
  const free = freeArea(size, obstacles);
  const [across, down] = [Math.max(free.right - free.left, 0), Math.max(free.bottom - free.top, 0)];
  const covered = obstacles ?? none;
  return {
    top: Math.max(air.top, covered.top + down * RIM),
    bottom: Math.max(air.bottom, covered.bottom + down * RIM),
    left: Math.max(air.left, covered.left + across * RIM),
    right: Math.max(air.right, covered.right + across * RIM),
  };
}

interface Seen {
  /** The car on the map in pixels; null while it is not known. */
  car: { x: number; y: number } | null;
  free: Area;
  zoom: number;
  /** The zoom that would frame the car and its destination now. */
  wantedZoom: number;
}

/**
 * Whether the camera has to move: the car leaves the inner 80% of the free area, or the wanted zoom differs too much.
 */
export function isOutOfFrame({ car, free, zoom, wantedZoom }: Seen): boolean {
  if (Math.abs(wantedZoom - zoom) >= ZOOM_STEP) return true;
  if (!car) return false;
  const [rimX, rimY] = [(free.right - free.left) * RIM, (free.bottom - free.top) * RIM];
  const isInside =
    car.x >= free.left + rimX && car.x <= free.right - rimX && car.y >= free.top + rimY && car.y <= free.bottom - rimY;
  return !isInside;
}

/** The milliseconds until the camera may move again, after it has moved at `movedAt` (epoch ms). */
export function restMs(movedAt: number, now: number): number {
  return Math.max(movedAt + TRIP_REST_MS - now, 0);
}
