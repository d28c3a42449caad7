import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the panel around the returned ref to its top when `stage` changes: its first lines then say what is new. */
export function useTopOfPanel<Part extends HTMLElement>(stage: string): RefObject<Part | null> {
  const element = useRef<Part>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    for (let box = element.current?.parentElement; box && box.role !== 'dialog'; box = box.parentElement)
      box.scrollTop = 0;
  }, [stage]);
  return element;
}
