import { useDrag } from '@mantine/hooks';
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { DRAG_THRESHOLD_PX, isFinger, prefersReducedMotion } from '../../core/motion';
import { snapAfter } from './snaps';

/** The minimum visible height of a sheet while it is dragged, in pixels. */
const LEAST_PX = 72;
const GLIDE = 'transform 280ms var(--boli-ease)';

interface SheetDrag {
  root: RefCallback<HTMLElement>;
  body: RefObject<HTMLDivElement | null>;
}

interface Placed {
  /** The element's own height in pixels. */
  full: number;
  /** Its visible height in pixels. */
  shown: number;
  glides: boolean;
}

function place(element: HTMLElement | null, { full, shown, glides }: Placed): void {
  if (!element) return;
  element.style.transition = glides && !prefersReducedMotion() ? GLIDE : 'none';
  element.style.transform = `translateY(${full - shown}px)`;
}

/** Limits the inside of the sheet to the visible screen: focusable elements below it would scroll the page. */
function limitInside(element: HTMLElement | null, px: number): void {
  element?.style.setProperty('--sheet-inside', `${px}px`);
}

/**
 * Moves the sheet with a finger, without a React render, and calls `onSnap` on release. `heights` are the resting
 * heights in pixels, lowest first; the element is as high as the highest one and is shifted down.
 */
export function useSheetDrag(heights: readonly number[], snap: number, onSnap: (snap: number) => void): SheetDrag {
  const element = useRef<HTMLElement | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const top = heights.length - 1;
  const [full, rest] = [heights[top] ?? 0, heights[snap] ?? 0];

  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (full === 0) return;
    place(element.current, { full, shown: rest, glides: !isFirst.current });
    limitInside(element.current, rest);
    isFirst.current = false;
  }, [full, rest]);

  // Whether the finger scrolls the body and does not drag the sheet.
  const isScroll = useRef(false);
  const startsScroll = (target: EventTarget | null, moved: number) => {
    const scroller = body.current;
    if (!scroller || snap < top || !(target instanceof Node && scroller.contains(target))) return false;
    return scroller.scrollTop > 0 || moved < 0;
  };
  const { ref: dragged } = useDrag(
    ({ first, last, canceled, movement: [, moved], velocity: [, velocity], event }) => {
      if (first) isScroll.current = !isFinger(event) || startsScroll(event.target, moved);
      if (isScroll.current) return;
      if (first) limitInside(element.current, full);
      const shown = Math.min(Math.max(rest - moved, LEAST_PX), full);
      if (!last) {
        place(element.current, { full, shown, glides: false });
        return;
      }
      const to = canceled ? snap : snapAfter(heights, { shown, velocity, moved });
      const height = heights[to] ?? 0;
      place(element.current, { full, shown: height, glides: true });
      limitInside(element.current, height);
      if (to !== snap) onSnap(to);
    },
    { axis: 'y', threshold: DRAG_THRESHOLD_PX },
  );
  const root = useCallback(
    (node: HTMLElement | null) => {
      element.current = node;
      return dragged(node);
    },
    [dragged],
  );
  useScrollHandover(body, snap === top);
  return { root, body };
}

/** Whether the touched element lies in something that scrolls sideways. */
const isSideways = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sideways="true"]') !== null;

/**
 * The body scrolls only at full height; pulling it down from its start drags the sheet. Otherwise the browser would
 * scroll with the finger and cancel the drag.
 */
function useScrollHandover(body: RefObject<HTMLDivElement | null>, isTop: boolean): void {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    let start = { x: 0, y: 0 };
    const onStart = ({ touches: [touch] }: TouchEvent) => {
      start = { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
    };
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      const [across, pulled] = [(touch?.clientX ?? 0) - start.x, (touch?.clientY ?? 0) - start.y];
      if (Math.abs(across) > Math.abs(pulled) && isSideways(event.target)) return;
      const scrolls = isTop && (element.scrollTop > 0 || pulled <= 0);
      if (!scrolls && event.cancelable) event.preventDefault();
    };
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
    };
  }, [body, isTop]);
}
