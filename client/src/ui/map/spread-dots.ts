import type { Point } from '@boli/shared/core/fields';
import type { MapDot } from './marker';
import { type Area, type Shift, spread } from './spread';

/** With more bubbles or other dots than this, bubbles stay in their places: a second is too short to arrange them. */
const MOST_BUBBLES = 30;
const MOST_DOTS = 100;
/** Half the size of a dot, and the size of a bubble around its text, with margins, in pixels. */
const DOT_PX = 11;
const BUBBLE = { height: 36, around: 34, perLetter: 7.5 } as const;
/** The edge of the map that bubbles keep free, in pixels. */
const EDGE_PX = 8;

/** What the spreading uses of a map. */
export interface DotMap {
  getContainer: () => { clientWidth: number; clientHeight: number };
  project: (place: [lng: number, lat: number]) => { x: number; y: number };
  unproject: (at: [x: number, y: number]) => Point;
}

/** The dots as they are to be drawn, with the offsets of their bubbles, to be passed to the next call. */
interface SpreadDots {
  dots: readonly MapDot[];
  held: ReadonlyMap<string, Shift>;
}

/**
 * Moves bubbles apart, so that none covers another bubble or a dot, as long as there is room. Offsets are in pixels, so
 * call it again when the zoom has changed.
 */
export function spreadDots(map: DotMap, dots: readonly MapDot[], held: ReadonlyMap<string, Shift>): SpreadDots {
  const bubbles = dots.filter(({ shape }) => shape === 'bubble');
  if (bubbles.length === 0 || bubbles.length > MOST_BUBBLES || dots.length - bubbles.length > MOST_DOTS)
    return { dots, held: new Map() };
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const drawnAt = ({ lng, lat }: MapDot) => map.project([lng, lat]);
  const taken = dots
    .filter(({ shape }) => shape !== 'bubble')
    .map((dot): Area => {
      const { x, y } = drawnAt(dot);
      return { left: x - DOT_PX, right: x + DOT_PX, top: y - DOT_PX, bottom: y + DOT_PX };
    });
  const placed = bubbles.map((dot) => {
    const { x, y } = drawnAt(dot);
    const text = dot.text ?? '';
    const size = { width: BUBBLE.around + BUBBLE.perLetter * text.length, height: BUBBLE.height };
    return { id: dot.id, x, y, text, size };
  });
  const shifts = spread(placed, {
    taken,
    sight: { left: 0, top: 0, right: width, bottom: height },
    frame: { left: EDGE_PX, top: EDGE_PX, right: width - EDGE_PX, bottom: height - EDGE_PX },
    held,
  });
  const moved = (dot: MapDot): MapDot => {
    const [dx, dy] = shifts.get(dot.id) ?? [0, 0];
    if (dx === 0 && dy === 0) return dot;
    const { x, y } = drawnAt(dot);
    const { lat, lng } = map.unproject([x + dx, y + dy]);
    return { ...dot, lat, lng };
  };
  return { dots: dots.map(moved), held: shifts };
}
