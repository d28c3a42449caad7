import type { WaitOutlook } from '@boli/shared/market/market.schema';
import { readWait } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api';
import { logged } from '../../../core/log';
import { useOnline } from '../../../core/network';

const READ_EVERY_MS = 60_000;

/**
 * What the history says about waiting for quotes on an open request whose lowest price is `price` (rupees; null without
 * a quote). Null until the outlook was read for this price. While the page is visible, it is read again every minute.
 */
export function useWaitOutlook(
  { id, status }: Pick<RideRequest, 'id' | 'status'>,
  price: number | null,
): WaitOutlook | null {
  const isOnline = useOnline();
  const [found, setFound] = useState<{ key: string; outlook: WaitOutlook | null } | null>(null);
  const key = status === 'open' && isOnline ? `${id} ${price}` : null;
  useEffect(() => {
    if (key === null) return;
    const leaving = new AbortController();
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      call(readWait, { params: { id }, signal: leaving.signal }).then(
        ({ outlook }) => !leaving.signal.aborted && setFound({ key, outlook }),
        (error: unknown) => !leaving.signal.aborted && logged('reading the wait outlook')(error),
      );
    };
    read();
    const timer = setInterval(read, READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [key, id]);
  return found && found.key === key ? found.outlook : null;
}
