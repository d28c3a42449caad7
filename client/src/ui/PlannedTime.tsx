import { Flex, type FlexProps } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { formatPlanned, type TimeValue } from '../core/time';

/** The scheduled time of a ride; nothing for an immediate one. */
export function PlannedTime({ time, ...look }: FlexProps & { time: TimeValue | null }) {
  if (time === null) return null;
  return (
    <Flex component="span" align="center" gap="tight" display="inline-flex" fz="sm" lh="sm" {...look}>
      <IconCalendarClock size={16} stroke={1.75} aria-hidden />
      <time dateTime={new Date(time).toISOString()}>{formatPlanned(time)}</time>
    </Flex>
  );
}
