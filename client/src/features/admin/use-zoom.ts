import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export const ZOOM_STEPS = [1, 1.5, 2, 3, 4] as const;
const MOST = 4;
/**
 * Each unit of `deltaY` divides the zoom factor by e to the power of this; a notch of a mouse wheel is about 100 units.
 */
const WHEEL_UNIT = 0.0025;
/** A press that moved farther than this (px) is a drag, not a click. */
const DRAG_PX = 4;

interface Spot {
  x: number;
  y: number;
}

export interface Zoom {
  /** The ref of the scrolling element. */
  frame: RefObject<HTMLDivElement | null>;
  /** The zoom factor: 1 shows the whole width. */
  zoom: number;
  /** Zooms to the next step up or down; stays at the largest and at the smallest step. */
  step: (by: 1 | -1) => void;
  reset: () => void;
  /** Whether the press that just ended dragged the content, and so was not a click. */
  wasDragged: () => boolean;
}

const clampZoom = (zoom: number) => Math.min(MOST, Math.max(1, zoom));
const apart = ([one, two]: readonly Touch[]) =>
  one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;

/**
 * Listens for wheel and pinch on the frame. `scale` gets the factor of each change, and its centre in the frame (px).
 */
function addZoomListeners(frame: HTMLElement, scale: (by: number, around: Spot) => void): () => void {
  const spotOf = (clientX: number, clientY: number): Spot => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  let distance = 0;
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    scale(Math.exp(-event.deltaY * WHEEL_UNIT), spotOf(event.clientX, event.clientY));
  };
  const touch = (event: TouchEvent) => {
    const [one, two] = event.touches;
    const now = apart([...event.touches]);
    if (event.type === 'touchmove' && one && two && distance > 0) {
      event.preventDefault();
      scale(now / distance, spotOf((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2));
    }
    distance = now;
  };
  const listeners = [
    ['wheel', wheel],
    ['touchstart', touch],
    ['touchmove', touch],
    ['touchend', touch],
  ] as const;
  // Not passive: only then can `preventDefault` keep the page itself from zooming and scrolling.
  for (const [name, listener] of listeners) frame.addEventListener(name, listener as EventListener, { passive: false });
  return () => {
    for (const [name, listener] of listeners) frame.removeEventListener(name, listener as EventListener);
  };
}

/** Drags the picture with a mouse; touch scrolls natively. `onPull` gets whether the current press is a drag. */
function addDragListeners(frame: HTMLElement, onPull: (dragged: boolean) => void): () => void {
  let from: (Spot & { left: number; top: number }) | null = null;
  const down = (event: PointerEvent) => {
    onPull(false);
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(dx, dy) > DRAG_PX) onPull(true);
    frame.scrollLeft = from.left - dx;
    frame.scrollTop = from.top - dy;
  };
  const up = () => {
    from = null;
  };
  frame.addEventListener('pointerdown', down);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  return () => {
    frame.removeEventListener('pointerdown', down);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
  };
}

/** Zooms a picture inside a scrolling frame. The point under the wheel or between two fingers stays in its place. */
export function useZoom(): Zoom {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const last = useRef<{ zoom: number; around: Spot | null }>({ zoom: 1, around: null });
  const dragged = useRef(false);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const scale = (by: number, around: Spot) => {
      last.current.around = around;
      setZoom((before) => clampZoom(before * by));
    };
    const stops = [
      addZoomListeners(element, scale),
      addDragListeners(element, (is) => {
        dragged.current = is;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useLayoutEffect(() => {
    const element = frame.current;
    const by = zoom / last.current.zoom;
    if (!element || by === 1) return;
    const around = last.current.around ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    element.scrollLeft = (element.scrollLeft + around.x) * by - around.x;
    element.scrollTop = (element.scrollTop + around.y) * by - around.y;
    last.current = { zoom, around: null };
  }, [zoom]);

  const step = (by: 1 | -1) => {
    const next = by > 0 ? ZOOM_STEPS.find((at) => at > zoom) : ZOOM_STEPS.findLast((at) => at < zoom);
    setZoom(next ?? (by > 0 ? MOST : 1));
  };
  return { frame, zoom, step, reset: () => setZoom(1), wasDragged: () => dragged.current };
}
