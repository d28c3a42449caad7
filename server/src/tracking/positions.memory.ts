import { POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { type FixFlag, type FixReason, fixFlags } from '@boli/shared/tracking/tracking.schema';
import { addSuspect, flagOf, isJump, noSuspect, type Place, type Suspect, type TrailPoint } from './plausibility';

/**
 * A fix as a device sends it; `deviceTime` is when the device's clock says it was recorded (epoch ms), null if unsaid.
 */
export interface Reading {
  lat: number;
  lng: number;
  heading: number | null;
  speed: number | null;
  /** Metres; null where the device did not report it. */
  accuracy: number | null;
  deviceTime: number | null;
}

/** A reading with its times: `recordedAt` by the server's clock (epoch ms), `observedAt` by its monotonic one. */
export interface LiveFix extends Reading {
  recordedAt: number;
  observedAt: number;
}

/**
 * The server's two clocks: `wall` in epoch milliseconds, `steady` as `performance.now()` gives it, which nobody can
 * set.
 */
export interface Now {
  wall: number;
  steady: number;
}

/** What is known in memory of one booking's driver. */
export interface Held {
  readonly bookingId: string;
  newest: LiveFix | null;
  /** Fixes that were taken for a jump, until enough of them agree with each other. */
  suspect: Suspect;
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
    suspect: noSuspect,
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
 * Takes a reading: always into the trail, flagged where it cannot be; as the newest only when nothing speaks against
 * it, so that neither a replay after a tunnel nor a leap of the receiver appears as live. Returns the reason why it did
 * not become the newest, null when it did.
 */
export function applyFix(booking: Held, reading: Reading, now: Now): FixReason | null {
  const age = reading.deviceTime === null ? 0 : Math.max(0, now.wall - reading.deviceTime);
  const fix = { ...reading, recordedAt: now.wall - age, observedAt: now.steady - age };
  const reason = flagOf(fix) ?? (age > STALE_FIX_MS ? 'stale' : null) ?? reasonBeside(booking, fix);
  addToTrail(
    booking,
    trailPoint(
      fix,
      fixFlags.find((flag) => flag === reason),
    ),
  );
  if (reason !== null) return reason;
  booking.newest = fix;
  booking.suspect = noSuspect;
  // Never goes back, not even when the machine's clock does or the server starts anew.
  booking.seq = Math.max(booking.seq + 1, now.wall);
  booking.dirty = true;
  return null;
}

function trailPoint({ lat, lng, recordedAt }: LiveFix, flag: FixFlag | undefined): TrailPoint {
  return flag ? [lat, lng, recordedAt, flag] : [lat, lng, recordedAt];
}

/** What the position shown so far says against a fix. */
function reasonBeside(booking: Held, fix: LiveFix): 'out_of_order' | 'jump' | null {
  const { newest } = booking;
  if (!newest) return null;
  if (isBefore(fix, newest)) return 'out_of_order';
  // A bare position without a time or an accuracy is shown as it comes (specification, section 7).
  const isBare = fix.deviceTime === null && fix.accuracy === null;
  if (isBare || !isJump(placeOf(newest), placeOf(fix))) return null;
  booking.suspect = addSuspect(booking.suspect, placeOf(fix));
  return booking.suspect.holds ? null : 'jump';
}

/**
 * Whether a fix was recorded before another one. Two times of the same device are compared with each other, unless its
 * clock was set between them; else the order of arrival decides, each less its age. The server's clock alone never
 * does.
 */
function isBefore(fix: LiveFix, other: LiveFix): boolean {
  if (fix.deviceTime !== null && other.deviceTime !== null) {
    const later = fix.deviceTime - other.deviceTime;
    if (later > -STALE_FIX_MS) return later < 0;
  }
  return fix.observedAt < other.observedAt;
}

function placeOf({ lat, lng, accuracy, deviceTime, observedAt }: LiveFix): Place {
  return { lat, lng, accuracy, deviceTime, at: observedAt };
}

/** The second that a point stands for; a trail has one point of each. */
export function secondOf([, , at]: TrailPoint): number {
  return Math.floor(at / 1000);
}

/** Adds a point unless a better one of the same second waits already: one without a flag, else the later one. */
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
