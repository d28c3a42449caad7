import { isTracked } from '@boli/shared/bookings/bookings.state';
import type { Fix, FixResult, TrackPoint } from '@boli/shared/tracking/tracking.schema';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { logger } from '../core/logger';
import { mayHaveWaited, noticePause } from '../core/process-pauses';
import { domainEvents } from '../domain-events';
import { isClustered, pushPosition } from '../realtime/push';
import { reportDiskFull } from '../store/space';
import { holdForTrip, invalidateReceivers, receiving } from './handover';
import type { TrailPoint } from './plausibility';
import {
  addToTrail,
  addToTrip,
  applyFix,
  forgetAll,
  forgetBooking,
  type Held,
  heldBooking,
  heldBookings,
  type Now,
  presentPosition,
  type Reading,
  secondOf,
  stopSending,
  waitToSend,
} from './positions.memory';
import { type Authority, authorityOf, readTrail, writeNewest, writeTrails } from './positions.repository';
import { recordAge } from './tracking.metrics';

const FLUSH_MS = 1_000;
const MINUTE_MS = 60_000;
/** Milliseconds; a position sent this soon after a status event could be dropped by a busy connection. */
const QUIET_MS = 50;
const MAX_KNOWN = 20_000;
/**
 * An ended booking's last position stays in memory for this long, for answers that read the booking before the position
 * was stored.
 */
const LINGER_MS = MINUTE_MS;

/** The driver and status of bookings, so that only the first position of a booking waits for the database. */
const known = new Map<string, Authority>();

/** What the domain event of a booking's change says about the booking. */
export interface ChangedBooking extends Omit<Authority, 'seq'> {
  bookingId: string;
}

/**
 * Accepts a driver's fix: stores it in memory, pushes it to watchers if it is plausible, and writes it to the database
 * later. Waits for the database only if this process does not know the booking yet, and in a cluster also after a handover
 * and before it throws 409. A node that was paused shows no fix that may have waited for it: the driver may have gone
 * on sending to another node. Returns whether the fix became the live position, and if not, the reason. Throws 404 for a
 * missing booking or another driver's, 409 when the booking is not accepted or in progress.
 */
export async function acceptFix(bookingId: string, driverId: string, fix: Fix): Promise<FixResult> {
  const arrivedAt = performance.now();
  noticePause();
  const authority = await checkMaySend(bookingId, driverId);
  if (mayHaveWaited(arrivedAt)) return recordOnly(bookingId, authority, fix);
  const booking = await receiving(bookingId, authority);
  // Checked once more, because the process may have been paused while it took the booking.
  if (mayHaveWaited(arrivedAt)) return recordOnly(bookingId, authority, fix);
  // The ride may have ended while this process took the booking.
  const { status } = await authorityFor(bookingId);
  if (!isTracked(status)) {
    end(booking);
    throw new Conflict('bookings.location_not_now');
  }
  const now = readClocks();
  const reading = readingOf(fix, now);
  if (isTooOld(reading, authority)) return { live: false, reason: 'stale' };
  const reason = applyFix(booking, reading, now);
  if (reason === null) {
    send(booking);
    if (booking.newest) domainEvents.emit('driver.moved', { bookingId, fix: booking.newest });
  }
  return { live: reason === null, reason };
}

/** Adds a fix to the trip if it is known when it was recorded, and shows it to nobody. */
function recordOnly(bookingId: string, authority: Authority, fix: Fix): FixResult {
  const now = readClocks();
  const reading = readingOf(fix, now);
  if (!isTooOld(reading, authority)) addToTrip(holdForTrip(bookingId), reading, now);
  return { live: false, reason: 'stale' };
}

const readClocks = (): Now => ({ wall: clock.millis(), steady: performance.now() });

/** A time in the future counts as now: else an implausible jump would seem to have taken longer than it did. */
function readingOf({ recorded_at: recordedAt, ...reading }: Fix, { wall }: Now): Reading {
  return { ...reading, deviceTime: recordedAt ? Math.min(recordedAt.getTime(), wall) : null };
}

function isTooOld({ deviceTime }: Reading, authority: Authority): boolean {
  return deviceTime !== null && deviceTime < oldestFix(authority);
}

/**
 * Returns a booking whose positions this driver may send now. Throws 404 for a missing booking or another driver's, 409
 * when the booking is not accepted or in progress.
 */
export async function checkMaySend(bookingId: string, driverId: string): Promise<Authority> {
  const known = await authorityFor(bookingId);
  const authority = isClustered() && !isTracked(known.status) ? await learn(bookingId) : known;
  if (authority.driverId !== driverId) throw new NotFound();
  if (!isTracked(authority.status)) throw new Conflict('bookings.location_not_now');
  return authority;
}

/**
 * The earliest time of a fix that is accepted (epoch ms): a minute before the booking, because clocks differ. No trip
 * begins earlier, however wrong a phone's clock is.
 */
export function oldestFix({ createdAt }: Authority): number {
  return createdAt.getTime() - MINUTE_MS;
}

/**
 * Applies a booking's change. The positions of a booking that is no longer driven are stored for the last time and
 * removed later.
 */
export function followBooking({ bookingId, ...changed }: ChangedBooking): void {
  remember(bookingId, { ...changed, seq: known.get(bookingId)?.seq ?? 0 });
  const booking = heldBooking(bookingId);
  if (booking && !isTracked(changed.status)) end(booking);
}

/** Nothing more of a booking is sent; it is removed once its points are stored. */
function end(booking: Held): void {
  stopSending(booking);
  booking.endedAt ??= performance.now();
}

/** Called at every status event: the next position waits a little, because the event contains the latest one. */
export function delayNextPosition(bookingId: string): void {
  const booking = heldBooking(bookingId);
  if (booking) booking.quietUntil = performance.now() + QUIET_MS;
}

/** The recorded trip, oldest point first, for its parties and admins. Throws 404 for others. */
export async function readTrack(bookingId: string, actor: Actor): Promise<TrackPoint[]> {
  const { customerId, driverId } = await authorityFor(bookingId);
  if (actor.role !== 'admin' && actor.id !== customerId && actor.id !== driverId) throw new NotFound();
  const points = await recordedTrail(bookingId);
  return points.map(([lat, lng, at, flag = null]) => ({ lat, lng, recorded_at: new Date(at).toISOString(), flag }));
}

/** Every recorded point of a booking so far, including those that are not stored yet; oldest first. */
export async function recordedTrail(bookingId: string): Promise<TrailPoint[]> {
  // Until a running flush has ended, its points are no longer in memory and perhaps not yet in the database.
  while (flushing) await flushing;
  const waiting = [...(heldBooking(bookingId)?.trail ?? [])];
  const stored = await readTrail(bookingId);
  const bySecond = new Map([...stored.map((point) => [secondOf(point), point] as const), ...waiting]);
  return [...bySecond.values()].sort((one, other) => one[2] - other[2]);
}

function send(booking: Held): void {
  if (booking.timer) return;
  const wait = waitToSend(booking, performance.now());
  if (wait > 0) {
    booking.timer = setTimeout(() => {
      booking.timer = null;
      noticePause();
      if (booking.receiver === 'this') send(booking);
    }, wait);
    booking.timer.unref();
    return;
  }
  if (!booking.newest) return;
  booking.sentAt = performance.now();
  recordAge(booking.sentAt - booking.newest.observedAt);
  pushPosition(presentPosition(booking, booking.newest));
}

/** The driver and status of a booking: from memory, or else from the database. Throws 404 for a missing booking. */
export async function authorityFor(bookingId: string): Promise<Authority> {
  return known.get(bookingId) ?? learn(bookingId);
}

/**
 * Changes by other nodes may have been missed: forgets what was read or received of bookings, and no longer relies on
 * receiving the positions of those in memory.
 */
export function invalidateBookings(): void {
  known.clear();
  invalidateReceivers();
}

async function learn(bookingId: string): Promise<Authority> {
  const found = await authorityOf(bookingId);
  if (!found) throw new NotFound();
  return remember(bookingId, found);
}

/** Keeps the newer of two reads: a slow one must not revive an ended booking. */
function remember(bookingId: string, authority: Authority): Authority {
  const before = known.get(bookingId);
  if (before && before.version > authority.version) return before;
  known.delete(bookingId);
  known.set(bookingId, authority);
  if (known.size > MAX_KNOWN) forgetOldest();
  return authority;
}

function forgetOldest(): void {
  for (const bookingId of known.keys()) {
    if (known.size <= MAX_KNOWN) return;
    if (!heldBooking(bookingId)) known.delete(bookingId);
  }
}

let flushing: Promise<void> | null = null;
let interval: NodeJS.Timeout | null = null;

/** Starts the periodic writes, once a second. */
export function startPositions(): void {
  interval ??= setInterval(() => void flushPositions(), FLUSH_MS);
  interval.unref();
}

/** Stops the periodic writes, stores the waiting points, and then removes everything from memory. */
export async function stopPositions(): Promise<void> {
  if (interval) clearInterval(interval);
  interval = null;
  await flushing;
  await flushPositions();
  forgetAll();
  known.clear();
}

/** Stores the waiting positions and points, one batch at a time. Never rejects. */
export function flushPositions(): Promise<void> {
  flushing ??= writeBatch().finally(() => {
    flushing = null;
  });
  return flushing;
}

async function writeBatch(): Promise<void> {
  const batch = [...heldBookings()].flatMap(pickForBatch);
  try {
    await Promise.all([
      writeNewest(batch.flatMap(({ bookingId, fix, seq }) => (fix ? [{ bookingId, fix, seq }] : []))),
      writeTrails(batch.filter(({ points }) => points.length > 0)),
    ]);
  } catch (error) {
    reportDiskFull(error);
    logger.warn({ err: error }, 'positions wait for the database');
    for (const entry of batch) giveBack(entry);
    return;
  }
  for (const booking of [...heldBookings()]) if (isDone(booking)) forgetBooking(booking.bookingId);
}

function isDone({ endedAt, dirty, trail, receiver }: Held): boolean {
  const isOver = receiver === 'other' || (endedAt !== null && performance.now() - endedAt > LINGER_MS);
  return isOver && !dirty && trail.size === 0;
}

function pickForBatch(booking: Held) {
  const { bookingId, newest, seq, dirty, trail } = booking;
  if (!dirty && trail.size === 0) return [];
  booking.dirty = false;
  booking.trail = new Map();
  return [{ bookingId, seq, fix: dirty ? newest : null, points: [...trail.values()] }];
}

function giveBack({ bookingId, fix, points }: ReturnType<typeof pickForBatch>[number]): void {
  const booking = heldBooking(bookingId);
  if (!booking) return;
  booking.dirty ||= fix !== null;
  const later = [...booking.trail.values()];
  booking.trail = new Map();
  for (const point of [...points, ...later]) addToTrail(booking, point);
}
