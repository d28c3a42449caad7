import { DESKTOP } from '../core/tokens';

/**
 * Elements that a toast covers only if no other place is left: titles with their buttons, the banner, status badges,
 * the fields and pins of the pickup and the drop, and the rows of a list that is being searched.
 */
const KEPT_CLEAR = '[data-clear-of-toasts], [role=option]';
/** The cost of a covered pixel of an element that is kept clear. */
const KEPT_COST = 100;
/**
 * Other elements that are better left uncovered, with the cost of a covered pixel: titles, inputs and pins; buttons and
 * cards; text.
 */
const AVOIDED = [
  ['h1, h2, h3, input:not([type=radio]), .maplibregl-marker', 4],
  ['button, a, label, article', 2],
  ['p', 1],
] as const;
/** Toasts stay in this upper part of the screen. */
const UPPER_PART = 0.7;
/** Pixels between a toast and the edge of the screen, and the step of the search for a free place. */
const EDGE = 4;
const STEP = 8;
/** A focused element higher than this (px) is a region, not the button or field that the toast is about. */
const REGION_HEIGHT = 160;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A box of the page, with the cost of each pixel of it that a toast covers. */
export interface Kept extends Box {
  cost: number;
}

interface Lane {
  /** Pixels from the upper edge, and from the right one. */
  top: number;
  right: number;
}

interface Size {
  width: number;
  height: number;
}

const common = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** What toasts of this size cost in a lane: the pixels that they cover, each at the cost of its box. */
function costOf({ top, right }: Lane, screen: Size, size: Size, kept: readonly Kept[]): number {
  const far = screen.width - right;
  const box = { left: far - size.width, top, right: far, bottom: top + size.height };
  return kept.reduce((sum, one) => sum + common(box, one) * one.cost, 0);
}

/** The candidate places for a toast, best first: in the header, then further down in the upper part. */
function* lanes(screen: Size, gaps: readonly number[]): Generator<Lane> {
  const tops = gaps.length > 1 ? [STEP, EDGE] : [EDGE];
  for (const top of tops) for (const right of gaps) yield { top, right };
  const last = gaps.at(-1) ?? EDGE;
  for (let top = STEP; top < screen.height * UPPER_PART; top += STEP) yield { top, right: last };
}

/**
 * The place at which toasts of this size cover least of `kept`; of several such places the first. `gaps`: the
 * distances (px) from the right edge to be tried in the header.
 */
export function laneFor(screen: Size, size: Size, gaps: readonly number[], kept: readonly Kept[]): Lane {
  let best = { lane: { top: EDGE, right: gaps[0] ?? EDGE }, cost: Number.POSITIVE_INFINITY };
  for (const lane of lanes(screen, gaps)) {
    const cost = costOf(lane, screen, size, kept);
    if (cost < best.cost) best = { lane, cost };
    if (cost === 0) break;
  }
  return best.lane;
}

/** The visible part of an element: what scrolls is cut off at the edges of its scroller. */
function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const scroller = element.parentElement?.closest('[data-scrolls]')?.getBoundingClientRect();
  if (!scroller) return { left, top, right, bottom };
  return { left, right, top: Math.max(top, scroller.top), bottom: Math.min(bottom, scroller.bottom) };
}

/** The top modal dialog, or the page if none is open. */
function topLayer(): Element {
  const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]');
  return dialogs[dialogs.length - 1] ?? document.body;
}

/** Whether an element is visible. The page below a dialog of a phone's stage is hidden. */
const isSeen = (element: Element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

/** The boxes of those elements that are visible. */
const kept = (elements: Iterable<Element>, cost: number): Kept[] =>
  [...elements]
    .filter((element) => !element.closest('[data-toast], .visually-hidden') && isSeen(element))
    .map((element) => ({ ...boxOf(element), cost }))
    .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);

/** The boxes that toasts keep clear of. */
function keptClear(layer: Element): Kept[] {
  const focused = document.activeElement;
  const isPart = focused instanceof HTMLElement && focused.offsetHeight < REGION_HEIGHT && layer.contains(focused);
  return kept([...layer.querySelectorAll(KEPT_CLEAR), ...(isPart ? [focused] : [])], KEPT_COST);
}

const avoided = (layer: Element): Kept[] =>
  AVOIDED.flatMap(([selector, cost]) => kept(layer.querySelectorAll(selector), cost));

/** Where the toasts of a container are, on a screen of this width (px). */
const placed = new WeakMap<HTMLElement, { lane: Lane; width: number; newest: Element; since: number }>();
/**
 * Within this time (ms) after it appeared, a toast may still move: the screen that belongs to it appears at the same
 * time.
 */
const SETTLE_MS = 800;

/** The distances (px) from the right edge of the screen at which toasts of this width may be. */
function gapsOf(screen: Size, width: number, isWide: boolean): readonly number[] {
  if (!isWide) return [(screen.width - width) / 2];
  // The first place is left of the header's buttons, which end at the right edge of the page (80rem); the second is at
  // the edge of the screen.
  return [316 + Math.max(0, (screen.width - 1280) / 2), EDGE];
}

/**
 * Puts the container of all toasts where the newest toast covers least. As long as that toast covers nothing that is
 * kept clear, the container stays in its place: a message that moves cannot be read. On wide screens the toasts are
 * listed one below the other if that list covers nothing either. Otherwise the newest toast lies on the others.
 */
function placeToasts(container: HTMLElement): void {
  const toasts = [...container.querySelectorAll<HTMLElement>('[data-toast]')];
  const last = toasts.at(-1);
  if (!last) return;
  const screen = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const isWide = window.matchMedia(DESKTOP).matches;
  const size = { width: last.offsetWidth, height: last.offsetHeight };
  const list = { ...size, height: toasts.reduce((sum, toast) => sum + toast.offsetHeight + STEP, -STEP) };
  const layer = topLayer();
  const clear = keptClear(layer);
  const before = placed.get(container);
  const since = before?.newest === last ? before.since : performance.now();
  const isSettled = before?.newest !== last || performance.now() - since > SETTLE_MS;
  const stays = isSettled && before?.width === screen.width && costOf(before.lane, screen, size, clear) === 0;
  const isList = isWide && toasts.length > 1;
  const all = stays && !isList ? clear : [...clear, ...avoided(layer)];
  const lane = stays ? before.lane : laneFor(screen, size, gapsOf(screen, size.width, isWide), all);
  container.dataset.stacked = String(!isList || costOf(lane, screen, list, all) > 0);
  placed.set(container, { lane, width: screen.width, newest: last, since });
  if (stays) return;
  container.style.setProperty('--toasts-top', `${lane.top}px`);
  container.style.setProperty('--toasts-right', `${lane.right}px`);
}

/** Places the container again whenever dialogs open, pages change or the focus moves. Returns a dispose function. */
function watchContainer(container: HTMLElement): () => void {
  let frame = 0;
  const place = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => placeToasts(container));
  };
  const observer = new MutationObserver(place);
  // A map that has come to rest has moved its pins.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-map-ready'] });
  const events = ['scroll', 'resize', 'transitionend', 'focusin'] as const;
  for (const name of events) window.addEventListener(name, place, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    for (const name of events) window.removeEventListener(name, place, { capture: true });
  };
}

/** The containers that are watched, with the number of their toasts. */
const watched = new Map<HTMLElement, { toasts: number; stop: () => void }>();

/**
 * Places the container for one more toast, and again after changes of the page until its last toast has disappeared.
 * Returns the function to call when this toast disappears.
 */
export function addToLane(container: HTMLElement): () => void {
  const lane = watched.get(container) ?? { toasts: 0, stop: watchContainer(container) };
  watched.set(container, lane);
  lane.toasts += 1;
  placeToasts(container);
  return () => {
    lane.toasts -= 1;
    if (lane.toasts > 0) return;
    placed.delete(container);
    watched.delete(container);
    lane.stop();
  };
}
