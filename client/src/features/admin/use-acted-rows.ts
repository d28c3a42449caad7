import { UNDO_MS } from '@boli/shared/core/constants';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** How often the hook checks whether rows may be removed, in milliseconds. */
const CHECK_MS = 500;
/** How long after a key press somebody counts as working in the list, in milliseconds. */
const KEY_MS = 2_000;

interface Acted<R, D> {
  row: R;
  /** The position of the row in the list at the time of the action. */
  index: number;
  done: D;
  at: number;
}

export interface ActedRows<R, D> {
  /** To be set on the element around the list: no row is removed while the pointer is over that element. */
  ref: RefObject<HTMLDivElement | null>;
  /** The server's rows, with the acted-on rows in their places. */
  shown: R[];
  /** What was done with a row; null if nothing was done. */
  doneWith: (row: R) => D | null;
  /** Keeps a row in its place, with what was done. */
  keep: (row: R, done: D) => void;
  /** Removes a row from the kept ones, after its action was undone. */
  release: (row: R) => void;
}

/**
 * Keeps a row in its place after an action for as long as the action can be undone (60 s), although the server's list
 * no longer contains the row: nothing must move under a finger that presses the next row. After the 60 seconds the row
 * is removed as soon as the pointer is not over the list and no key was pressed in the last two seconds.
 */
export function useActedRows<R, D>(rows: readonly R[], keyOf: (row: R) => string): ActedRows<R, D> {
  const ref = useRef<HTMLDivElement>(null);
  const [acted, setActed] = useState<readonly Acted<R, D>[]>([]);
  const keyAt = useRef(Number.NEGATIVE_INFINITY);

  const isAny = acted.length > 0;
  useEffect(() => {
    if (!isAny) return;
    const onKey = () => {
      keyAt.current = performance.now();
    };
    const leave = () => {
      const isUsed = ref.current?.matches(':hover') || performance.now() - keyAt.current < KEY_MS;
      if (!isUsed) setActed((held) => held.filter(({ at }) => performance.now() - at < UNDO_MS));
    };
    window.addEventListener('keydown', onKey);
    const timer = setInterval(leave, CHECK_MS);
    return () => {
      window.removeEventListener('keydown', onKey);
      clearInterval(timer);
    };
  }, [isAny]);

  const gone = new Set(acted.map(({ row }) => keyOf(row)));
  const shown = rows.filter((row) => !gone.has(keyOf(row)));
  for (const { row, index } of [...acted].sort((a, b) => a.index - b.index)) shown.splice(index, 0, row);
  const without = (row: R) => (held: readonly Acted<R, D>[]) => held.filter((one) => keyOf(one.row) !== keyOf(row));
  return {
    ref,
    shown,
    doneWith: (row) => acted.find((one) => keyOf(one.row) === keyOf(row))?.done ?? null,
    keep: (row, done) => {
      const index = shown.findIndex((one) => keyOf(one) === keyOf(row));
      setActed((held) => [...without(row)(held), { row, index, done, at: performance.now() }]);
    },
    release: (row) => setActed(without(row)),
  };
}
