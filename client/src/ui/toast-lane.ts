import { DESKTOP } from '../core/tokens';

/** Marks what a toast never covers: titles of pages and dialogs with their buttons, the banner, states. */
const KEPT_CLEAR = '[data-clear-of-toasts]';
/** Pixels between a toast and the edge of the screen, and the step of the search for a free place. */
const EDGE = 4;
const STEP = 8;
/** A focused element higher than this (px) is a region, not the button or field that the toast speaks of. */
const REGION_HEIGHT = 160;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Lane {
  /** Pixels from the upper edge, and from the right one. */
  top: number;
  right: number;
}

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The candidate places for a toast, best first: in the header, then further down in the upper half. */
function* lanes(screen: { width: number; height: number }, gaps: readonly number[]): Generator<Lane> {
  for (const right of gaps) yield { top: gaps.length > 1 ? STEP : EDGE, right };
  const last = gaps.at(-1) ?? EDGE;
  for (let top = STEP; top < screen.height / 2; top += STEP) yield { top, right: last };
}

/**
 * The first place for toasts of this size that overlaps none of `kept`; the very first one if all overlap. `gaps`: the
 * distances (px) from the right edge to be tried in the header.
 */
export function laneFor(
  screen: { width: number; height: number },
  size: { width: number; height: number },
  gaps: readonly number[],
  kept: readonly Box[],
): Lane {
  const boxOf = ({ top, right }: Lane): Box => ({
    left: screen.width - right - size.width,
    top,
    right: screen.width - right,
    bottom: top + size.height,
  });
  const all = [...lanes(screen, gaps)];
  const free = all.find((lane) => !kept.some((box) => meet(boxOf(lane), box)));
  return free ?? { top: EDGE, right: gaps[0] ?? EDGE };
}

/** The boxes that toasts keep clear of: those of the top dialog, or of the page where none is open. */
function keptBoxes(): Box[] {
  const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]');
  const layer = dialogs[dialogs.length - 1] ?? document.body;
  const focused = document.activeElement;
  const isPart = focused instanceof HTMLElement && focused.offsetHeight < REGION_HEIGHT && layer.contains(focused);
  return [...layer.querySelectorAll(KEPT_CLEAR), ...(isPart ? [focused] : [])]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}

/** Puts the container of all toasts where it covers none of the kept boxes. */
function placeToasts(container: HTMLElement): void {
  const toasts = [...container.querySelectorAll<HTMLElement>('[data-toast]')];
  const last = toasts.at(-1);
  if (!last) return;
  const screen = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const isWide = window.matchMedia(DESKTOP).matches;
  // On phones toasts are stacked on top of each other; on desktop they are listed one below the other.
  const height = isWide ? toasts.reduce((sum, toast) => sum + toast.offsetHeight + STEP, 0) : last.offsetHeight;
  // On desktop left of the header's buttons, which end with the page (80rem); else at the edge.
  const beyond = Math.max(0, (screen.width - 1280) / 2);
  const gaps = isWide ? [316 + beyond, EDGE] : [(screen.width - last.offsetWidth) / 2];
  const lane = laneFor(screen, { width: last.offsetWidth, height }, gaps, keptBoxes());
  container.style.setProperty('--toasts-top', `${lane.top}px`);
  container.style.setProperty('--toasts-right', `${lane.right}px`);
}

/** Keeps the container in its place while dialogs open, pages change and the focus moves. Returns a dispose function. */
function watchContainer(container: HTMLElement): () => void {
  let frame = 0;
  const place = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => placeToasts(container));
  };
  const observer = new MutationObserver(place);
  observer.observe(document.body, { childList: true, subtree: true });
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
 * Places the container for one more toast, and keeps it in its place until the last of its toasts has gone. Returns the
 * function that takes this toast away.
 */
export function addToLane(container: HTMLElement): () => void {
  const lane = watched.get(container) ?? { toasts: 0, stop: watchContainer(container) };
  watched.set(container, lane);
  lane.toasts += 1;
  placeToasts(container);
  return () => {
    lane.toasts -= 1;
    if (lane.toasts > 0) return;
    watched.delete(container);
    lane.stop();
  };
}
