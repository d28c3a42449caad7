import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { STALE_FIX_MS } from '@boli/shared/core/constants';
import { useReachable } from '../../core/reachable';
import { t } from '../../core/t';
import { elapsed, useNow } from '../../core/time';
import { usePosition } from './positions';

/** The age of a booking's last position ('updated 4 s ago'), renewed each second; `words`: null without a position. */
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

/**
 * While the car moves, its driver's position is sent every one to five seconds; while the car stands, about every ten
 * seconds or more often. After this time (ms) without a position the customer reads that none came.
 */
const SILENT_MS = 60_000;

/**
 * The time (epoch ms) of the driver's last position, or of the start of the ride if that is later. Null if this time is
 * at most a minute ago, if no positions are expected, or if this page cannot reach the server.
 */
export function useSilentSince(booking: Booking): number | null {
  const { status, started_at, arrived_at } = booking;
  const position = usePosition(booking.id);
  const now = useNow(1_000);
  const isReachable = useReachable();
  const isComing = status === 'accepted' && position !== null && arrived_at === null;
  if (!isReachable || (status !== 'in_progress' && !isComing)) return null;
  const since = Math.max(position?.seenAt ?? 0, Date.parse(started_at ?? '') || 0);
  return since > 0 && now - since > SILENT_MS ? since : null;
}

/** The age of the last position as a line of text; nothing while there is none. */
export function PositionAge({ bookingId, className }: { bookingId: string; className?: string | undefined }) {
  const { words } = usePositionAge(bookingId);
  return words && <span className={className}>{words}</span>;
}
