import { useEffect, useState } from 'react';

/**
 * The height in pixels that the on-screen keyboard covers at the bottom of the window: phones show it over the page,
 * which keeps its size. 0 if not `active`, or if the browser does not report it.
 */
export function useKeyboardHeight(active: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!active || !view) return;
    const measure = () => {
      // A page that is zoomed in by two fingers is also visible only in part, without a keyboard.
      const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop;
      setHeight(Math.max(0, Math.round(covered)));
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      setHeight(0);
    };
  }, [active]);
  return height;
}
