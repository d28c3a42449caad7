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
const PER_LETTER = 11;
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

interface Choice {
  shift: Shift;
  /** Pixels that it covers there; infinite where it fits nowhere. */
  cost: number;
}

/** The first shift at which a bubble covers nothing, else the one at which it covers least; none where none fits. */
function bestOf(tries: readonly Shift[], costOf: (shift: Shift) => number): Choice {
  let best: Choice = { shift: [0, 0], cost: Number.POSITIVE_INFINITY };
  for (const shift of tries) {
    const cost = costOf(shift);
    if (cost === 0) return { shift, cost };
    if (cost < best.cost) best = { shift, cost };
  }
  return best;
}

interface Arrangement {
  shifts: Map<string, Shift>;
  /** Pixels that are covered in all. */
  cost: number;
}

/** Gives one bubble after the other the best place that is left. */
function arrange(bubbles: readonly Bubble[], around: Surroundings): Arrangement {
  const areas = [...around.taken];
  const shifts = new Map<string, Shift>();
  let total = 0;
  for (const bubble of bubbles) {
    const place = { left: bubble.x, right: bubble.x, top: bubble.y, bottom: bubble.y };
    const held = around.held.get(bubble.id);
    const costOf = (shift: Shift) => {
      const area = bubbleArea(bubble, shift);
      return isWithin(area, around.frame) ? coveredBy(area, areas) : Number.POSITIVE_INFINITY;
    };
    const isSeen = isWithin(place, around.sight);
    const { shift, cost } = isSeen
      ? bestOf(held ? [held, ...steps] : steps, costOf)
      : { shift: held ?? ([0, 0] as const), cost: 0 };
    total += cost;
    shifts.set(bubble.id, shift);
    areas.push(bubbleArea(bubble, shift));
  }
  return { shifts, cost: total };
}

const nothingHeld: ReadonlyMap<string, Shift> = new Map();

/**
 * Moves price bubbles apart, so that none covers another, a pin (`taken`) or lies outside `frame`, as long as there is
 * room. One that had a shift keeps it where it still fits, and comes before those that had none: a new price pushes an
 * old one only where there is no room otherwise. One whose place is out of sight stays there.
 */
export function spread(bubbles: readonly Bubble[], around: Surroundings): Map<string, Shift> {
  const known = ({ id }: Bubble) => (around.held.has(id) ? 0 : 1);
  const settled = [...bubbles].sort((a, b) => known(a) - known(b));
  let best = arrange(settled, around);
  const afresh = { ...around, held: nothingHeld };
  for (const order of [settled, [...bubbles].sort((a, b) => a.y - b.y), [...bubbles].sort((a, b) => b.y - a.y)]) {
    if (best.cost === 0) break;
    const found = arrange(order, afresh);
    if (found.cost < best.cost) best = found;
  }
  return best.shifts;
}
