import { type RefObject, useEffect, useRef } from 'react';

/** For what takes the place of a button that was pressed: it takes the keyboard, unless that has gone elsewhere. */
export function useArrival<E extends HTMLElement>(takes = true): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    if (takes && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [takes]);
  return place;
}
