import { listBookings, readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { ApiError, call, callList } from '../../core/api';
import { createMirror, type MirrorState } from '../../core/mirror';
import type { ById } from '../../core/versioned';
import { onReadPosition } from './positions';

interface BookingsState extends MirrorState<Booking> {
  /** How many the server holds; null until the first answer. */
  total: number | null;
  /** The last read failed; what is held stays on screen. */
  failed: boolean;
  /** REST answers: money and status buttons need only this, not the socket. */
  reachable: boolean;
}

const bookings = createMirror<Booking, BookingsState>({ byId: {}, total: null, failed: false, reachable: true });

/** The caller's bookings by id. Pushes, replies and reads all enter by `upsertBooking`. */
export const useBookings = bookings.use;

/** Takes one booking, however it came; a version lower than the one held is dropped. */
export function upsertBooking(booking: Booking): void {
  bookings.upsert(booking);
}

/** Takes a read list. Bookings are never deleted, so a page removes nothing. */
export function takeBookings(rows: readonly Booking[], total: number): void {
  for (const row of rows) onReadPosition(row);
  bookings.page(rows, { total, failed: false, reachable: true });
}

const isUnreachable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Reads the newest hundred, or those older than `before` (a booking's `created_at`). Rejects with the ApiError. */
export function loadBookings(before?: string): Promise<void> {
  return bookings.read({
    ask: () => callList(listBookings, { query: before ? { before } : {} }),
    take: ({ rows, total }) => takeBookings(rows, before ? (useBookings.getState().total ?? total) : total),
    failed: (error) => useBookings.setState({ failed: true, reachable: !isUnreachable(error) }),
    scope: before ?? '',
  });
}

/** Reads one booking into the store. Rejects with the ApiError. */
export function loadBooking(id: string): Promise<void> {
  return bookings.read({
    ask: () => call(readBooking, { params: { id } }),
    take: (booking) => {
      onReadPosition(booking);
      upsertBooking(booking);
      useBookings.setState({ reachable: true });
    },
    failed: (error) => useBookings.setState({ reachable: !isUnreachable(error) }),
    scope: id,
  });
}

const newestFirst = (a: Booking, b: Booking) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** Live ones and ended ones, each newest first. */
export function groupBookings(byId: ById<Booking>): { live: Booking[]; past: Booking[] } {
  const all = Object.values(byId).sort(newestFirst);
  return { live: all.filter((row) => isLive(row.status)), past: all.filter((row) => !isLive(row.status)) };
}

const urgency = { in_progress: 3, accepted: 2, pending: 1, completed: 0, cancelled: 0, rejected: 0 } as const;

/** The booking that matters now: in progress before accepted before pending, then the newest; null without a live one. */
export function activeBooking(byId: ById<Booking>): Booking | null {
  const { live } = groupBookings(byId);
  return live.sort((a, b) => urgency[b.status] - urgency[a.status] || newestFirst(a, b))[0] ?? null;
}
