import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

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
