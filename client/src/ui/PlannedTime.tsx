import { Flex } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { formatPlanned, type TimeValue } from '../core/time';

/** When a ride is planned for; nothing for one that is wanted now. */
export function PlannedTime({ time, className = '' }: { time: TimeValue | null; className?: string }) {
  if (time === null) return null;
  return (
    <Flex className={className} component="span" align="center" gap="tight" display="inline-flex" fz="sm" lh="sm">
      <IconCalendarClock size={16} stroke={1.75} aria-hidden />
      <time dateTime={new Date(time).toISOString()}>{formatPlanned(time)}</time>
    </Flex>
  );
}
