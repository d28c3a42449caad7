import { readLive } from '@boli/shared/admin/admin.endpoints';
import type { Live, LiveCounts, LiveUpdate } from '@boli/shared/admin/admin.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { call } from '../../../core/api';
import { createKept } from '../../../core/mirror';
import { createQuestions, type Question } from '../../../core/questions';
import { getSocket, send } from '../../../core/socket';
import { applySnapshot, type ById, removeRow, upsertRow } from '../../../core/versioned';
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

/**
 * The live board, but for its drivers: those are in `fleet.ts`. One event changes rows of two kinds, counts and feed in one
 * step, and only while it is shown, so this is no mirror of one kind of rows.
 */
export const useLiveBoard = createKept(empty);

const questions = createQuestions();

const without = <T>(rows: ById<T>, ids: readonly string[]) => ids.reduce(removeRow, rows);

/** Takes what changed. */
export function takeLiveUpdate({ ride_requests, bookings, drivers, counts, removed }: LiveUpdate): void {
  if (!useLiveBoard.getState().isShown) return;
  for (const id of [...removed.ride_requests, ...removed.bookings]) questions.touch(id);
  for (const { id } of [...ride_requests, ...bookings]) questions.touch(id);
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

function takeLive(live: Live, { touched }: Question, fleetMark: number): void {
  const since = touched();
  takeFleet(live.drivers, fleetMark);
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

function readBoard(ask: () => Promise<Live>): Promise<void> {
  const mark = markFleet();
  return questions.read({ ask, take: (live, question) => takeLive(live, question, mark) });
}

/** Joins the board's room and takes its snapshot. Rejects with the ApiError. */
export async function watchLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  await readBoard(async () => (await send('admin:watch', {})).live);
}

/** Reads the board by REST. Rejects with the ApiError. */
export async function loadLive(): Promise<void> {
  useLiveBoard.setState({ isShown: true });
  await readBoard(() => call(readLive));
}

/** The board is no longer looked at: it leaves the room and forgets. */
export function closeLive(): void {
  if (getSocket().connected) send('admin:unwatch', {}).catch(() => undefined);
  questions.drop();
  clearFleet();
  useLiveBoard.setState(empty, true);
}
