import type { ReplayEvent } from '@boli/shared/bookings/replay.schema';
import { Flex, UnstyledButton } from '@mantine/core';
import { t } from '../../../core/t';
import { formatExact } from '../../../core/time';
import classes from './Replay.module.css';

const wordsOf = ({ kind, by, name }: ReplayEvent) =>
  kind === 'cancelled' && by === 'system' ? t('replay.cancelled_by_system') : t(`replay.${kind}`, { name: name ?? '' });

interface ReplayEventsProps {
  events: readonly ReplayEvent[];
  /** Moves the replay to this second of the trip; null if there is nothing to play. */
  onSeek: ((second: number) => void) | null;
}

/** The events of the ride and who caused them; pressing an event from after the start moves the replay to it. */
export function ReplayEvents({ events, onSeek }: ReplayEventsProps) {
  return (
    <section>
      <h3 className={classes.heading}>{t('replay.events')}</h3>
      <Flex component="ul" direction="column" className={classes.events ?? ''}>
        {events.map((event) => {
          const time = (
            <time className="tabular" dateTime={event.at}>
              {formatExact(event.at)}
            </time>
          );
          return (
            <li key={event.kind}>
              {onSeek && event.at_s >= 0 ? (
                <UnstyledButton className={classes.event ?? ''} onClick={() => onSeek(event.at_s)}>
                  <span>{wordsOf(event)}</span>
                  {time}
                </UnstyledButton>
              ) : (
                <span className={classes.event}>
                  <span>{wordsOf(event)}</span>
                  {time}
                </span>
              )}
            </li>
          );
        })}
      </Flex>
    </section>
  );
}
