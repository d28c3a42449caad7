import { formatExact, relative, type TimeValue, useNow } from '../core/time';

/** How long ago, renewed by itself; the exact time on hover and for machines. */
export function TimeAgo({ time, className }: { time: TimeValue; className?: string }) {
  const now = useNow(15_000);
  return (
    <time className={className} dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {relative(time, Math.max(now, Date.now()))}
    </time>
  );
}
