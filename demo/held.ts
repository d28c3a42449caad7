import type { Role } from '@boli/shared/auth/auth.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import type { Notification } from '@boli/shared/notifications/notifications.schema';
import type { ClientToServerEvents, ServerToClientEvents } from '@boli/shared/realtime/events';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Socket } from 'socket.io-client';

interface HeldRow {
  readonly version: number;
  /** The row's status, or `closed` for a request that is no longer open to a driver. */
  readonly status: string;
}
interface HeldRide extends HeldRow {
  readonly created_at: string;
  readonly customer_id: string;
}

/**
 * The state of a person's screens: rows by id in their newest version, from the received events and, for a driver, from
 * the first list of open requests.
 */
export interface Held {
  readonly rides: Map<string, HeldRide>;
  readonly quotes: Map<string, HeldRow>;
  readonly bookings: Map<string, HeldRow>;
  readonly notifications: Set<string>;
  earnings: Earnings | null;
}

/** The data of the same screens, read by REST. */
export interface Read {
  readonly rides: readonly RideRequest[];
  /** For a customer the quotes on the ride requests; empty for a driver, whose own quotes are in `rides`. */
  readonly quotes: readonly Quote[];
  readonly bookings: readonly Booking[];
  readonly notifications: readonly Notification[];
  /** Null for a customer. */
  readonly earnings: Earnings | null;
}

/** The maximum number of rows that one call reads. */
export const READ_ROWS = 200;

/** The state before any event. */
export const emptyHeld = (): Held => ({
  rides: new Map(),
  quotes: new Map(),
  bookings: new Map(),
  notifications: new Set(),
  earnings: null,
});

function take<R extends HeldRow>(rows: Map<string, R>, id: string, row: R): void {
  if ((rows.get(id)?.version ?? 0) <= row.version) rows.set(id, row);
}

/** Stores a ride request and the driver's own quote in it, unless newer versions are stored. */
export function applyRide({ rides, quotes }: Held, ride: RideRequest): void {
  take(rides, ride.id, ride);
  if (ride.my_quote) take(quotes, ride.my_quote.id, ride.my_quote);
}

/**
 * Applies the events of a socket to an empty state, which it returns. It applies no snapshot, because a snapshot would
 * hide that an event was lost. There are two exceptions: `liveDriver` applies the first list of open requests to the
 * state, and the rows that are read after a lost connection arrive here as events.
 */
export function holdEvents(socket: Socket<ServerToClientEvents, ClientToServerEvents>): Held {
  const held = emptyHeld();
  for (const event of ['ride:created', 'ride:updated'] as const)
    socket.on(event, ({ ride_request }) => applyRide(held, ride_request));
  socket.on('ride:closed', ({ ride_request_id: id, version }) => {
    const { created_at = '', customer_id = '' } = held.rides.get(id) ?? {};
    take(held.rides, id, { version, status: 'closed', created_at, customer_id });
  });
  for (const event of ['quote:created', 'quote:updated', 'quote:withdrawn'] as const)
    socket.on(event, ({ quote }) => take(held.quotes, quote.id, quote));
  for (const event of ['booking:created', 'booking:updated'] as const)
    socket.on(event, ({ booking }) => take(held.bookings, booking.id, booking));
  socket.on('notification:created', ({ notification }) => held.notifications.add(notification.id));
  socket.on('earnings:updated', ({ earnings }) => {
    held.earnings = earnings;
  });
  return held;
}

/**
 * The differences between the screens and a later read, as texts, one entry for each row. A held row with a higher
 * version than the read one has changed since the read: it is no difference. For a driver only ride requests of
 * `customers` count: a request of another customer may be too old for the snapshot of the driver's watch.
 */
export function differencesOf(role: Role, held: Held, read: Read, customers: ReadonlySet<string>): string[] {
  const rides = role === 'driver' ? read.rides.filter(({ customer_id }) => customers.has(customer_id)) : read.rides;
  const quotes = role === 'driver' ? rides.flatMap(({ my_quote }) => my_quote ?? []) : read.quotes;
  const is = 'on a screen is not what the server holds';
  return [
    ...rides.filter((ride) => isWrong(held.rides, ride)).map(() => `a ride request ${is}`),
    ...quotes.filter((quote) => isWrong(held.quotes, quote)).map(() => `a quote ${is}`),
    ...read.bookings.filter((booking) => isWrong(held.bookings, booking)).map(() => `a booking ${is}`),
    ...read.notifications.filter(({ id }) => !held.notifications.has(id)).map(() => 'a notification never came'),
    ...(role === 'driver' ? stillOpen(held, read) : [])
      .filter(([, { customer_id }]) => customers.has(customer_id))
      .map(() => 'a closed request is still listed as open'),
    ...(isSameEarnings(held.earnings, read.earnings) ? [] : ["a driver's earnings are not what the server holds"]),
  ];
}

function isWrong(rows: ReadonlyMap<string, HeldRow>, read: HeldRow & { id: string }): boolean {
  const row = rows.get(read.id);
  return !row || row.version < read.version || (row.version === read.version && row.status !== read.status);
}

/** The ride requests, with their ids, that are open on a driver's screen and missing from the list that was read. */
export function stillOpen(held: Held, read: Pick<Read, 'rides'>): [id: string, ride: HeldRide][] {
  const listed = new Set(read.rides.map(({ id }) => id));
  // A full page lacks the requests that are older than its last row.
  const from = read.rides.length < READ_ROWS ? '' : (read.rides.at(-1)?.created_at ?? '');
  return [...held.rides].filter(
    ([id, { status, created_at }]) => status === 'open' && created_at > from && !listed.has(id),
  );
}

/**
 * Whether the received earnings equal the read ones. A driver without earnings gets no event, so missing ones count as
 * 0.
 */
function isSameEarnings(held: Earnings | null, read: Earnings | null): boolean {
  if (!read) return true;
  return (held?.total_earnings ?? 0) === read.total_earnings && (held?.completed_rides ?? 0) === read.completed_rides;
}
