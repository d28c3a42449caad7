import { useEffect, useRef } from 'react';
import type { End } from './ride-draft';

/**
 * One lookup at a time for the pickup and one for the drop; each is aborted by a newer choice, by typing, or when the
 * form closes.
 */
export function useLookups(opened: boolean) {
  const running = useRef<Record<End, AbortController | null>>({ pickup: null, drop: null });
  useEffect(() => {
    if (!opened) return;
    const held = running.current;
    return () => {
      held.pickup?.abort();
      held.drop?.abort();
    };
  }, [opened]);
  const end = (which: End) => running.current[which]?.abort();
  const start = (which: End) => {
    end(which);
    const controller = new AbortController();
    running.current[which] = controller;
    return controller.signal;
  };
  return { start, end };
}
