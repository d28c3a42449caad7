import { listBookings, readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { ApiError, call, callList } from '../../core/api';
import { createMirror, type MirrorState } from '../../core/mirror';
import type { ById } from '../../core/versioned';
import { applyEta } from './arrival';
import { applyBookingPosition } from './positions';

interface BookingsState extends MirrorState<Booking> {
  /** How many the server holds; null until the first answer. */
  total: number | null;
  /** The last read failed; what is held stays on screen. */
  failed: boolean;
  /** Whether the last REST call was answered. */
  reachable: boolean;
}

const bookings = createMirror<Booking, BookingsState>({ byId: {}, total: null, failed: false, reachable: true });

/** The caller's bookings by id. Pushes, replies and reads are applied by `upsertBooking`. */
export const useBookings = bookings.use;

/** Applies one booking from any source; a version lower than the held one is dropped. */
export function upsertBooking(booking: Booking): void {
  applyEta(booking.id, booking.eta);
  bookings.upsert(booking);
}

/** Applies a page of bookings. Bookings are never deleted, so a page removes none. */
export function applyBookingsPage(rows: readonly Booking[], total: number): void {
  for (const row of rows) {
    applyBookingPosition(row);
    applyEta(row.id, row.eta);
  }
  bookings.page(rows, { total, failed: false, reachable: true });
}

const isUnreachable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Reads the newest hundred, or those older than `before` (a booking's `created_at`). Rejects with the ApiError. */
export function loadBookings(before?: string): Promise<void> {
  return bookings.read({
    load: () => callList(listBookings, { query: before ? { before } : {} }),
    apply: ({ rows, total }) => applyBookingsPage(rows, before ? (useBookings.getState().total ?? total) : total),
    onError: (error) => useBookings.setState({ failed: true, reachable: !isUnreachable(error) }),
    scope: before ?? '',
  });
}

/** Reads one booking into the store. Rejects with the ApiError. */
export function loadBooking(id: string): Promise<void> {
  return bookings.read({
    load: () => call(readBooking, { params: { id } }),
    apply: (booking) => {
      applyBookingPosition(booking);
      upsertBooking(booking);
      useBookings.setState({ reachable: true });
    },
    onError: (error) => useBookings.setState({ reachable: !isUnreachable(error) }),
    scope: id,
  });
}

const newestFirst = (a: Booking, b: Booking) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** Active and past bookings, each newest first. */
export function groupBookings(byId: ById<Booking>): { active: Booking[]; past: Booking[] } {
  const all = Object.values(byId).sort(newestFirst);
  return { active: all.filter((row) => isLive(row.status)), past: all.filter((row) => !isLive(row.status)) };
}

const urgency = { in_progress: 3, accepted: 2, pending: 1, completed: 0, cancelled: 0, rejected: 0 } as const;

/** The booking to pin: in progress before accepted before pending, then the newest; null without an active one. */
export function activeBooking(byId: ById<Booking>): Booking | null {
  const { active } = groupBookings(byId);
  return active.sort((a, b) => urgency[b.status] - urgency[a.status] || newestFirst(a, b))[0] ?? null;
}
