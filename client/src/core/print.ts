import { type RefObject, useEffect, useRef } from 'react';

const PRINTED = 'boli-print';

/**
 * Makes one element all that is printed while its part is mounted, by the button and by the browser's own menu: it is
 * copied out of the dialog it scrolls in, so that nothing is cut off.
 */
export function usePrintable<E extends HTMLElement>(): { ref: RefObject<E | null>; print: () => void } {
  const ref = useRef<E>(null);
  useEffect(() => {
    const sheet = document.createElement('div');
    sheet.className = PRINTED;
    const before = () => {
      if (!ref.current) return;
      sheet.replaceChildren(ref.current.cloneNode(true));
      document.body.append(sheet);
    };
    const after = () => sheet.remove();
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      after();
    };
  }, []);
  return { ref, print: () => window.print() };
}
