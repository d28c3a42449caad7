import { POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { type FixFlag, type FixReason, fixFlags } from '@boli/shared/tracking/tracking.schema';
import { addSuspect, flagOf, isJump, noSuspect, type Place, type Suspect, type TrailPoint } from './plausibility';

/** A fix from a device; `deviceTime` is when the device's clock recorded it (epoch ms), null if not sent. */
export interface Reading {
  lat: number;
  lng: number;
  heading: number | null;
  speed: number | null;
  /** Metres; null if the device did not report it. */
  accuracy: number | null;
  deviceTime: number | null;
}

/** A reading with its times: `recordedAt` by the server's clock (epoch ms), `observedAt` by its monotonic one. */
export interface LiveFix extends Reading {
  recordedAt: number;
  observedAt: number;
}

/** The server's two clocks: `wall` in epoch milliseconds, `steady` by `performance.now()`, which cannot be set. */
export interface Now {
  wall: number;
  steady: number;
}

/** The state in memory of one booking's driver. */
export interface Held {
  readonly bookingId: string;
  newest: LiveFix | null;
  /** Fixes that were taken for a jump, until enough of them agree. */
  suspect: Suspect;
  seq: number;
  /** Whether the newest fix is not stored yet. */
  dirty: boolean;
  /** Points that wait for the next batch, by second: at most one a second. */
  trail: Map<number, TrailPoint>;
  /**
   * Which node receives the positions; `unknown` after an interruption, until the next fix takes the booking again. Only
   * `this` sends. With `other`, the state is removed once it is stored.
   */
  receiver: 'this' | 'other' | 'unknown';
  /** When the booking ended, by `performance.now()`: once stored, the state is kept a while longer, then removed. */
  endedAt: number | null;
  /** When a position was last sent, and until when none may be sent, by `performance.now()`. */
  sentAt: number;
  quietUntil: number;
  timer: NodeJS.Timeout | null;
}

/** The maximum number of points of a booking that wait while the database is away; older ones are dropped. */
const MAX_WAITING_POINTS = 120;

const held = new Map<string, Held>();

/** The state of a booking, created if there is none; `lastSeq` is the `seq` that is stored in the database. */
export function holdBooking(bookingId: string, lastSeq: number): Held {
  const known = held.get(bookingId);
  if (known) return known;
  const fresh: Held = {
    bookingId,
    newest: null,
    suspect: noSuspect,
    seq: lastSeq,
    dirty: false,
    trail: new Map(),
    receiver: 'this',
    endedAt: null,
    sentAt: Number.NEGATIVE_INFINITY,
    quietUntil: Number.NEGATIVE_INFINITY,
    timer: null,
  };
  held.set(bookingId, fresh);
  return fresh;
}

/** The state of a booking in memory; undefined if there is none. */
export function heldBooking(bookingId: string): Held | undefined {
  return held.get(bookingId);
}

/** Whether this process is the one that receives the positions of a booking. */
export function isReceived({ receiver, endedAt }: Held): boolean {
  return receiver === 'this' && endedAt === null;
}

/** Cancels the sending of a position that waits for its moment. */
export function stopSending(booking: Held): void {
  if (booking.timer) clearTimeout(booking.timer);
  booking.timer = null;
}

/** All bookings in memory, for the batch. */
export function heldBookings(): Iterable<Held> {
  return held.values();
}

/** Removes the state of a booking from memory. */
export function forgetBooking(bookingId: string): void {
  const known = held.get(bookingId);
  if (known) stopSending(known);
  held.delete(bookingId);
}

/** Removes everything: when the server stops, and between tests. */
export function forgetAll(): void {
  for (const bookingId of [...held.keys()]) forgetBooking(bookingId);
}

/**
 * Applies a reading. It is always added to the trail, with a flag if it is implausible. It becomes the newest position
 * only when it is plausible, recent and later than the newest, so that neither delayed fixes after a tunnel nor jumps of
 * the receiver are shown as live. Returns the reason why it did not become the newest, null when it did.
 */
export function applyFix(booking: Held, reading: Reading, now: Now): FixReason | null {
  const { fix, age } = dated(reading, now);
  const reason = flagOf(fix) ?? (age > STALE_FIX_MS ? 'stale' : null) ?? reasonBeside(booking, fix);
  const flag = fixFlags.find((flag) => flag === reason);
  addToTrail(booking, trailPoint(fix, flag));
  if (reason !== null) return reason;
  booking.newest = fix;
  booking.suspect = noSuspect;
  // Never decreases, even when the machine's clock is set back or the server restarts.
  booking.seq = Math.max(booking.seq + 1, now.wall);
  booking.dirty = true;
  return null;
}

/** Adds a reading to the trail only. One without a time is not added, because it is unknown when it was recorded. */
export function addToTrip(booking: Held, reading: Reading, now: Now): void {
  if (reading.deviceTime === null) return;
  const { fix } = dated(reading, now);
  addToTrail(booking, trailPoint(fix, flagOf(fix) ?? undefined));
}

function dated(reading: Reading, now: Now): { fix: LiveFix; age: number } {
  const age = reading.deviceTime === null ? 0 : Math.max(0, now.wall - reading.deviceTime);
  return { fix: { ...reading, recordedAt: now.wall - age, observedAt: now.steady - age }, age };
}

function trailPoint({ lat, lng, recordedAt }: LiveFix, flag: FixFlag | undefined): TrailPoint {
  return flag ? [lat, lng, recordedAt, flag] : [lat, lng, recordedAt];
}

/** The reason why a fix contradicts the shown position; null if it does not. */
function reasonBeside(booking: Held, fix: LiveFix): 'out_of_order' | 'jump' | null {
  const { newest } = booking;
  if (!newest) return null;
  if (isBefore(fix, newest)) return 'out_of_order';
  // A position with neither a time nor an accuracy is shown as it arrives (specification, section 7).
  const isBare = fix.deviceTime === null && fix.accuracy === null;
  if (isBare || !isJump(placeOf(newest), placeOf(fix))) return null;
  booking.suspect = addSuspect(booking.suspect, placeOf(fix));
  return booking.suspect.holds ? null : 'jump';
}

/**
 * Whether a fix was recorded before another one. Two times of the same device are compared directly, unless its clock
 * was set between them; otherwise the arrival times minus the ages are compared. Times of the server's wall clock are
 * never compared.
 */
export function isBefore(fix: LiveFix, other: LiveFix): boolean {
  if (fix.deviceTime !== null && other.deviceTime !== null) {
    const later = fix.deviceTime - other.deviceTime;
    if (later > -STALE_FIX_MS) return later < 0;
  }
  return fix.observedAt < other.observedAt;
}

function placeOf({ lat, lng, accuracy, deviceTime, observedAt }: LiveFix): Place {
  return { lat, lng, accuracy, deviceTime, at: observedAt };
}

/** The second of a point; a trail has at most one point for each. */
export function secondOf([, , at]: TrailPoint): number {
  return Math.floor(at / 1000);
}

/** Adds a point unless a better one of the same second is waiting: one without a flag, else the later one. */
export function addToTrail(booking: Held, point: TrailPoint): void {
  const second = secondOf(point);
  const waiting = booking.trail.get(second);
  if (waiting && isBetter(waiting, point)) return;
  booking.trail.set(second, point);
  if (booking.trail.size <= MAX_WAITING_POINTS) return;
  const oldest = booking.trail.keys().next();
  if (!oldest.done) booking.trail.delete(oldest.value);
}

function isBetter([, , at, flag]: TrailPoint, [, , otherAt, otherFlag]: TrailPoint): boolean {
  return (flag === undefined) === (otherFlag === undefined) ? at > otherAt : flag === undefined;
}

/**
 * Milliseconds until the newest position may be sent: once a second, and not shortly after a status event. Zero or less
 * means now.
 */
export function waitToSend(booking: Held, now: number): number {
  return Math.max(booking.sentAt + POSITION_INTERVAL_MS, booking.quietUntil) - now;
}

/**
 * The last known position of a booking's driver, as it is sent. Null when memory has none, and when the stored
 * position, whose `seq` is `storedSeq`, is newer because another node receives the positions now.
 */
export function latestPosition(bookingId: string, storedSeq = 0): Position | null {
  const booking = held.get(bookingId);
  return booking?.newest && booking.seq >= storedSeq ? presentPosition(booking, booking.newest) : null;
}

/** Presents a fix as it is sent to clients. */
export function presentPosition({ bookingId, seq }: Held, { lat, lng, heading, speed, recordedAt }: LiveFix): Position {
  return { booking_id: bookingId, lat, lng, heading, speed, recorded_at: new Date(recordedAt).toISOString(), seq };
}
