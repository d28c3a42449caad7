/** A drag faster than this (pixels per millisecond) counts as a flick. */
const FLICK = 0.45;
/**
 * A slow drag of more pixels than this changes the height, even if the height at which it began is still the nearest.
 */
const MEANT_PX = 48;

/**
 * A height that a sheet rests at: a fraction of its frame's height, or the height that leaves `mapPx` pixels of the map
 * visible above the sheet. In the second case the sheet is higher if its content needs more: `contentPx` for all of the
 * content, or `firstPx` for its first part and then the sheet's handle and footer. But the sheet never covers the whole
 * map.
 */
export type Snap = number | { mapPx: number; contentPx?: number; firstPx?: number };

/** The lowest and the highest fraction of its frame's height that a sheet rests at. */
export const LOW_SNAP = 0.3;
export const HIGH_SNAP = 0.95;

/**
 * The height (px) of the map that content leaves free: room for the header over the map, and below it for the pins and
 * the way.
 */
const LEAST_MAP_PX = 232;
/** Content may take this fraction of the frame, even if on a low screen less than `LEAST_MAP_PX` stays free. */
const LEAST_CONTENT = 0.63;

function heightOf(snap: Snap, frame: number, edgesPx: number): number {
  if (typeof snap === 'number') return snap * frame;
  const { mapPx, contentPx = 0, firstPx } = snap;
  const needed = Math.max(contentPx, firstPx === undefined ? 0 : firstPx + edgesPx);
  return Math.max(frame - mapPx, Math.min(needed, Math.max(frame - LEAST_MAP_PX, LEAST_CONTENT * frame)));
}

/**
 * The snaps in whole pixels for a frame of this height, none lower than the one before it, and none that covers the
 * uppermost `head` pixels. `edgesPx`: the height of the sheet's handle and footer.
 */
export function heightsOf(snaps: readonly Snap[], frame: number, head = 0, edgesPx = 0): number[] {
  const most = Math.max(frame - head, 0);
  let lowest = 0;
  return snaps.map((snap) => {
    lowest = Math.max(lowest, Math.min(Math.round(heightOf(snap, frame, edgesPx)), most));
    return lowest;
  });
}

/**
 * The state when a finger releases the sheet: its height in pixels, its speed in px/ms, and the distance that the
 * finger moved (down is positive).
 */
export interface Release {
  shown: number;
  velocity: number;
  moved: number;
}

function nearest(heights: readonly number[], shown: number): number {
  const distances = heights.map((height) => Math.abs(height - shown));
  return distances.indexOf(Math.min(...distances));
}

/** The index of the next height in the direction of the movement, limited to the lowest and the highest. */
function next(heights: readonly number[], { shown, moved }: Release): number {
  if (moved > 0)
    return Math.max(
      heights.findLastIndex((height) => height < shown),
      0,
    );
  const above = heights.findIndex((height) => height > shown);
  return above < 0 ? heights.length - 1 : above;
}

/**
 * The index of the height that a released sheet goes to: the nearest one; but after a flick, or after a drag of more
 * than 48 pixels that ends nearest to the height at which it began, the next one in the direction of the movement.
 * `heights` are in pixels, lowest first.
 */
export function snapAfter(heights: readonly number[], release: Release): number {
  const { shown, velocity, moved } = release;
  if (velocity > FLICK && moved !== 0) return next(heights, release);
  const closest = nearest(heights, shown);
  const isBack = closest === nearest(heights, shown + moved);
  return isBack && Math.abs(moved) > MEANT_PX ? next(heights, release) : closest;
}

/** The index of the snap to which a key on the handle moves the sheet; null for keys other than up, down, Home, End. */
export function snapByKey(key: string, snap: number, count: number): number | null {
  const top = count - 1;
  switch (key) {
    case 'ArrowUp':
      return Math.min(snap + 1, top);
    case 'ArrowDown':
      return Math.max(snap - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return top;
    default:
      return null;
  }
}
