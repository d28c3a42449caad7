import { type RefObject, useEffect, useRef } from 'react';

const PRINTED = 'boli-print';

/**
 * While mounted, only the referenced element is printed, by the returned `print` and by the menu of the browser. A copy
 * outside of the scrolling dialog is printed, so that nothing is cut off.
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
