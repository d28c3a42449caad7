import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * As `useHeight`, for an element that is not always on the page: 0 while it is absent. Pass `ref` itself to the
 * element: when the element is removed, React calls the function that `ref` has returned, which sets the height to 0.
 */
export function useHeightWhileShown(): {
  ref: (element: HTMLElement | null) => (() => void) | undefined;
  height: number;
} {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => setHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      setHeight(0);
    };
  }, []);
  return { ref, height };
}

/** The height of an element in pixels, updated while it changes; 0 until it is known. */
export function useHeight<E extends HTMLElement>(): { ref: RefObject<E | null>; height: number } {
  const ref = useRef<E>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, height };
}
