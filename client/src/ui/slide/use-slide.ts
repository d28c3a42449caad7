import { useDrag } from '@mantine/hooks';
import { type MouseEvent, type PointerEvent, type RefCallback, useCallback, useRef, useState } from 'react';

/** A finger that rests this long on the button acts as a whole slide (WCAG 2.5.7: no dragging needed). */
const HOLD_MS = 700;
/** The part of the way from which a slide counts. */
const WHOLE = 0.8;
/** Pixels that a finger may tremble before it slides. */
const THRESHOLD_PX = 6;
/** The thumb and the air around it, in pixels. */
const THUMB_PX = 56;
const AIR_PX = 8;

const isFinger = ({ pointerType }: { pointerType: string }) => pointerType === 'touch' || pointerType === 'pen';

interface Slide {
  /** To be set on the button. */
  props: {
    ref: RefCallback<HTMLButtonElement>;
    onPointerDown: (event: PointerEvent) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onClick: (event: MouseEvent) => void;
  };
  /** Whether a finger has only tapped: the hint is to be announced. */
  hasTapped: boolean;
}

/**
 * Acts once when a finger has slid the thumb over 80% of its way or held it for 0.7 s, and at once for a mouse, a key, a
 * screen reader or a voice. The thumb goes back when what `onAct` returns has settled.
 */
export function useSlide(onAct: () => Promise<unknown>, enabled: boolean): Slide {
  const button = useRef<HTMLButtonElement | null>(null);
  const byFinger = useRef(false);
  const isActing = useRef(false);
  const hold = useRef(0);
  const [hasTapped, setTapped] = useState(false);

  const wayPx = () => (button.current?.clientWidth ?? 0) - THUMB_PX - AIR_PX;
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
    moveThumb(wayPx(), true);
    navigator.vibrate?.(12);
    void act();
  };

  const { ref: dragged } = useDrag(
    ({ last, canceled, movement: [dx], event }) => {
      if (!isFinger(event) || isActing.current) return;
      window.clearTimeout(hold.current);
      const x = Math.min(Math.max(dx, 0), wayPx());
      if (!last) moveThumb(x, false);
      else if (!canceled && x >= wayPx() * WHOLE) actBySlide();
      else moveThumb(0, true);
    },
    { axis: 'x', threshold: THRESHOLD_PX, enabled },
  );
  const ref = useCallback(
    (node: HTMLButtonElement | null) => {
      button.current = node;
      return dragged(node);
    },
    [dragged],
  );
  const endHold = () => window.clearTimeout(hold.current);

  return {
    hasTapped,
    props: {
      ref,
      onPointerDown: (event) => {
        byFinger.current = isFinger(event);
        if (byFinger.current && enabled) hold.current = window.setTimeout(actBySlide, HOLD_MS);
      },
      onPointerUp: endHold,
      onPointerCancel: endHold,
      onClick: ({ detail }) => {
        // A press without a pointer (a key, a screen reader, a voice) has no detail.
        if (detail === 0 || !byFinger.current) void act();
        else if (!isActing.current) setTapped(true);
      },
    },
  };
}
