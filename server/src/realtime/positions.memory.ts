import { POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { Position } from '@boli/shared/realtime/events';

/** A fix as the positions take it: times in epoch milliseconds. */
export interface LiveFix {
  lat: number;
  lng: number;
  heading: number | null;
  speed: number | null;
  recordedAt: number;
}
/** A point of the recorded trip: latitude, longitude, when (epoch milliseconds). */
export type TrailPoint = readonly [lat: number, lng: number, at: number];

/** What is known in memory of one booking's driver. */
export interface Held {
  readonly bookingId: string;
  newest: LiveFix | null;
  seq: number;
  /** The newest one still has to be written behind. */
  dirty: boolean;
  /** Points waiting for the next batch, by second: at most one a second. */
  trail: Map<number, TrailPoint>;
  /** When the booking ended, by `performance.now()`: once written, this is kept a while longer, then forgotten. */
  endedAt: number | null;
  /** When it was last sent, and until when it must keep quiet, by `performance.now()`. */
  sentAt: number;
  quietUntil: number;
  timer: NodeJS.Timeout | null;
}

/** Points that may wait a booking while the database is away; older ones fall out. */
const MAX_WAITING_POINTS = 120;

const held = new Map<string, Held>();

/** The memory of a booking, made where there is none; `lastSeq` is what the database held. */
export function holdBooking(bookingId: string, lastSeq: number): Held {
  const known = held.get(bookingId);
  if (known) return known;
  const fresh: Held = {
    bookingId,
    newest: null,
    seq: lastSeq,
    dirty: false,
    trail: new Map(),
    endedAt: null,
    sentAt: Number.NEGATIVE_INFINITY,
    quietUntil: Number.NEGATIVE_INFINITY,
    timer: null,
  };
  held.set(bookingId, fresh);
  return fresh;
}

export function heldBooking(bookingId: string): Held | undefined {
  return held.get(bookingId);
}

/** Every booking in memory, for the batch. */
export function heldBookings(): Iterable<Held> {
  return held.values();
}

export function forgetBooking(bookingId: string): void {
  const known = held.get(bookingId);
  if (known?.timer) clearTimeout(known.timer);
  held.delete(bookingId);
}

/** For the stop of a server and between tests. */
export function forgetAll(): void {
  for (const bookingId of [...held.keys()]) forgetBooking(bookingId);
}

/**
 * Takes a fix: always into the trail; as the newest only when it is no older than the one held and no older than half a
 * minute, so that what a phone replays after a tunnel never appears as live. Tells whether it became the newest.
 */
export function takeFix(booking: Held, fix: LiveFix, now: number): boolean {
  const recordedAt = Math.min(fix.recordedAt, now);
  addToTrail(booking, [fix.lat, fix.lng, recordedAt]);
  const isOlder = booking.newest !== null && recordedAt < booking.newest.recordedAt;
  if (isOlder || now - recordedAt > STALE_FIX_MS) return false;
  booking.newest = { ...fix, recordedAt };
  // Never goes back, not even when the machine's clock does or the server starts anew.
  booking.seq = Math.max(booking.seq + 1, now);
  booking.dirty = true;
  return true;
}

/** Adds a point unless a later one of the same second waits already. */
export function addToTrail(booking: Held, point: TrailPoint): void {
  const second = Math.floor(point[2] / 1000);
  const waiting = booking.trail.get(second);
  if (waiting && waiting[2] > point[2]) return;
  booking.trail.set(second, point);
  if (booking.trail.size <= MAX_WAITING_POINTS) return;
  const oldest = booking.trail.keys().next();
  if (!oldest.done) booking.trail.delete(oldest.value);
}

/** How long until the newest one may be sent: once a second, and never beside a status event. At most zero: now. */
export function waitToSend(booking: Held, now: number): number {
  return Math.max(booking.sentAt + POSITION_INTERVAL_MS, booking.quietUntil) - now;
}

/** The last known position of a booking's driver, as it is sent; null when memory has none (the database may). */
export function latestPosition(bookingId: string): Position | null {
  const booking = held.get(bookingId);
  return booking?.newest ? presentPosition(booking, booking.newest) : null;
}

export function presentPosition({ bookingId, seq }: Held, { lat, lng, heading, speed, recordedAt }: LiveFix): Position {
  return { booking_id: bookingId, lat, lng, heading, speed, recorded_at: new Date(recordedAt).toISOString(), seq };
}
