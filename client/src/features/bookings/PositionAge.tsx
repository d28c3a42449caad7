import { STALE_FIX_MS } from '@boli/shared/core/constants';
import { t } from '../../core/t';
import { elapsed, useNow } from '../../core/time';
import { usePosition } from './positions';

/** The age of a booking's last position ('updated 4 s ago'), renewed each second; null without a position. */
export function usePositionAge(bookingId: string): { words: string | null; stale: boolean } {
  const position = usePosition(bookingId);
  const ticked = useNow(1_000);
  if (!position) return { words: null, stale: false };
  const now = Math.max(ticked, position.seenAt);
  return {
    words: t('time.updated_ago', { ago: elapsed(position.seenAt, now) }),
    stale: now - position.seenAt > STALE_FIX_MS,
  };
}

/** The age of the last position as a line of text; nothing while there is none. */
export function PositionAge({ bookingId, className }: { bookingId: string; className?: string | undefined }) {
  const { words } = usePositionAge(bookingId);
  return words && <span className={className}>{words}</span>;
}
