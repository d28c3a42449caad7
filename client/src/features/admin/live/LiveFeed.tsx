import { Button, Center, Flex, Group, Text } from '@mantine/core';
import {
  type Icon,
  IconBan,
  IconBroadcast,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglassOff,
  IconMessages,
  IconPlayerPause,
  IconPlayerPlay,
  IconSteeringWheel,
  IconThumbUp,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../core/t';
import type { Tone } from '../../../ui/Badge';
import { TimeAgo } from '../../../ui/TimeAgo';
import tones from '../../../ui/Tones.module.css';
import type { FeedEntry, FeedSign, LiveItem } from './feed';
import classes from './Live.module.css';
import { useLiveBoard } from './live.store';

const signs: Record<FeedSign, { icon: Icon; tone: Tone }> = {
  request: { icon: IconBroadcast, tone: 'amber' },
  quotes: { icon: IconMessages, tone: 'amber' },
  pending: { icon: IconClock, tone: 'amber' },
  accepted: { icon: IconThumbUp, tone: 'indigo' },
  in_progress: { icon: IconSteeringWheel, tone: 'indigo' },
  completed: { icon: IconCircleCheck, tone: 'green' },
  cancelled: { icon: IconCircleX, tone: 'grey' },
  rejected: { icon: IconBan, tone: 'red' },
  expired: { icon: IconHourglassOff, tone: 'grey' },
  online: { icon: IconWifi, tone: 'green' },
  offline: { icon: IconWifiOff, tone: 'grey' },
};

function Entry({ entry, onOpen }: { entry: FeedEntry; onOpen: (item: LiveItem) => void }) {
  const { icon: Sign, tone } = signs[entry.sign];
  const { item } = entry;
  const words = (
    <>
      <Center component="span" className={tones[tone] ?? ''} w="2.25rem" h="2.25rem" flex="none" bdrs="xs">
        <Sign size={20} stroke={1.75} aria-hidden />
      </Center>
      <Flex component="span" direction="column" miw={0} flex="1 1 7rem">
        <Text span size="route" fw="var(--mantine-font-weight-medium)">
          {t(entry.title, entry.params)}
        </Text>
        {entry.detail && (
          <Text span size="sm" c="dimmed" lineClamp={3}>
            {entry.detail}
          </Text>
        )}
      </Flex>
      <TimeAgo time={entry.at} flex="none" c="dimmed" fz="meta" lh="md" />
    </>
  );
  return (
    <li>
      {item ? (
        <button type="button" className={classes.entry} onClick={() => onOpen(item)}>
          {words}
        </button>
      ) : (
        <div className={classes.entry}>{words}</div>
      )}
    </li>
  );
}

/** The feed of events, newest first; it can be paused. */
export function LiveFeed({ onOpen }: { onOpen: (item: LiveItem) => void }) {
  const feed = useLiveBoard((live) => live.feed);
  const [held, setHeld] = useState<readonly FeedEntry[] | null>(null);
  const shown = held ?? feed;
  const keys = new Set(held?.map((entry) => entry.key));
  const missed = held ? feed.filter((entry) => !keys.has(entry.key)).length : 0;
  const Sign = held ? IconPlayerPlay : IconPlayerPause;
  return (
    <section aria-labelledby="live-activity">
      <Group justify="space-between" wrap="nowrap" mih="3rem">
        <h3 id="live-activity">{t('live.activity')}</h3>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
          onClick={() => setHeld(held ? null : feed)}
        >
          {t(held ? 'live.resume' : 'live.pause')}
        </Button>
      </Group>
      {missed > 0 && (
        <Text mb="xs" py="xs" px="sm" bg="var(--boli-amber-soft)" bdrs="xs" inherit c="var(--boli-amber)" fz="sm">
          {t('live.paused', { count: missed })}
        </Text>
      )}
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('live.activity_empty')}
        </Text>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <Entry key={entry.key} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}
