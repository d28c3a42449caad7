import type { LiveDriver } from '@boli/shared/admin/admin.schema';
import { LIVE_QUIET_MS } from '@boli/shared/core/constants';
import { Button, Flex, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { perLanguage } from '../../../core/language';
import { shortId } from '../../../core/short-id';
import { t } from '../../../core/t';
import { elapsed } from '../../../core/time';
import { EmptyState } from '../../../ui/EmptyState';
import { StatusBadge } from '../../../ui/StatusBadge';
import type { LiveItem } from './feed';
import { readFleet } from './fleet';
import classes from './Live.module.css';
import { kindOf, type LiveKind, type Shown } from './live.dots';
import { useLiveBoard } from './live.store';

const PAGE = 30;
const READ_EVERY_MS = 5_000;
const byName = perLanguage((locale) => new Intl.Collator(locale));

const readByName = () => [...readFleet().values()].sort((a, b) => byName().compare(a.name, b.name));

/** The drivers of the board by name, read again every five seconds. */
function useFleetSample(): LiveDriver[] {
  const [sample, setSample] = useState(readByName);
  useEffect(() => {
    const timer = setInterval(() => setSample(readByName()), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return sample;
}

interface GroupProps<R> {
  heading: 'live.requests_heading' | 'live.rides_heading' | 'live.drivers_heading';
  rows: readonly R[];
  keyOf: (row: R) => string;
  children: (row: R) => ReactNode;
}

function Group<R>({ heading, rows, keyOf, children }: GroupProps<R>) {
  const [limit, setLimit] = useState(PAGE);
  const id = useId();
  const more = Math.min(PAGE, rows.length - limit);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {t(heading, { count: rows.length })}
      </h3>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('live.none')}
        </Text>
      )}
      {rows.length > 0 && (
        <ul>
          {rows.slice(0, limit).map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="default" size="sm" fullWidth onClick={() => setLimit(limit + PAGE)}>
          {t('live.more', { count: more })}
        </Button>
      )}
    </section>
  );
}

function Words({ title, detail }: { title: string; detail: string }) {
  return (
    <Flex component="span" direction="column" miw={0} flex="1 1 7rem">
      <Text span size="route" fw="var(--mantine-font-weight-medium)">
        {title}
      </Text>
      <Text span size="sm" c="dimmed" lineClamp={3}>
        {detail}
      </Text>
    </Flex>
  );
}

interface LiveListProps {
  shown: Shown;
  onOpen: (item: LiveItem) => void;
}

function Drivers({ shown, onOpen }: LiveListProps) {
  const bookings = useLiveBoard((live) => live.bookings);
  const now = Date.now();
  const rows = useFleetSample()
    .map((driver) => ({ driver, kind: kindOf(driver, bookings, now) }))
    .filter(({ kind }) => shown[kind]);
  const seen = ({ seen_at }: LiveDriver) => t('live.seen', { ago: t('time.ago', { ago: elapsed(seen_at, now) }) });
  const words: Record<Exclude<LiveKind, 'request'>, string> = {
    online: t('live.online'),
    ride: t('live.ride'),
    quiet: t('live.quiet', { seconds: LIVE_QUIET_MS / 1000 }),
  };
  return (
    <Group heading="live.drivers_heading" rows={rows} keyOf={({ driver }) => driver.driver_id}>
      {({ driver, kind }) => {
        const { booking_id: id } = driver;
        const text = (
          <Words title={driver.name} detail={t('live.detail_pair', { first: words[kind], second: seen(driver) })} />
        );
        const shape = <span className={`${classes.shape} ${classes[kind]}`} aria-hidden />;
        return id ? (
          <button type="button" className={classes.entry} onClick={() => onOpen({ kind: 'booking', id })}>
            {shape}
            {text}
          </button>
        ) : (
          <div className={classes.entry}>
            {shape}
            {text}
          </div>
        );
      }}
    </Group>
  );
}

/** The content of the map as a list: requests, bookings, drivers; what is switched off in the legend is left out. */
export function LiveList({ shown, onOpen, onAll }: LiveListProps & { onAll: () => void }) {
  const rides = useLiveBoard((live) => live.rides);
  const bookings = useLiveBoard((live) => live.bookings);
  const newest = <R extends { created_at: string }>(rows: R[]) =>
    rows.sort((a, b) => b.created_at.localeCompare(a.created_at));
  if (!Object.values(shown).some(Boolean)) {
    return (
      <EmptyState
        icon={IconEyeOff}
        title={t('live.all_hidden')}
        action={
          <Button variant="default" onClick={onAll}>
            {t('common.show_all')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.groups}>
      {shown.request && (
        <Group heading="live.requests_heading" rows={newest(Object.values(rides))} keyOf={(ride) => ride.id}>
          {(ride) => (
            <button type="button" className={classes.entry} onClick={() => onOpen({ kind: 'ride', id: ride.id })}>
              <Words
                title={t('live.detail_pair', {
                  first: ride.customer_name,
                  second: t('live.quotes', { count: ride.quote_count }),
                })}
                detail={t('live.route', { pickup: ride.pickup_location, drop: ride.drop_location })}
              />
            </button>
          )}
        </Group>
      )}
      {shown.ride && (
        <Group heading="live.rides_heading" rows={newest(Object.values(bookings))} keyOf={(booking) => booking.id}>
          {(booking) => (
            <button type="button" className={classes.entry} onClick={() => onOpen({ kind: 'booking', id: booking.id })}>
              <Words
                title={t('live.detail_pair', {
                  first: shortId(booking.id),
                  second: booking.driver_name,
                })}
                detail={t('live.route', { pickup: booking.pickup_location, drop: booking.drop_location })}
              />
              <StatusBadge kind="booking" status={booking.status} />
            </button>
          )}
        </Group>
      )}
      <Drivers shown={shown} onOpen={onOpen} />
    </div>
  );
}
