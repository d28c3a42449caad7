import { listBookings, readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { call, callList } from '../../core/api';
import type { Proof } from '../../core/lost-reply';
import { createMirror, type MirrorState } from '../../core/mirror';
import type { ById } from '../../core/versioned';
import { applyEta } from './arrival';
import { applyBookingPosition } from './positions';
import { isAhead } from './words';

interface BookingsState extends MirrorState<Booking> {
  /** The number of bookings on the server; null until the first response. */
  total: number | null;
  /** Whether the last read failed; the stored bookings stay on screen. */
  failed: boolean;
}

const bookings = createMirror<Booking, BookingsState>({ byId: {}, total: null, failed: false });

/**
 * The signed-in user's bookings by id. `upsertBooking` applies single bookings from any source, `applyBookingsPage`
 * applies pages.
 */
export const useBookings = bookings.use;

/** Applies one booking from any source; a version lower than the stored one is dropped. */
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
  bookings.page(rows, { total, failed: false });
}

/** Applies bookings as this device last knew them. They are not an answer of the server: `total` stays as it is. */
export function applyLastKnownBookings(rows: readonly Booking[]): void {
  for (const row of rows) {
    applyBookingPosition(row);
    applyEta(row.id, row.eta);
  }
  bookings.page(rows);
}

/**
 * Reads the newest hundred bookings, or those older than `before` (a booking's `created_at`). Rejects with the
 * ApiError.
 */
export function loadBookings(before?: string): Promise<void> {
  return bookings.read({
    load: () => callList(listBookings, { query: before ? { before } : {} }),
    apply: ({ rows, total }) => applyBookingsPage(rows, before ? (useBookings.getState().total ?? total) : total),
    onError: () => useBookings.setState({ failed: true }),
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
    },
    scope: id,
  });
}

/** The proof that a change of a booking has succeeded: `isDone` returns true for the stored booking. */
export function bookingProof(id: string, isDone: (booking: Booking) => boolean): Proof<Booking> {
  return {
    find: () => {
      const booking = useBookings.getState().byId[id];
      return booking && isDone(booking) ? booking : undefined;
    },
    subscribe: useBookings.subscribe,
    read: () => loadBooking(id),
  };
}

/** The proof that a quote was booked: a booking of that quote that was not stored when this function was called. */
export function bookedProof(quoteId: string): Proof<Booking> {
  const before = new Set(Object.keys(useBookings.getState().byId));
  return {
    find: () =>
      Object.values(useBookings.getState().byId).find(({ id, quote_id }) => quote_id === quoteId && !before.has(id)),
    subscribe: useBookings.subscribe,
    read: () => loadBookings(),
  };
}

const newestFirst = (a: Booking, b: Booking) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** Active and past bookings, each newest first. */
export function groupBookings(byId: ById<Booking>): { active: Booking[]; past: Booking[] } {
  const all = Object.values(byId).sort(newestFirst);
  return { active: all.filter((row) => isLive(row.status)), past: all.filter((row) => !isLive(row.status)) };
}

/** The time (ms) by which accepted bookings are ordered: the planned pickup, or when an immediate ride was booked. */
const dueAt = ({ scheduled_time, created_at }: Booking) => Date.parse(scheduled_time ?? created_at);

function urgencyOf({ status, scheduled_time }: Booking, now: number): number {
  if (status === 'in_progress') return 3;
  if (status === 'accepted') return isAhead(scheduled_time, now) ? 1 : 2;
  return 0;
}

/**
 * The booking to pin, and to share a position for: in progress, then accepted and due, then accepted and planned for
 * later, then pending. Of several accepted ones the earliest, of the others the newest. Null without an active one.
 */
export function activeBooking(byId: ById<Booking>, now = Date.now()): Booking | null {
  const earlierFirst = (a: Booking, b: Booking) => (a.status === 'accepted' ? dueAt(a) - dueAt(b) : 0);
  const mostUrgentFirst = (a: Booking, b: Booking) =>
    urgencyOf(b, now) - urgencyOf(a, now) || earlierFirst(a, b) || newestFirst(a, b);
  return groupBookings(byId).active.sort(mostUrgentFirst)[0] ?? null;
}
