import { IconCalendarClock } from '@tabler/icons-react';
import { formatPlanned, type TimeValue } from '../core/time';
import classes from './PlannedTime.module.css';

/** When a ride is planned for; nothing for one that is wanted now. */
export function PlannedTime({ time, className = '' }: { time: TimeValue | null; className?: string }) {
  if (time === null) return null;
  return (
    <span className={`${classes.planned} ${className}`}>
      <IconCalendarClock size={16} stroke={1.75} aria-hidden />
      <time dateTime={new Date(time).toISOString()}>{formatPlanned(time)}</time>
    </span>
  );
}
