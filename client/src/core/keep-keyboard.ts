/** Where the keyboard goes on when what had it is gone for good. */
const HOME = '[role="dialog"], [role="tabpanel"]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** Long enough for a view that moves the keyboard itself to have done so. */
const SETTLED_MS = 60;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Brings the keyboard back: browsers let go of a button when it is disabled while it is busy, and of a row that is
 * gone once it is dealt with. It goes back to the same button, else to the dialog or the panel it stood in. To be
 * called once; returns what ends it.
 */
export function keepKeyboard(): () => void {
  let last: HTMLElement | null = null;
  let home: HTMLElement | null = null;
  let timer = 0;
  const bringBack = () => {
    if (!last || !isLost()) return;
    if (last.isConnected) {
      // Still busy, it cannot take it yet: the end of that is seen, too.
      if (!last.matches(':disabled')) last.focus({ preventScroll: true });
      return;
    }
    last = null;
    if (!home?.isConnected) return;
    if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
    home.focus({ preventScroll: true });
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    home = target.closest<HTMLElement>(HOME);
  };
  const onPointer = ({ target }: Event) => {
    // A press beside everything lets go on purpose.
    if (target instanceof Element && !target.closest(FOCUSABLE)) last = null;
  };
  const seen = new MutationObserver(() => {
    if (!last || !isLost()) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(bringBack, SETTLED_MS);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPointer);
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPointer);
    seen.disconnect();
  };
}
