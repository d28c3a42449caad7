import type { Point } from '@boli/shared/core/fields';
import { readDriversNear } from '@boli/shared/drivers/drivers.endpoints';
import { useEffect, useState } from 'react';
import { call } from '../../core/api';
import { logged } from '../../core/log';
import { useOnline } from '../../core/network';

/** Milliseconds for which a pin has to rest before the drivers near it are requested. */
const DEBOUNCE_MS = 300;
const READ_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 10_000;
/** The drivers of a whole neighbourhood are counted: a point about 100 m away need not be requested again. */
const DIGITS = 3;

/**
 * How many drivers are online near a pickup, up to `MOST_DRIVERS_NEAR`. The number is read again every 60 s while the
 * page is visible. It is null without a pickup, without a network, before the first answer, and after a failed read.
 */
export function useDriversNear(pickup: Point | null): number | null {
  const isOnline = useOnline();
  const [found, setFound] = useState<{ key: string; count: number } | null>(null);
  const key = pickup && isOnline ? `${pickup.lat.toFixed(DIGITS)},${pickup.lng.toFixed(DIGITS)}` : null;
  useEffect(() => {
    if (key === null) return;
    const [lat, lng] = key.split(',');
    const leaving = new AbortController();
    let readAt = Number.NEGATIVE_INFINITY;
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - readAt < READ_EVERY_MS) return;
      readAt = Date.now();
      call(readDriversNear, { query: { lat, lng }, signal: leaving.signal }).then(
        ({ count }) => !leaving.signal.aborted && setFound({ key, count }),
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          setFound(null);
          logged('counting the drivers near the pickup')(error);
        },
      );
    };
    const first = setTimeout(check, DEBOUNCE_MS);
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      leaving.abort();
      // A count from before a pause may be outdated.
      setFound(null);
    };
  }, [key]);
  return found && found.key === key ? found.count : null;
}
