import { Text, type TextProps } from '@mantine/core';
import { formatExact, relative, type TimeValue, useNow } from '../core/time';

interface TimeAgoProps extends TextProps {
  time: TimeValue;
}

/**
 * The elapsed time, updated every 15 s; the exact time on hover and in the `datetime` attribute. The font is inherited
 * unless `size` is given.
 */
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
