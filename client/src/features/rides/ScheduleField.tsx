import { Stack, Switch, TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '../../core/t';
import { useNow } from '../../core/time';
import classes from './CreateRide.module.css';
import { QuickTimes } from './QuickTimes';
import { earliestTime } from './ride-draft';

interface ScheduleFieldProps {
  later: boolean;
  time: string;
  error: string | undefined;
  onToggle: (later: boolean) => void;
  onTime: (time: string) => void;
  onBlur: () => void;
}

/**
 * The switch 'Schedule for later', and when it is on, a field for a time at least 30 minutes ahead and quick times. The
 * field and the quick times are scrolled into view once when the switch is on and no time is chosen.
 */
export function ScheduleField({ later, time, error, onToggle, onTime, onBlur }: ScheduleFieldProps) {
  const now = useNow(30_000);
  const times = useRef<HTMLDivElement>(null);
  const isAsked = later && time === '';
  useEffect(() => {
    if (isAsked) times.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  return (
    <Stack gap="sm">
      <Switch
        label={
          <span className={classes.later}>
            <IconCalendarClock size={20} stroke={1.75} aria-hidden />
            {t('rides.schedule')}
          </span>
        }
        labelPosition="left"
        size="md"
        checked={later}
        classNames={{ body: classes.switchBody ?? '', track: classes.track ?? '' }}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {later && (
        <Stack ref={times} gap="sm" className={classes.times ?? ''}>
          <TextInput
            type="datetime-local"
            name="time"
            label={t('rides.schedule_time')}
            description={t('rides.schedule_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            min={earliestTime(new Date(now))}
            value={time}
            error={error}
            onChange={(event) => onTime(event.currentTarget.value)}
            onBlur={onBlur}
          />
          <QuickTimes now={now} chosen={time} onChoose={onTime} />
        </Stack>
      )}
    </Stack>
  );
}
