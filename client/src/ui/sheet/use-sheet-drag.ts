import { useDrag } from '@mantine/hooks';
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../core/motion';
import { snapAfter } from './snaps';

/** What stays of a sheet that is dragged down, in pixels. */
const LEAST_PX = 72;
/** Pixels that a finger may tremble before it drags. */
const THRESHOLD_PX = 6;
const GLIDE = 'transform 280ms var(--boli-ease)';

interface SheetDrag {
  root: RefCallback<HTMLElement>;
  body: RefObject<HTMLDivElement | null>;
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

  const show = (px: number, glides: boolean) => {
    if (!element.current) return;
    element.current.style.transition = glides && !prefersReducedMotion() ? GLIDE : 'none';
    element.current.style.transform = `translateY(${full - px}px)`;
  };
  // What lies below the edge of the screen could be focused there and would scroll the page: the inside ends at the edge.
  const limitInside = (px: number) => element.current?.style.setProperty('--sheet-inside', `${px}px`);

  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (full === 0) return;
    show(rest, !isFirst.current);
    limitInside(rest);
    isFirst.current = false;
  });

  // The body scrolls by itself from here on: the finger is not the sheet's.
  const isScroll = useRef(false);
  const startsScroll = (target: EventTarget | null, moved: number) => {
    const scroller = body.current;
    if (!scroller || snap < top || !(target instanceof Node && scroller.contains(target))) return false;
    return scroller.scrollTop > 0 || moved < 0;
  };
  const { ref: dragged } = useDrag(
    ({ first, last, canceled, movement: [, moved], velocity: [, velocity], event }) => {
      if (first) isScroll.current = startsScroll(event.target, moved);
      if (isScroll.current) return;
      if (first) limitInside(full);
      const shown = Math.min(Math.max(rest - moved, LEAST_PX), full);
      if (!last) {
        show(shown, false);
        return;
      }
      const to = canceled ? snap : snapAfter(heights, { shown, velocity, moved });
      show(heights[to] ?? 0, true);
      limitInside(heights[to] ?? 0);
      if (to !== snap) onSnap(to);
    },
    { axis: 'y', threshold: THRESHOLD_PX },
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
 * The browser would else take the finger for scrolling and cancel the drag.
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
