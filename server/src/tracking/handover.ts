import { clock } from '../core/clock';
import { redisState } from '../core/redis';
import { domainEvents } from '../domain-events';
import { isClustered } from '../realtime/push';
import {
  type Held,
  heldBooking,
  heldBookings,
  holdBooking,
  isBefore,
  isReceived,
  type Reading,
  stopSending,
} from './positions.memory';
import { type Authority, authorityOf } from './positions.repository';
import { receiverOf, setReceiver } from './receivers';

/**
 * A node that died may have sent positions that it had not stored. If its clock was ahead, the `seq` continues this
 * much (ms) above the stored one.
 */
const UNSTORED_MS = 2_000;
/** A node that takes a booking waits at most this long (ms) for the answer of the node that received it before. */
const ANSWER_WITHIN_MS = 300;

/**
 * The newest fix of a booking as one node hands it to another: with its age, because the monotonic clocks of two
 * machines cannot be compared.
 */
export interface HandedFix extends Reading {
  recordedAt: number;
  ageMs: number;
}

/** The bookings that this node is just taking. */
const taking = new Map<string, Promise<Held>>();
/** For each of them, the function that ends the wait for an answer. */
const answered = new Map<string, () => void>();

/**
 * The state of a booking whose positions this process receives. In a cluster, a process that did not receive them so
 * far, or is no longer sure that it does, first reads the last stored `seq` and publishes it to the other nodes. The node
 * that has received the positions until now answers with its own last `seq` and its newest fix. So the numbers increase
 * although the driver's connection moves and clocks differ, and the next fix is compared with the one that is shown.
 */
export async function receiving(bookingId: string, authority: Authority): Promise<Held> {
  const known = heldBooking(bookingId);
  if (!isClustered()) return known ?? holdBooking(bookingId, authority.seq);
  if (known && !known.released && !known.doubted && !taking.has(bookingId)) return known;
  const booking = await takeOnce(bookingId);
  // While this node waited for the answer, another node may have taken the booking: its fix is the newest one then.
  return booking.released ? receiving(bookingId, authority) : booking;
}

/** Fixes that arrive while the booking is being taken wait for the same answer, and keep their order. */
function takeOnce(bookingId: string): Promise<Held> {
  const running = taking.get(bookingId);
  if (running) return running;
  const taken = take(bookingId).finally(() => taking.delete(bookingId));
  taking.set(bookingId, taken);
  return taken;
}

async function take(bookingId: string): Promise<Held> {
  const stored = (await authorityOf(bookingId))?.seq ?? 0;
  const booking = holdBooking(bookingId, 0);
  const mayBeAnswered = booking.doubted || receiverOf(bookingId) !== undefined;
  booking.seq = Math.max(booking.seq, stored > clock.millis() ? stored + UNSTORED_MS : stored);
  booking.released = false;
  booking.doubted = false;
  domainEvents.emit('positions.taken', { bookingId, seq: booking.seq });
  if (mayBeAnswered && redisState() !== 'lost') await answerFor(bookingId);
  return booking;
}

function answerFor(bookingId: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      answered.delete(bookingId);
      resolve();
    };
    const timer = setTimeout(end, ANSWER_WITHIN_MS);
    answered.set(bookingId, end);
  });
}

/**
 * Another node, which has published `seq`, receives the positions of a booking from now on. This node sends no more of
 * them, and publishes its own last `seq` (with its newest fix: `newestToHandOver`). The positions that it has not stored
 * yet are stored with its next batch.
 */
export function releasePositions(bookingId: string): void {
  const booking = heldBooking(bookingId);
  if (!booking || booking.released) return;
  booking.released = true;
  stopSending(booking);
  domainEvents.emit('positions.released', { bookingId, seq: booking.seq });
}

/** The newest fix of a booking, for the node that takes it; null if this node has none. */
export function newestToHandOver(bookingId: string): HandedFix | null {
  const newest = heldBooking(bookingId)?.newest;
  if (!newest) return null;
  const { observedAt, ...fix } = newest;
  return { ...fix, ageMs: performance.now() - observedAt };
}

/**
 * Makes the `seq` of a booking whose positions this process receives continue after the last `seq` of another node, and
 * the next fix is compared with that node's newest one.
 */
export function continuePositions(bookingId: string, seq: number, handed: HandedFix | null): void {
  const booking = heldBooking(bookingId);
  if (!booking || booking.released || booking.doubted) return;
  booking.seq = Math.max(booking.seq, seq);
  if (handed) continueAfter(booking, handed);
  answered.get(bookingId)?.();
}

function continueAfter(booking: Held, { ageMs, ...handed }: HandedFix): void {
  const fix = { ...handed, observedAt: performance.now() - ageMs };
  const { newest } = booking;
  if (newest && !isBefore(newest, fix)) return;
  booking.newest = fix;
  if (!newest) return;
  // An earlier fix of this node may be stored under a number that is higher than the one of the handed fix.
  booking.seq += 1;
  booking.dirty = true;
}

/**
 * Another node may have taken any booking without this node having learnt of it. Nothing more of them is sent until the
 * next fix of each takes the booking again.
 */
export function doubtPositions(): void {
  for (const booking of heldBookings()) doubt(booking);
}

function doubt(booking: Held): void {
  booking.doubted = true;
  stopSending(booking);
}

/**
 * Another node says that it receives the positions of these bookings. If this node receives them itself, it does not
 * believe that: the next fix takes the booking again, and tells all nodes who receives it.
 */
export function noteListed(node: string, bookingIds: readonly string[]): void {
  const own = bookingIds.flatMap((id) => heldBooking(id) ?? []).filter(isReceived);
  const disputed = new Set(own.map(({ bookingId }) => bookingId));
  setReceiver(
    node,
    bookingIds.filter((id) => !disputed.has(id)),
  );
  for (const booking of own) doubt(booking);
}

/** The state of a booking for a point of its trip only: this node does not receive the positions. */
export function holdForTrip(bookingId: string): Held {
  const known = heldBooking(bookingId);
  if (known) return known;
  const fresh = holdBooking(bookingId, 0);
  fresh.released = true;
  return fresh;
}
