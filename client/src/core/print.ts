import { type RefObject, useEffect, useRef } from 'react';

const PRINTED = 'boli-print';

/**
 * Prints only one element while mounted, by the returned `print` and by the browser's menu. The element is cloned out of
 * its scrolling dialog, so that nothing is cut off.
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
