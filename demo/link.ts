import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { AckOf, ClientMessage, ClientPayload, ServerEvent, ServerPayload } from '@boli/shared/realtime/events';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { ReceivedVersion } from './announcements';
import type { Deliver } from './catch-up';
import { type AppSocket, connect } from './connect';
import { type Held, holdEvents } from './held';
import { watchOrder } from './order';
import { type Outages, openOutages } from './outages';
import type { Report } from './report';

/** Milliseconds within which an event has to arrive after the response to a call. */
const EVENT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;

type Answer<M extends ClientMessage> = Extract<AckOf<M>, { ok: true }>;

type Listener<E extends ServerEvent> = (payload: ServerPayload<E>) => void;

/** The live connection of one simulated person. */
export interface Link {
  on<E extends ServerEvent>(event: E, listener: Listener<E>): () => void;
  /**
   * Sends a message and resolves with its acknowledgement. If the connection is lost before that, sends the message
   * again once the screens are fresh. Rejects if the server refuses the message, or does not answer within 10 seconds
   * although the connection stays open.
   */
  ask<M extends ClientMessage>(message: M, payload: ClientPayload<M>): Promise<Answer<M>>;
  /** Sends a position, or drops it while the connection is lost. */
  position(payload: ClientPayload<'booking:location'>): void;
  /** The versions of a ride request, quote or booking that arrived by events, in order. */
  received(id: string): readonly ReceivedVersion[];
  /** The state of the person's screens: from events and, for a driver, from the first list of open requests. */
  readonly held: Held;
  /** The newest state of a booking that was received. */
  booking(id: string): Booking | undefined;
  /** Every booking that was received, in its newest state. */
  bookings(): Booking[];
  /** Waits until the received booking meets the condition; null after `withinMs` milliseconds. */
  until(id: string, isWanted: (booking: Booking) => boolean, withinMs: number): Promise<Booking | null>;
  /**
   * Whether the person may have missed an event sent at this time (by `performance.now()`) because the connection was
   * lost, and has read a snapshot since.
   */
  wasAway(at: number): boolean;
  close(): void;
}

/** Reads the data of the screens again after a lost connection. `watched` are the messages to be sent again. */
export type Resume = (link: Pick<Link, 'ask' | 'held'>, watched: Watched, deliver: Deliver) => Promise<void>;

interface WatchMessage {
  message: ClientMessage;
  payload: ClientPayload<ClientMessage>;
}

/** The messages that joined the rooms in which the person still is, by a key for what is watched. */
export type Watched = ReadonlyMap<string, WatchMessage>;

interface EventSource {
  on(name: ServerEvent, handle: (payload: unknown) => void): unknown;
  off(name: ServerEvent, handle: (payload: unknown) => void): unknown;
}

interface LinkOptions {
  url: string;
  person: { token: string; name: string };
  report: Report;
  resume: Resume;
  /** Whether servers are restarted: a lost connection is then no error. */
  restarts: boolean;
}

/** Connects; rejects when the server refuses. */
export async function openLink({ url, person, report, resume, restarts }: LinkOptions): Promise<Link> {
  const socket = await connect(url, person.token);
  countArrivals(socket, report);
  const bookings = holdBookings(socket);
  const received = recordVersions(socket);
  const held = holdEvents(socket);
  const watched = new Map<string, WatchMessage>();
  const deliver: Deliver = (event, payload) => {
    for (const listener of socket.listeners(event)) (listener as (body: unknown) => void)(payload);
  };
  const ask = <M extends ClientMessage>(message: M, payload: ClientPayload<M>) => askOnce(socket, message, payload);
  const outages = openOutages(socket, {
    report,
    resume: () => resume({ ask, held }, watched, deliver),
    isExpected: restarts,
  });
  return {
    on(event, listener) {
      const raw: EventSource = socket;
      // The signature allows only a listener for the payload of the named event.
      const handle = listener as (payload: unknown) => void;
      raw.on(event, handle);
      return () => void raw.off(event, handle);
    },
    async ask(message, payload) {
      const key = JSON.stringify([message.replace('unwatch', 'watch'), payload]);
      if (message.endsWith(':watch')) watched.set(key, { message, payload });
      if (message.endsWith(':unwatch')) watched.delete(key);
      return askAgain(outages, () => ask(message, payload));
    },
    position(payload) {
      if (socket.connected) socket.volatile.emit('booking:location', payload);
    },
    ...bookings,
    held,
    received: (id) => received.get(id) ?? [],
    wasAway: outages.wasAway,
    close() {
      outages.end();
      socket.disconnect();
    },
  };
}

/**
 * Counts the events that arrive from the server twice or out of order. The rows of a snapshot, which are passed to the
 * listeners after a lost connection, do not count: `onAny` does not receive them.
 */
function countArrivals(socket: AppSocket, report: Report): void {
  const arrivalOf = watchOrder();
  socket.onAny((event: string, payload: unknown) => {
    const arrival = arrivalOf(event, payload);
    if (arrival !== 'new') report.count(`events ${arrival}`);
  });
}

async function askOnce<M extends ClientMessage>(
  socket: AppSocket,
  message: M,
  payload: ClientPayload<M>,
): Promise<Answer<M>> {
  const timed: { emitWithAck(name: string, body: unknown): Promise<AckOf<M>> } = socket.timeout(ANSWER_WITHIN_MS);
  const answer = await timed.emitWithAck(message, payload);
  if (isOk(answer)) return answer;
  throw new Error(`${message} was refused: ${JSON.stringify(answer)}`);
}

/** Asks, and asks again each time the connection is lost before the answer comes. */
async function askAgain<T>(outages: Outages, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await outages.over();
    const before = outages.lost();
    try {
      return await ask();
    } catch (error) {
      if (outages.lost() === before) throw error;
    }
  }
}

function isOk<A extends { ok: boolean }>(answer: A): answer is Extract<A, { ok: true }> {
  return answer.ok;
}

type Row = Pick<RideRequest | Quote | Booking, 'id' | 'version'>;

/**
 * Records the versions that arrived by events, and those of the rows that are read after a lost connection, which
 * `Deliver` hands to the listeners as events. Other snapshots do not count, because they would hide that an event was lost.
 */
function recordVersions(socket: AppSocket): Map<string, ReceivedVersion[]> {
  const received = new Map<string, ReceivedVersion[]>();
  const record = ({ id, version }: Row) => {
    const versions = received.get(id) ?? [];
    versions.push({ version, at: performance.now() });
    received.set(id, versions);
  };
  for (const event of ['ride:created', 'ride:updated'] as const) socket.on(event, (body) => record(body.ride_request));
  for (const event of ['quote:created', 'quote:updated', 'quote:withdrawn'] as const)
    socket.on(event, (body) => record(body.quote));
  for (const event of ['booking:created', 'booking:updated'] as const) socket.on(event, (body) => record(body.booking));
  return received;
}

/** Stores every booking in its newest version, as a screen does. */
function holdBookings(socket: AppSocket) {
  const held = new Map<string, Booking>();
  const waiting = new Set<() => void>();
  const apply = ({ booking }: { booking: Booking }) => {
    if ((held.get(booking.id)?.version ?? 0) <= booking.version) held.set(booking.id, booking);
    for (const check of [...waiting]) check();
  };
  socket.on('booking:created', apply);
  socket.on('booking:updated', apply);
  return {
    booking: (id: string) => held.get(id),
    bookings: () => [...held.values()],
    until(id: string, isWanted: (booking: Booking) => boolean, withinMs: number): Promise<Booking | null> {
      return new Promise((resolve) => {
        const end = (booking: Booking | null) => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(booking);
        };
        const check = () => {
          const booking = held.get(id);
          if (booking && isWanted(booking)) end(booking);
        };
        const timer = setTimeout(() => end(null), withinMs);
        waiting.add(check);
        check();
      });
    },
  };
}

/** Waits for the event of this version of a booking, or a later one. Reports an error when none arrives in 10 seconds. */
export async function expectBooking(
  link: Link,
  wanted: { id: string; version: number; who: string },
  report: Report,
): Promise<void> {
  const came = await link.until(wanted.id, (booking) => booking.version >= wanted.version, EVENT_WITHIN_MS);
  if (!came) report.error(`a change of a booking never reached its ${wanted.who}`);
}
