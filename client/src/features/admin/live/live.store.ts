import { readLive } from '@boli/shared/admin/admin.endpoints';
import type { Live, LiveCounts, LiveUpdate } from '@boli/shared/admin/admin.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { call } from '../../../core/api';
import { logged } from '../../../core/log';
import { createUserStore } from '../../../core/mirror';
import { createReadGuard, type PendingRead } from '../../../core/read-guard';
import { getSocket, send } from '../../../core/socket';
import { applySnapshot, type ById, removeRow, upsertRow } from '../../../core/versioned';
import { bookingEntry, driverEntry, type FeedEntry, mergeFeed, rideEntries } from './feed';
import { applyDrivers, applyFleetSnapshot, clearFleet, markFleet, moveDriver, readFleet } from './fleet';

interface LiveState {
  /** Whether the board is mounted; otherwise this store holds no data. */
  isShown: boolean;
  rides: ById<RideRequest>;
  bookings: ById<Booking>;
  counts: LiveCounts | null;
  feed: readonly FeedEntry[];
}

const empty: LiveState = { isShown: false, rides: {}, bookings: {}, counts: null, feed: [] };

/**
 * The live board without its drivers, which are in `fleet.ts`; it changes only while the board is shown. It is no
 * mirror (`core/mirror.ts`), which has rows of one kind: one event changes ride requests, bookings, counts and feed.
 */
export const useLiveBoard = createUserStore(empty);

const guard = createReadGuard();

const without = <T>(rows: ById<T>, ids: readonly string[]) => ids.reduce(removeRow, rows);

/** Applies a pushed change of the board. */
export function applyLiveUpdate({ ride_requests, bookings, drivers, counts, removed }: LiveUpdate): void {
  if (!useLiveBoard.getState().isShown) return;
  for (const id of [...removed.ride_requests, ...removed.bookings]) guard.touch(id);
  for (const { id } of [...ride_requests, ...bookings]) guard.touch(id);
  const fleet = readFleet();
  const now = Date.now();
  const came = drivers.filter((driver) => !fleet.has(driver.driver_id)).map((driver) => driverEntry(driver, true, now));
  const went = removed.drivers.flatMap((id) => fleet.get(id) ?? []).map((driver) => driverEntry(driver, false, now));
  applyDrivers(drivers, removed.drivers);
  useLiveBoard.setState((state) => ({
    counts,
    rides: ride_requests.reduce(upsertRow, without(state.rides, removed.ride_requests)),
    bookings: bookings.reduce(upsertRow, without(state.bookings, removed.bookings)),
    feed: mergeFeed(state.feed, [...came, ...went]),
  }));
}

/** Adds the entries of a pushed ride request to the feed; its row on the board is updated by `live:updated`. */
export function addRideToFeed(ride: RideRequest): void {
  if (!useLiveBoard.getState().isShown) return;
  useLiveBoard.setState(({ feed, rides }) => {
    const known = { quoted: rides[ride.id]?.quote_count ?? 0, now: Date.now() };
    return { feed: mergeFeed(feed, rideEntries(ride, known)) };
  });
}

/** Adds the entry of a pushed booking to the feed. */
export function addBookingToFeed(booking: Booking): void {
  if (!useLiveBoard.getState().isShown) return;
  useLiveBoard.setState(({ feed }) => ({ feed: mergeFeed(feed, [bookingEntry(booking)]) }));
}

/** Applies the position of a ride's driver. */
export function applyPosition(position: Position): void {
  if (useLiveBoard.getState().isShown) moveDriver(position);
}

function applyLiveSnapshot(live: Live, { touchedIds }: PendingRead, fleetMark: number): void {
  const since = touchedIds();
  applyFleetSnapshot(live.drivers, fleetMark);
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

function readBoard(load: () => Promise<Live>): Promise<void> {
  const mark = markFleet();
  return guard.read({ load, apply: (live, pending) => applyLiveSnapshot(live, pending, mark) });
}

/** Joins the board's room and loads its snapshot. Rejects with the ApiError. */
export async function watchLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  await readBoard(async () => (await send('admin:watch', {})).live);
}

/** Loads the board's snapshot by HTTP, without joining its room. Rejects with the ApiError. */
export async function loadLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  await readBoard(() => call(readLive));
}

/** Leaves the board's room and clears the store. */
export function closeLive(): void {
  if (getSocket().connected) send('admin:unwatch', {}).catch(logged('leaving the live board'));
  guard.invalidate();
  clearFleet();
  useLiveBoard.setState(empty, true);
}
