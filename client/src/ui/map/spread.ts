/** A rectangle on the map's frame in pixels from its upper left corner. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A price bubble with its lower left corner at `x`, `y`. */
export interface Bubble {
  id: string;
  x: number;
  y: number;
  text: string;
}

/** The offset of a bubble from its place, in pixels to the right and down. */
export type Shift = readonly [dx: number, dy: number];

/** The size in pixels of a bubble in focus (17 px bold) with a margin, so that each remains a separate touch target. */
const HEIGHT = 42;
const PER_LETTER = 9.5;
const AROUND = 30;

/** Pixels of a step to the side and down, and the maximum number of steps in each direction. */
const STEP = { x: 16, y: 14, most: 12 } as const;

/** The offsets that are tried, nearest first. */
const steps: readonly Shift[] = Array.from({ length: (2 * STEP.most + 1) ** 2 }, (_, at): Shift => {
  const across = 2 * STEP.most + 1;
  return [((at % across) - STEP.most) * STEP.x, (Math.floor(at / across) - STEP.most) * STEP.y];
}).sort(([ax, ay], [bx, by]) => ax * ax + ay * ay - bx * bx - by * by);

/** The area of a bubble at an offset of `shift`. */
export function bubbleArea({ x, y, text }: Bubble, [dx, dy]: Shift): Area {
  const left = x + dx - 4;
  const bottom = y + dy + 5;
  return { left, bottom, right: left + AROUND + PER_LETTER * text.length, top: bottom - HEIGHT };
}

/** The obstacles for bubbles on a map. */
interface Surroundings {
  /** Pins that must not be covered. */
  taken: readonly Area[];
  /** The visible area of the map. */
  sight: Area;
  /** The part of it without buttons and notices. */
  frame: Area;
  /** The previous offsets of the bubbles. */
  held: ReadonlyMap<string, Shift>;
}

/** Whether two areas share a pixel. */
export function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function isWithin(area: Area, frame: Area): boolean {
  return area.left >= frame.left && area.right <= frame.right && area.top >= frame.top && area.bottom <= frame.bottom;
}

/** How many pixels of an area others cover. */
function coveredBy(area: Area, others: readonly Area[]): number {
  let covered = 0;
  for (const other of others) {
    if (!overlaps(area, other)) continue;
    const width = Math.min(area.right, other.right) - Math.max(area.left, other.left);
    covered += width * (Math.min(area.bottom, other.bottom) - Math.max(area.top, other.top));
  }
  return covered;
}

/**
 * The first offset at which a bubble covers nothing, else the one at which it covers least; no offset where none fits.
 */
function bestOf(tries: readonly Shift[], cost: (shift: Shift) => number): Shift {
  let best: Shift = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (const shift of tries) {
    const found = cost(shift);
    if (found === 0) return shift;
    if (found < least) [best, least] = [shift, found];
  }
  return best;
}

/**
 * Moves price bubbles apart, so that none covers another or a pin (`taken`) or lies outside `frame`, as long as there
 * is room. A bubble keeps its previous offset where that still fits, and is placed before new ones, so that a new price
 * never moves an old one. A bubble outside of the visible area is not moved.
 */
export function spread(bubbles: readonly Bubble[], around: Surroundings): Map<string, Shift> {
  const areas = [...around.taken];
  const shifts = new Map<string, Shift>();
  const known = ({ id }: Bubble) => (around.held.has(id) ? 0 : 1);
  for (const bubble of [...bubbles].sort((a, b) => known(a) - known(b))) {
    const place = { left: bubble.x, right: bubble.x, top: bubble.y, bottom: bubble.y };
    const held = around.held.get(bubble.id);
    const cost = (shift: Shift) => {
      const area = bubbleArea(bubble, shift);
      return isWithin(area, around.frame) ? coveredBy(area, areas) : Number.POSITIVE_INFINITY;
    };
    const shift = isWithin(place, around.sight) ? bestOf(held ? [held, ...steps] : steps, cost) : (held ?? [0, 0]);
    shifts.set(bubble.id, shift);
    areas.push(bubbleArea(bubble, shift));
  }
  return shifts;
}
