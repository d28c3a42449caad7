import { BANNER_AFTER_MS } from '@boli/shared/core/constants';
import { Group } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useOnline } from '../core/network';
import { useConnection } from '../core/socket';
import { t } from '../core/t';
import { formatClock } from '../core/time';
import classes from './ConnectionBanner.module.css';
import tones from './Tones.module.css';

const FRESH_WITHIN_MS = 3_000;

/**
 * Whether there is no network, the socket has been down for two seconds, or it is connected again but no store is in
 * sync yet.
 */
function useStale(): boolean {
  const isOnline = useOnline();
  const downSince = useConnection((connection) => connection.downSince);
  const lastFresh = useConnection((connection) => connection.lastFresh);
  const [away, setAway] = useState<number | null>(null);
  useEffect(() => {
    // After a reconnect the banner waits for a store to be in sync; without a mounted store it hides after a time.
    const [next, wait] =
      downSince === null ? [null, FRESH_WITHIN_MS] : [downSince, Math.max(0, downSince + BANNER_AFTER_MS - Date.now())];
    const timer = setTimeout(() => setAway(next), wait);
    return () => clearTimeout(timer);
  }, [downSince]);
  if (!isOnline) return true;
  if (away === null) return false;
  if (downSince !== null) return away === downSince;
  return lastFresh !== null && lastFresh < away;
}

/**
 * Shows how old the newest data on the screen is: at once without a network, or two seconds after the socket was
 * disconnected.
 */
export function ConnectionBanner() {
  const stale = useStale();
  const newest = useConnection(({ lastFresh, lastPush }) => lastFresh && Math.max(lastFresh, lastPush ?? 0));
  return (
    <div role="status" className={classes.place}>
      {stale && (
        <Group
          data-clear-of-toasts
          className={tones.amber ?? ''}
          justify="center"
          gap="snug"
          wrap="nowrap"
          mih="2.5rem"
          px="md"
          pt="calc(var(--mantine-spacing-xs) + env(safe-area-inset-top))"
          pb="xs"
          fz="sm"
          lh="sm"
          fw="var(--mantine-font-weight-medium)"
        >
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          {newest === null
            ? t('realtime.reconnecting_short')
            : t('realtime.reconnecting', { time: formatClock(newest) })}
        </Group>
      )}
    </div>
  );
}
