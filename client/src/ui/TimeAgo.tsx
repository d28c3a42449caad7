import { Text, type TextProps } from '@mantine/core';
import { formatExact, relative, type TimeValue, useNow } from '../core/time';

interface TimeAgoProps extends TextProps {
  time: TimeValue;
}

/** How long ago, renewed by itself; the exact time on hover and for machines. Its type is its surroundings' unless named. */
export function TimeAgo({ time, size, ...look }: TimeAgoProps) {
  const now = useNow(15_000);
  return (
    <Text
      component="time"
      dateTime={new Date(time).toISOString()}
      title={formatExact(time)}
      {...(size ? { size } : { inherit: true })}
      {...look}
    >
      {relative(time, Math.max(now, Date.now()))}
    </Text>
  );
}
