import { useDrag } from '@mantine/hooks';
import {
  type MouseEvent,
  type PointerEvent,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { DRAG_THRESHOLD_PX, isFinger } from '../../core/motion';

/** A finger that rests on the button for this long (ms) acts like a complete slide (WCAG 2.5.7: no dragging needed). */
const HOLD_MS = 700;
/** The fraction of the track after which a slide counts. */
const WHOLE = 0.8;
/** A short vibration of the phone, in milliseconds. */
const BUZZ_MS = 12;

interface Slide {
  /** The props of the button. */
  props: {
    ref: RefCallback<HTMLButtonElement>;
    onPointerDown: (event: PointerEvent) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onClick: (event: MouseEvent) => void;
  };
  /** Whether a finger has only tapped, so that the hint is announced. */
  hasTapped: boolean;
}

/** The pixels that the thumb can move: its left offset is also the margin on the right. */
function trackOf(button: HTMLButtonElement | null): number {
  const thumb = button?.querySelector<HTMLElement>('[data-thumb]');
  return button && thumb ? button.clientWidth - thumb.offsetWidth - 2 * thumb.offsetLeft : 0;
}

/** Shows on the button how long a finger has rested on it. */
function showHold(button: HTMLButtonElement | null, holds: boolean): void {
  if (!button) return;
  button.dataset.holds = String(holds);
  button.style.setProperty('--slide-hold', `${HOLD_MS}ms`);
}

/** Calls `onHold` when a finger has rested for 0.7 s, unless the button was disabled or removed in the meantime. */
function useHold(button: RefObject<HTMLButtonElement | null>, onHold: () => void, enabled: boolean) {
  const timer = useRef(0);
  const end = useCallback(() => {
    window.clearTimeout(timer.current);
    showHold(button.current, false);
  }, [button]);
  useEffect(() => (enabled ? end : undefined), [enabled, end]);
  const start = () => {
    if (!enabled) return;
    showHold(button.current, true);
    timer.current = window.setTimeout(onHold, HOLD_MS);
  };
  return { start, end };
}

/**
 * Acts once when a finger has slid the thumb over 80% of its track or rested on the button for 0.7 s, and immediately
 * for a mouse, a key, a screen reader or a voice command. The thumb returns when the promise of `onAct` has settled.
 */
export function useSlide(onAct: () => Promise<unknown>, enabled: boolean): Slide {
  const button = useRef<HTMLButtonElement | null>(null);
  const byFinger = useRef(false);
  const isActing = useRef(false);
  const [hasTapped, setTapped] = useState(false);

  const moveThumb = (px: number, glides: boolean) => {
    button.current?.style.setProperty('--slide-x', `${px}px`);
    if (button.current) button.current.dataset.glides = String(glides);
  };
  const act = async () => {
    if (isActing.current || !enabled) return;
    isActing.current = true;
    setTapped(false);
    try {
      await onAct();
    } finally {
      isActing.current = false;
      moveThumb(0, true);
    }
  };
  const actBySlide = () => {
    showHold(button.current, false);
    moveThumb(trackOf(button.current), true);
    navigator.vibrate?.(BUZZ_MS);
    void act();
  };
  const hold = useHold(button, actBySlide, enabled);

  const { ref: dragged } = useDrag(
    ({ last, canceled, movement: [dx], event }) => {
      if (!isFinger(event) || isActing.current) return;
      hold.end();
      const track = trackOf(button.current);
      const x = Math.min(Math.max(dx, 0), track);
      if (!last) moveThumb(x, false);
      else if (!canceled && x >= track * WHOLE) actBySlide();
      else moveThumb(0, true);
    },
    { axis: 'x', threshold: DRAG_THRESHOLD_PX, enabled },
  );
  const ref = useCallback(
    (node: HTMLButtonElement | null) => {
      button.current = node;
      return dragged(node);
    },
    [dragged],
  );
  const onPointerDown = (event: PointerEvent) => {
    byFinger.current = isFinger(event);
    if (byFinger.current) hold.start();
  };
  const onClick = ({ detail }: MouseEvent) => {
    // A click event without a pointer (from a key, a screen reader or a voice command) has `detail` 0.
    if (detail === 0 || !byFinger.current) void act();
    else if (!isActing.current) setTapped(true);
  };
  return { hasTapped, props: { ref, onPointerDown, onPointerUp: hold.end, onPointerCancel: hold.end, onClick } };
}
