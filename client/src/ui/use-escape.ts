import { type RefObject, useEffect, useRef } from 'react';

/** The open dialogs, the uppermost last. */
const open: RefObject<() => void>[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const { target } = event;
  // A list that is unfolded inside the dialog closes first.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.current();
}

/** Escape closes the uppermost dialog and no other: each dialog listening alone would close them all at once. */
export function useEscape(opened: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!opened) return;
    if (open.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
    open.push(close);
    return () => {
      open.splice(open.indexOf(close), 1);
      if (open.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [opened]);
}
