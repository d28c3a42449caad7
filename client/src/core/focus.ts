import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The containers that get the focus when the focused element is removed from them. */
const CONTAINER = '[role="dialog"], [role="tabpanel"]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** A view that moves the focus itself has moved it within this time (ms). */
const SETTLED_MS = 60;

/** The maximum number of focus targets that are remembered, one for each container; dialogs are never stacked so deep. */
const MAX_TRAIL = 8;

interface FocusTarget {
  element: HTMLElement;
  container: HTMLElement | null;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

interface MoveFocusOptions {
  /** Moves the focus only when nothing has it, so that a focus moved by the user stays. */
  ifLost?: boolean;
  /** Does not scroll to the target. */
  preventScroll?: boolean;
}

/** Focuses the element that replaces one that was removed or is about to be removed. */
export function moveFocus(
  target: Element | null | undefined,
  { ifLost = false, preventScroll = false }: MoveFocusOptions = {},
): void {
  if (target instanceof HTMLElement && target.isConnected && !(ifLost && !isLost())) target.focus({ preventScroll });
}

/** On mount, focuses the element that replaces a pressed button, unless the focus was moved elsewhere. */
export function useFocusOnMount<E extends HTMLElement>(enabled = true): RefObject<E | null> {
  const target = useRef<E>(null);
  useEffect(() => {
    if (enabled) moveFocus(target.current, { ifLost: true, preventScroll: true });
  }, [enabled]);
  return target;
}

/** A closing dialog has released the focus within this time (ms). */
const DIALOG_CLOSE_MS = 20;

/** For a dialog: on close, focuses the element that had the focus on opening, unless the focus was moved elsewhere. */
export function useReturnFocus(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  const isOpen = useRef(false);
  // A layout effect runs before the dialog takes the focus, even if the dialog is mounted open.
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
        if (isLost() || document.activeElement === left) moveFocus(opener.current, { preventScroll: true });
      }, DIALOG_CLOSE_MS);
    };
  }, [opened]);
}

/**
 * The trail with this target as the newest: one target for each container, so that the target of a dialog follows that
 * of the page below.
 */
function withTarget(trail: readonly FocusTarget[], target: FocusTarget): FocusTarget[] {
  const same = trail.findIndex(({ container }) => container === target.container);
  return [...(same < 0 ? trail.slice(1 - MAX_TRAIL) : trail.slice(0, same)), target];
}

/** Focuses the newest target that still exists or whose container does. Returns the trail up to that target. */
function focusNewest(trail: readonly FocusTarget[]): FocusTarget[] {
  const at = trail.findLastIndex(({ element, container }) => element.isConnected || container?.isConnected);
  const target = trail[at];
  if (!target) {
    // The whole view was replaced: the new page gets the focus; until it is mounted, the trail is kept.
    const page = document.getElementById('main');
    moveFocus(page, { preventScroll: true });
    return page ? [] : [...trail];
  }
  const { element, container } = target;
  if (element.isConnected) {
    // A disabled button cannot be focused; the observer runs again when it is enabled.
    if (!element.matches(':disabled')) moveFocus(element, { preventScroll: true });
  } else if (container) {
    if (!container.hasAttribute('tabindex')) container.tabIndex = -1;
    moveFocus(container, { preventScroll: true });
  }
  return trail.slice(0, at + 1);
}

/**
 * Restores a lost focus: browsers blur a button that is disabled while it is busy, and a row that is removed. The focus
 * returns to the same button, else to its dialog or panel, else to what had it before that dialog opened, else to the
 * page (`#main`). Call once; returns a dispose function.
 */
export function restoreFocus(): () => void {
  let trail: FocusTarget[] = [];
  let timer = 0;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement)
      trail = withTarget(trail, { element: target, container: target.closest<HTMLElement>(CONTAINER) });
  };
  const onPointer = ({ target }: Event) => {
    // A press outside of every focusable element blurs on purpose.
    if (target instanceof Element && !target.closest(FOCUSABLE)) trail = [];
  };
  const observer = new MutationObserver(() => {
    if (trail.length === 0 || !isLost()) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (isLost()) trail = focusNewest(trail);
    }, SETTLED_MS);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPointer);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPointer);
    observer.disconnect();
  };
}
