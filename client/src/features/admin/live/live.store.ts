import { readLive } from '@boli/shared/admin/admin.endpoints';
import type { Live, LiveCounts, LiveUpdate } from '@boli/shared/admin/admin.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { create } from 'zustand';
import { call } from '../../../core/api';
import { useSession } from '../../../core/session';
import { getSocket, send } from '../../../core/socket';
import { applySnapshot, type ById, createTouches, removeRow, upsertRow } from '../../../core/versioned';
import { bookingEntry, driverEntry, type FeedEntry, mergeFeed, rideEntries } from './feed';
import { clearFleet, markFleet, moveDriver, readFleet, takeDrivers, takeFleet } from './fleet';

interface LiveState {
  /** Whether anybody looks at the board: nothing is held meanwhile. */
  isShown: boolean;
  rides: ById<RideRequest>;
  bookings: ById<Booking>;
  counts: LiveCounts | null;
  feed: readonly FeedEntry[];
}

const empty: LiveState = { isShown: false, rides: {}, bookings: {}, counts: null, feed: [] };

/** The live board, but for its drivers: those are in `fleet.ts`. */
export const useLiveBoard = create<LiveState>(() => empty);

let touches = createTouches();

const without = <T>(rows: ById<T>, ids: readonly string[]) => ids.reduce(removeRow, rows);

/** Takes what changed. */
export function takeLiveUpdate({ ride_requests, bookings, drivers, counts, removed }: LiveUpdate): void {
  if (!useLiveBoard.getState().isShown) return;
  for (const id of [...removed.ride_requests, ...removed.bookings]) touches.touch(id);
  for (const { id } of [...ride_requests, ...bookings]) touches.touch(id);
  const fleet = readFleet();
  const now = Date.now();
  const came = drivers.filter((driver) => !fleet.has(driver.driver_id)).map((driver) => driverEntry(driver, true, now));
  const went = removed.drivers.flatMap((id) => fleet.get(id) ?? []).map((driver) => driverEntry(driver, false, now));
  takeDrivers(drivers, removed.drivers);
  useLiveBoard.setState((state) => ({
    counts,
    rides: ride_requests.reduce(upsertRow, without(state.rides, removed.ride_requests)),
    bookings: bookings.reduce(upsertRow, without(state.bookings, removed.bookings)),
    feed: mergeFeed(state.feed, [...came, ...went]),
  }));
}

/** Notes in the feed what a request's event tells; the rows come by `live:updated`. */
export function noteRide(ride: RideRequest): void {
  if (!useLiveBoard.getState().isShown) return;
  useLiveBoard.setState(({ feed, rides }) => {
    const known = { quoted: rides[ride.id]?.quote_count ?? 0, now: Date.now() };
    return { feed: mergeFeed(feed, rideEntries(ride, known)) };
  });
}

/** The same of a booking. */
export function noteBooking(booking: Booking): void {
  if (!useLiveBoard.getState().isShown) return;
  useLiveBoard.setState(({ feed }) => ({ feed: mergeFeed(feed, [bookingEntry(booking)]) }));
}

/** A ride's driver has moved. */
export function notePosition(position: Position): void {
  if (useLiveBoard.getState().isShown) moveDriver(position);
}

function takeLive(live: Live, marks: { rows: number; fleet: number }): void {
  if (!touches.takes(marks.rows)) return;
  const since = touches.since(marks.rows);
  takeFleet(live.drivers, marks.fleet);
  useLiveBoard.setState((state) => ({
    counts: live.counts,
    rides: applySnapshot(state.rides, live.ride_requests, since),
    bookings: applySnapshot(state.bookings, live.bookings, since),
    feed: mergeFeed(state.feed, [
      ...live.bookings.map(bookingEntry),
      ...live.ride_requests.flatMap((ride) => rideEntries(ride, { quoted: ride.quote_count, now: Date.now() })),
    ]),
  }));
}

/** Joins the board's room and takes its snapshot. Rejects with the ApiError. */
export async function watchLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  const marks = { rows: touches.mark(), fleet: markFleet() };
  takeLive((await send('admin:watch', {})).live, marks);
}

/** Reads the board by REST. Rejects with the ApiError. */
export async function loadLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  const marks = { rows: touches.mark(), fleet: markFleet() };
  takeLive(await call(readLive), marks);
}

/** The board is no longer looked at: it leaves the room and forgets. */
export function closeLive(): void {
  if (getSocket().connected) send('admin:unwatch', {}).catch(() => undefined);
  touches = createTouches();
  clearFleet();
  useLiveBoard.setState(empty, true);
}

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return;
  clearFleet();
  useLiveBoard.setState(empty, true);
});
