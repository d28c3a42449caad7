import { useCallback, useEffect, useReducer, useRef } from 'react';

/** How long the list keeps its order after the user's last pointer movement, scroll or key press (ms). */
const SETTLE_MS = 2_500;

/**
 * The order of the ids while the user may be reaching for one: shown ones keep their order, new ones are appended, removed
 * ones are dropped.
 */
export function heldOrder(shown: readonly string[], wanted: readonly string[]): string[] {
  const exists = new Set(wanted);
  const kept = shown.filter((id) => exists.has(id));
  const known = new Set(kept);
  return [...kept, ...wanted.filter((id) => !known.has(id))];
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, at) => id === b[at]);

const motions = ['pointermove', 'pointerdown', 'touchmove', 'wheel', 'keydown'] as const;

interface SettledOrder {
  order: readonly string[];
  /** Whether the sorted order differs from the shown one and waits until the user is still. */
  isHeld: boolean;
  settle: () => void;
}

/** Sorts a list by `wanted`, but only when the user has been still for 2.5 s, so that nothing moves under a finger. */
export function useSettledOrder(wanted: readonly string[]): SettledOrder {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const order = useRef<readonly string[]>(wanted);
  const movedAt = useRef(0);
  const isStill = Date.now() - movedAt.current >= SETTLE_MS;
  order.current = isStill ? wanted : heldOrder(order.current, wanted);
  const isHeld = !same(order.current, wanted);

  const settle = useCallback(() => {
    movedAt.current = 0;
    render();
  }, []);

  useEffect(() => {
    const moved = () => {
      movedAt.current = Date.now();
    };
    for (const motion of motions) window.addEventListener(motion, moved, { passive: true });
    return () => {
      for (const motion of motions) window.removeEventListener(motion, moved);
    };
  }, []);

  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => Date.now() - movedAt.current >= SETTLE_MS && render(), SETTLE_MS / 10);
    return () => clearInterval(timer);
  }, [isHeld]);

  return { order: order.current, isHeld, settle };
}
