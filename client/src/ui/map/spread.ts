/** A rectangle on the map's frame in pixels from its upper left corner. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A price bubble whose dot, at its lower left corner, belongs at `x`, `y`. */
export interface Bubble {
  id: string;
  x: number;
  y: number;
  text: string;
  /** Its size in pixels, if it is not that of a price bubble with this text. */
  size?: { width: number; height: number };
}

/** The offset of a bubble from its place, in pixels to the right and down. */
export type Shift = readonly [dx: number, dy: number];

/**
 * The size in pixels of a bubble in focus (17 px bold) with a margin, so that each bubble remains a separate target of
 * 44 px.
 */
const HEIGHT = 44;
const PER_LETTER = 11;
const AROUND = 30;
/** How far a bubble reaches left of and below its place: half of the dot that is on the place. */
const DOT = 6;

/** Pixels of a step to the side and down, and the maximum number of steps in each direction. */
const STEP = { x: 16, y: 14, most: 12 } as const;

const nearestFirst = ([ax, ay]: Shift, [bx, by]: Shift) => ax * ax + ay * ay - bx * bx - by * by;

/** The offsets that are tried, nearest first. */
const steps: readonly Shift[] = Array.from({ length: (2 * STEP.most + 1) ** 2 }, (_, at): Shift => {
  const across = 2 * STEP.most + 1;
  return [((at % across) - STEP.most) * STEP.x, (Math.floor(at / across) - STEP.most) * STEP.y];
}).sort(nearestFirst);

/** The area of a bubble at an offset of `shift`. */
export function bubbleArea({ x, y, text, size }: Bubble, [dx, dy]: Shift): Area {
  const left = x + dx - DOT;
  const bottom = y + dy + DOT;
  const { width, height } = size ?? { width: AROUND + PER_LETTER * text.length, height: HEIGHT };
  return { left, bottom, right: left + width, top: bottom - height };
}

/** The obstacles for bubbles on a map. */
interface Surroundings {
  /** The areas of pins and buttons, which must not be covered. */
  taken: readonly Area[];
  /** The visible area of the map. */
  sight: Area;
  /** The visible area without the parts that buttons and notices cover. */
  frame: Area;
  /** The previous offsets of the bubbles. */
  held: ReadonlyMap<string, Shift>;
}

/** Whether the bubbles are kept where they were, or at least on the same side of their places. */
type Keeping = 'place' | 'side';

/** Whether two areas share a pixel. */
export function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function isWithin(area: Area, frame: Area): boolean {
  return area.left >= frame.left && area.right <= frame.right && area.top >= frame.top && area.bottom <= frame.bottom;
}

/** How many pixels of an area the other areas cover. */
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
  /** The pixels that the bubble covers at this shift; infinite if it lies outside of the frame. */
  cost: number;
}

/** The first shift at which a bubble covers nothing, else the one at which it covers least, else the first of all. */
function bestOf(tries: readonly Shift[], costOf: (shift: Shift) => number): Choice {
  let best: Choice = { shift: tries[0] ?? [0, 0], cost: Number.POSITIVE_INFINITY };
  for (const shift of tries) {
    const cost = costOf(shift);
    if (cost === 0) return { shift, cost };
    if (cost < best.cost) best = { shift, cost };
  }
  return best;
}

interface Arrangement {
  shifts: Map<string, Shift>;
  /** The total number of pixels that are covered. */
  cost: number;
}

/** With more areas than this, places beside them are not tried: it would take too long while a map moves. */
const FEW = 20;

/**
 * The order in which shifts are tried: in steps from the bubble's own place, beside other areas nearest first, or
 * beside them row by row.
 */
type Way = 'steps' | 'beside' | 'rows';

const highestFirst = ([ax, ay]: Shift, [bx, by]: Shift) => ay - by || ax - bx;

/**
 * The shifts that put a bubble against the edges of the frame and of the taken areas; none if these are too many.
 */
function shiftsBeside(bubble: Bubble, areas: readonly Area[], frame: Area): Shift[] {
  if (areas.length > FEW) return [];
  const own = bubbleArea(bubble, [0, 0]);
  const across = [frame, ...areas].flatMap(({ left, right }) => [
    left - own.right,
    left - own.left,
    right - own.right,
    right - own.left,
  ]);
  const down = [frame, ...areas].flatMap(({ top, bottom }) => [
    top - own.bottom,
    top - own.top,
    bottom - own.bottom,
    bottom - own.top,
  ]);
  return [...new Set(across)].flatMap((dx) => [...new Set(down)].map((dy): Shift => [dx, dy]));
}

/**
 * The shifts to be tried: first those that leave a bubble on the same side of its place as `before`, then the others.
 */
function sameSideFirst(bubble: Bubble, before: Shift): Shift[] {
  const sideOf = (shift: Shift): readonly [isRight: boolean, isAbove: boolean] => {
    const { left, right, top, bottom } = bubbleArea(bubble, shift);
    return [left + right > 2 * bubble.x, top + bottom < 2 * bubble.y];
  };
  const [wasRight, wasAbove] = sideOf(before);
  const isSame = (shift: Shift) => {
    const [isRight, isAbove] = sideOf(shift);
    return isRight === wasRight && isAbove === wasAbove;
  };
  return [...steps.filter(isSame), ...steps.filter((shift) => !isSame(shift))];
}

function triesOf(bubble: Bubble, areas: readonly Area[], around: Surroundings, way: Way): readonly Shift[] {
  if (way !== 'steps')
    return shiftsBeside(bubble, areas, around.frame).sort(way === 'rows' ? highestFirst : nearestFirst);
  const before = around.held.get(bubble.id);
  return before ? sameSideFirst(bubble, before) : steps;
}

/** Gives each bubble in turn the best free place. */
function arrange(bubbles: readonly Bubble[], around: Surroundings, keeping: Keeping, way: Way = 'steps'): Arrangement {
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
    const tries = triesOf(bubble, areas, around, way);
    const { shift, cost } = isSeen
      ? bestOf(held && keeping === 'place' ? [held, ...tries] : tries, costOf)
      : { shift: held ?? ([0, 0] as const), cost: 0 };
    total += cost;
    shifts.set(bubble.id, shift);
    areas.push(bubbleArea(bubble, shift));
  }
  return { shifts, cost: total };
}

/**
 * Moves price bubbles apart, so that none covers another one or a pin (`taken`) or lies outside `frame`, as long as
 * there is room. A bubble with an earlier shift keeps it if the shift still fits, else stays on the same side of its
 * place. It is placed before bubbles without an earlier shift, so that a new price moves an old one only if there is no
 * other room. A bubble whose place is out of view is not moved, and no bubble is moved while the frame has no room.
 */
export function spread(bubbles: readonly Bubble[], around: Surroundings): Map<string, Shift> {
  return bestArrangement(bubbles, around).shifts;
}

/**
 * Like `spread`, for bubbles in order of importance: if there is no room for all of them, the last ones are left out,
 * and get no shift. All are left out while the frame is too small for the first one.
 */
export function spreadFirst(bubbles: readonly Bubble[], around: Surroundings): Map<string, Shift> {
  const all = bestArrangement(bubbles, around);
  let [fitting, tooMany] = [0, bubbles.length];
  let best = all;
  while (all.cost > 0 && tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    const found = bestArrangement(bubbles.slice(0, count), around);
    if (found.cost === 0) [fitting, best] = [count, found];
    else tooMany = count;
  }
  const isTooSmall =
    all.cost > 0 && fitting === 0 && bestArrangement(bubbles.slice(0, 1), around).cost === Number.POSITIVE_INFINITY;
  return isTooSmall ? new Map() : best.shifts;
}

function bestArrangement(bubbles: readonly Bubble[], around: Surroundings): Arrangement {
  const known = ({ id }: Bubble) => (around.held.has(id) ? 0 : 1);
  const settled = [...bubbles].sort((a, b) => known(a) - known(b));
  let best = arrange(settled, around, 'place');
  const orders = [settled, [...bubbles].sort((a, b) => a.y - b.y), [...bubbles].sort((a, b) => b.y - a.y)];
  for (const way of ['steps', 'beside', 'rows'] as const) {
    for (const order of orders) {
      if (best.cost === 0) return best;
      const found = arrange(order, around, 'side', way);
      if (found.cost < best.cost) best = found;
    }
  }
  return best;
}
