import { useDrag } from '@mantine/hooks';
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { DRAG_THRESHOLD_PX, isFinger, prefersReducedMotion } from '../../core/motion';
import { snapAfter } from './snaps';

/** The least of a sheet that is seen while it is dragged, in pixels. */
const LEAST_PX = 72;
const GLIDE = 'transform 280ms var(--boli-ease)';

interface SheetDrag {
  root: RefCallback<HTMLElement>;
  body: RefObject<HTMLDivElement | null>;
}

interface Placed {
  /** The element's own height in pixels. */
  full: number;
  /** The pixels of it that are seen. */
  shown: number;
  glides: boolean;
}

function place(element: HTMLElement | null, { full, shown, glides }: Placed): void {
  if (!element) return;
  element.style.transition = glides && !prefersReducedMotion() ? GLIDE : 'none';
  element.style.transform = `translateY(${full - shown}px)`;
}

/** Ends the inside of the sheet at the edge of the screen: what lies below it could be focused and would scroll the page. */
function limitInside(element: HTMLElement | null, px: number): void {
  element?.style.setProperty('--sheet-inside', `${px}px`);
}

/**
 * Moves the sheet with a finger, without rendering, and calls `onSnap` when it is released. `heights` are those it rests
 * at, in pixels, lowest first; the element is as high as the highest and is shifted down.
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

  // The body scrolls by itself: the finger is not the sheet's.
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

/**
 * Only at the top the body scrolls by itself; pulled down from its very beginning it hands the finger back to the sheet.
 * The browser would otherwise take the finger for scrolling and cancel the drag.
 */
function useScrollHandover(body: RefObject<HTMLDivElement | null>, isTop: boolean): void {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    let startY = 0;
    const onStart = (event: TouchEvent) => {
      startY = event.touches[0]?.clientY ?? 0;
    };
    const onMove = (event: TouchEvent) => {
      const pulled = (event.touches[0]?.clientY ?? 0) - startY;
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
