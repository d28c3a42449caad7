import type { LiveCounts } from '@boli/shared/admin/admin.schema';
import { isLive, isTracked } from '@boli/shared/bookings/bookings.state';
import { type Person, users } from '../auth/auth.repository';
import type { BookingDocument } from '../bookings/bookings.model';
import { type BookingContext, bookingContext } from '../bookings/bookings.presenter';
import { clock } from '../core/clock';
import { median } from '../core/median';
import { isAvailable } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { onlineDrivers } from '../drivers/presence';
import { type RideRow, rowAsOf } from '../rides/rides.policy';
import { board, type QuoteTimes } from './live.repository';

const MINUTE_MS = 60_000;
const RECENT_MS = 10 * MINUTE_MS;
const MEASURED_MS = 60 * MINUTE_MS;

/** The rows of the board and the data that presenting them needs. */
export interface LiveParts {
  rides: RideRow[];
  bookings: BookingDocument[];
  context: BookingContext;
  drivers: DriverParts[];
}

/**
 * A driver who is online or has a tracked booking. `place` is the stored position; the live position of `booking` may
 * be newer.
 */
export interface DriverParts {
  driverId: string;
  name: string;
  isAvailable: boolean;
  booking: BookingDocument | null;
  place: { lat: number; lng: number; at: Date } | null;
}

/** Reads the whole board: open requests, live bookings, and the drivers who are online or have a tracked booking. */
export async function readBoard(): Promise<LiveParts> {
  const now = clock.now();
  const [rides, bookings] = await Promise.all([board.openRides(now), board.liveBookings()]);
  const tracked = bookings.filter((booking) => isTracked(booking.status));
  const ids = [...onlineDrivers(), ...tracked.map((booking) => booking.driver_id)];
  const [context, drivers] = await Promise.all([bookingContext(bookings), driversNow(ids, tracked)]);
  return { rides: rides.map((ride) => rowAsOf(ride, now)), bookings, context, drivers: drivers.live };
}

/** The ids of rows that may have changed. */
export interface Touched {
  rides: ReadonlySet<string>;
  bookings: ReadonlySet<string>;
  drivers: ReadonlySet<string>;
}

/** Like `readBoard`, for these rows only; also returns the ids of rows that are no longer live. */
export async function readChanges(touched: Touched): Promise<LiveParts & { gone: Record<keyof Touched, string[]> }> {
  const now = clock.now();
  const driverIds = [...touched.drivers];
  const [rides, bookings, tracked] = await Promise.all([
    board.ridesByIds([...touched.rides]),
    board.bookingsByIds([...touched.bookings]),
    board.trackedOf(driverIds),
  ]);
  const open = rides.map((ride) => rowAsOf(ride, now)).filter(({ status }) => status === 'open');
  const live = bookings.filter((booking) => isLive(booking.status));
  const [context, drivers] = await Promise.all([bookingContext([...live, ...tracked]), driversNow(driverIds, tracked)]);
  const without = (ids: ReadonlySet<string>, rows: { _id: string }[]) =>
    [...ids].filter((id) => !rows.some((row) => row._id === id));
  return {
    rides: open,
    bookings: live,
    context,
    drivers: drivers.live,
    gone: { rides: without(touched.rides, open), bookings: without(touched.bookings, live), drivers: drivers.gone },
  };
}

/** Reads the current state of these drivers; those who are neither online nor on a booking are returned as gone. */
async function driversNow(
  ids: readonly string[],
  tracked: readonly BookingDocument[],
): Promise<{ live: DriverParts[]; gone: string[] }> {
  const wanted = [...new Set(ids)];
  const [people, found] = await Promise.all([peopleOf(wanted), profiles.byUsers(wanted)]);
  const driven = bookingByDriver(tracked);
  const live: DriverParts[] = [];
  const gone: string[] = [];
  for (const driverId of wanted) {
    const profile = found.get(driverId);
    const booking = driven.get(driverId) ?? null;
    if (!profile || !(isAvailable(profile) || booking)) {
      gone.push(driverId);
      continue;
    }
    const { position_lat: lat, position_lng: lng, position_at: at } = profile;
    live.push({
      driverId,
      name: people.get(driverId)?.name ?? '',
      isAvailable: isAvailable(profile),
      booking,
      place: lat !== null && lng !== null && at !== null ? { lat, lng, at } : null,
    });
  }
  return { live, gone };
}

function peopleOf(ids: readonly string[]): Promise<Map<string, Person>> {
  return ids.length === 0 ? Promise.resolve(new Map()) : users.people(ids);
}

/** Chooses one booking for each driver: the ride in progress, else the accepted one. */
function bookingByDriver(tracked: readonly BookingDocument[]): Map<string, BookingDocument> {
  const driven = new Map<string, BookingDocument>();
  for (const booking of tracked) {
    if (booking.status === 'in_progress' || !driven.has(booking.driver_id)) driven.set(booking.driver_id, booking);
  }
  return driven;
}

/** Counts all live rows, including those beyond the maximum of the board. */
export async function countLive(): Promise<LiveCounts> {
  const now = clock.now();
  const [drivers_online, open_requests, pending_bookings, accepted_bookings, on_a_ride, quoting] = await Promise.all([
    board.countSwitchedOn(onlineDrivers()),
    board.countOpenRides(now),
    board.countBookings('pending'),
    board.countBookings('accepted'),
    board.countBookings('in_progress'),
    board.quoteTimes(new Date(now.getTime() - MEASURED_MS)),
  ]);
  return {
    drivers_online,
    on_a_ride,
    open_requests,
    pending_bookings,
    accepted_bookings,
    recent_quotes: countQuotes(quoting, now.getTime() - RECENT_MS),
    first_quote_seconds: medianWait(quoting),
  };
}

function countQuotes(quoting: readonly QuoteTimes[], since: number): number {
  return quoting.flatMap(({ quotes }) => quotes).filter((quote) => quote.created_at.getTime() >= since).length;
}

/** The median number of seconds from posting to the first quote; null if no request has one. */
function medianWait(quoting: readonly QuoteTimes[]): number | null {
  const waits = quoting
    .filter(({ quotes }) => quotes.length > 0)
    .map(
      ({ created_at, quotes }) => Math.min(...quotes.map((quote) => quote.created_at.getTime())) - created_at.getTime(),
    );
  const middle = median(waits);
  return middle === null ? null : Math.round(middle / 1_000);
}
