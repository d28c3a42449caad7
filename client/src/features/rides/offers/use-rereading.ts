import type { Point } from '@boli/shared/core/fields';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The delay in ms after a move: the server computes the minutes from a position that it must have received first. */
const AFTER_MOVE_MS = 2_000;
const READ_EVERY_MS = 2 * 60_000;
const CHECK_EVERY_MS = 10_000;

/**
 * Reads the list again when its minutes to the pickup may be outdated: after the driver has moved (`place` ignores
 * drift), and every two minutes while the page is visible. Never while the driver's position is unknown, because the
 * list has no minutes then.
 */
export function useRereading(place: Point | null, read: () => void): void {
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });

  const key = place && `${place.lat},${place.lng}`;
  // The list that is read on mount is for this position.
  const [first] = useState(key);
  useEffect(() => {
    if (key === null || key === first) return;
    const timer = setTimeout(() => latest.current(), AFTER_MOVE_MS);
    return () => clearTimeout(timer);
  }, [key, first]);

  const isKnown = place !== null;
  useEffect(() => {
    if (!isKnown) return;
    let readAt = Date.now();
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - readAt < READ_EVERY_MS) return;
      readAt = Date.now();
      latest.current();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isKnown]);
}
