import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where the keyboard goes on when what had it is gone for good. */
const HOME = '[role="dialog"], [role="tabpanel"]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** Long enough for a view that moves the keyboard itself to have done so. */
const SETTLED_MS = 60;

/** As many dialogs as may ever stand over each other, and more. */
const LONGEST = 8;

interface Place {
  element: HTMLElement;
  home: HTMLElement | null;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

interface Giving {
  /** Only where nothing has the keyboard: who went elsewhere is left there. */
  ifLost?: boolean;
  /** The page stays where it is scrolled to. */
  still?: boolean;
}

/** Gives the keyboard to what goes on in the place of something that is gone, or about to go. */
export function giveKeyboard(target: Element | null | undefined, { ifLost = false, still = false }: Giving = {}): void {
  if (target instanceof HTMLElement && target.isConnected && !(ifLost && !isLost()))
    target.focus({ preventScroll: still });
}

/** For what takes the place of a button that was pressed: it takes the keyboard, unless that has gone elsewhere. */
export function useArrival<E extends HTMLElement>(takes = true): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    if (takes) giveKeyboard(place.current, { ifLost: true, still: true });
  }, [takes]);
  return place;
}

/** Long enough for a dialog to have let go of the keyboard. */
const LET_GO_MS = 20;

/** For a dialog: what had the keyboard when it opened has it again once it is closed, unless it went elsewhere by then. */
export function useReturn(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  const isOpen = useRef(false);
  // Before the dialog takes it, also where the dialog is open from its first moment on.
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      const left = document.activeElement;
      window.setTimeout(() => {
        if (isOpen.current || opener.current === document.body) return;
        if (isLost() || document.activeElement === left) giveKeyboard(opener.current, { still: true });
      }, LET_GO_MS);
    };
  }, [opened]);
}

/** The places with this one as the newest: a dialog's own follows what had the keyboard before it opened. */
function followed(trail: readonly Place[], place: Place): Place[] {
  const same = trail.findIndex(({ home }) => home === place.home);
  return [...(same < 0 ? trail.slice(1 - LONGEST) : trail.slice(0, same)), place];
}

/** Gives the keyboard to the newest place that is still there; the trail up to it. */
function brought(trail: readonly Place[]): Place[] {
  const at = trail.findLastIndex(({ element, home }) => element.isConnected || home?.isConnected);
  const place = trail[at];
  if (!place) {
    // The whole view is gone: the page that took its place begins here; until it is there, the trail waits.
    const page = document.getElementById('main');
    giveKeyboard(page, { still: true });
    return page ? [] : [...trail];
  }
  const { element, home } = place;
  if (element.isConnected) {
    // Still busy, it cannot take it yet: the end of that is seen, too.
    if (!element.matches(':disabled')) giveKeyboard(element, { still: true });
  } else if (home) {
    if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
    giveKeyboard(home, { still: true });
  }
  return trail.slice(0, at + 1);
}

/**
 * Brings the keyboard back: browsers let go of a button when it is disabled while it is busy, and of a row that is
 * gone once it is dealt with. It goes back to the same button, else to the dialog or the panel it stood in, else to
 * what had it before that dialog opened, else to the page (`#main`). To be called once; returns what ends it.
 */
export function keepKeyboard(): () => void {
  let trail: Place[] = [];
  let timer = 0;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement)
      trail = followed(trail, { element: target, home: target.closest<HTMLElement>(HOME) });
  };
  const onPointer = ({ target }: Event) => {
    // A press beside everything lets go on purpose.
    if (target instanceof Element && !target.closest(FOCUSABLE)) trail = [];
  };
  const seen = new MutationObserver(() => {
    if (trail.length === 0 || !isLost()) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (isLost()) trail = brought(trail);
    }, SETTLED_MS);
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
