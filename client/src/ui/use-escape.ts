import { type RefObject, useEffect, useRef } from 'react';

/** The close functions of the open dialogs, that of the topmost dialog last. */
const open: RefObject<() => void>[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const { target } = event;
  // An open dropdown inside the dialog closes first.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  const close = open.at(-1);
  if (!close) return;
  // The prevented event shows to Android's Back button (core/shell/back.ts) that a dialog was open.
  event.preventDefault();
  close.current();
}

/**
 * Closes the topmost dialog on Escape. All dialogs share one listener: with separate ones a key press would close them
 * all.
 */
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
