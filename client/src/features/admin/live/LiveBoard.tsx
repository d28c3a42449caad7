import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAddress } from '../../../core/address-bar';
import { useSync } from '../../../core/sync';
import { t } from '../../../core/t';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { Segments } from '../../../ui/Segments';
import type { LiveItem } from './feed';
import classes from './Live.module.css';
import { LiveDetails } from './LiveDetails';
import { LiveFeed } from './LiveFeed';
import { LiveFigures } from './LiveFigures';
import { LiveFilter } from './LiveFilter';
import { LiveList } from './LiveList';
import { LiveMap } from './LiveMap';
import type { Shown } from './live.dots';
import { closeLive, loadLive, useLiveBoard, watchLive } from './live.store';

const all: Shown = { online: true, ride: true, quiet: true, request: true };

/** The item named by the URL; while its dialog closes, the item that was last named. */
function useOpenItem() {
  const { params, go } = useAddress();
  const [ride, booking] = [params.get('ride'), params.get('booking')];
  const item: LiveItem | null = ride ? { kind: 'ride', id: ride } : booking ? { kind: 'booking', id: booking } : null;
  const [last, setLast] = useState(item);
  if (item && item.id !== last?.id) setLast(item);
  return {
    item: item ?? last,
    opened: item !== null,
    open: ({ kind, id }: LiveItem) => go({ ride: null, booking: null, [kind]: id }),
    close: () => go({ ride: null, booking: null }, { replace: true }),
  };
}

/** The live board: counts, map, feed and list. */
export function LiveBoard() {
  const { state, retry } = useSync({ watch: watchLive, read: loadLive, pollMs: OPEN_REQUESTS_POLL_MS });
  useEffect(() => closeLive, []);
  // No empty state before the first load.
  const isRead = useLiveBoard((live) => live.counts !== null);
  const [shown, setShown] = useState(all);
  const [view, setView] = useState<'activity' | 'list'>('activity');
  const { item, opened, open, close } = useOpenItem();
  const views = (['activity', 'list'] as const).map((value) => ({ value, label: t(`live.${value}`) }));
  return (
    <section aria-labelledby="live-title">
      <div className={classes.title}>
        <h2 id="live-title">{t('live.tab')}</h2>
        <Text mt="nudge" size="sm" c="dimmed">
          {t('live.subtitle')}
        </Text>
      </div>
      {state === 'failed' && <LoadFailed onRetry={retry} />}
      <div className={classes.board}>
        <div className={classes.scene}>
          <LiveFigures />
          <LiveMap shown={shown} onOpen={open} />
          <LiveFilter shown={shown} onToggle={(kind) => setShown({ ...shown, [kind]: !shown[kind] })} />
        </div>
        <div className={classes.side}>
          <Segments legend={t('live.view')} options={views} value={view} onChoose={setView} />
          {!isRead && state !== 'failed' && <RowsSkeleton />}
          {isRead &&
            (view === 'activity' ? (
              <LiveFeed onOpen={open} />
            ) : (
              <LiveList shown={shown} onOpen={open} onAll={() => setShown(all)} />
            ))}
        </div>
      </div>
      {item && <LiveDetails item={item} opened={opened} onClose={close} />}
    </section>
  );
}
