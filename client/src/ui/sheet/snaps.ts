/** Pixels per millisecond from which a drag is a flick. */
const FLICK = 0.45;

/** How a finger left the sheet: its height in pixels then, its speed in px/ms, and how far it moved (down is positive). */
export interface Release {
  shown: number;
  velocity: number;
  moved: number;
}

function nearest(heights: readonly number[], shown: number): number {
  const distances = heights.map((height) => Math.abs(height - shown));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The index of the height that a released sheet goes to: after a flick the next one in its direction, else the nearest.
 * `heights` are in pixels, lowest first.
 */
export function snapAfter(heights: readonly number[], { shown, velocity, moved }: Release): number {
  if (velocity <= FLICK || moved === 0) return nearest(heights, shown);
  const top = heights.length - 1;
  if (moved > 0)
    return Math.max(
      heights.findLastIndex((height) => height < shown),
      0,
    );
  const above = heights.findIndex((height) => height > shown);
  return above < 0 ? top : above;
}

/** The snap that a key on the handle goes to; null for a key that means nothing here. */
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
