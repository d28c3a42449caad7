import { BANNER_AFTER_MS } from '@boli/shared/core/constants';
import { Group } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useOnline } from '../core/network';
import { useConnection } from '../core/socket';
import { t } from '../core/t';
import { formatClock, useNow } from '../core/time';
import classes from './ConnectionBanner.module.css';
import { TimeAgo } from './TimeAgo';
import tones from './Tones.module.css';

const FRESH_WITHIN_MS = 3_000;
/** The age of data younger than this, in ms, is not shown: their time of day says enough. */
const AGE_FROM_MS = 60_000;
const AGE_TICK_MS = 15_000;

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
 * The age of data from `time` (epoch ms), shown from one minute on. It changes all the time, so it is not announced.
 */
function Age({ time }: { time: number }) {
  const now = useNow(AGE_TICK_MS);
  if (now - time < AGE_FROM_MS) return null;
  return (
    <span aria-live="off">
      {' · '}
      <TimeAgo time={time} />
    </span>
  );
}

/**
 * Shows how old the newest data on the screen is: immediately without a network, or two seconds after the socket was
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
          {newest === null ? (
            t('realtime.reconnecting_short')
          ) : (
            <span>
              {t('realtime.reconnecting', { time: formatClock(newest) })}
              <Age time={newest} />
            </span>
          )}
        </Group>
      )}
    </div>
  );
}
