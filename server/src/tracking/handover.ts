import { z } from 'zod';
import { clock } from '../core/clock';
import { pendingAnswers } from '../core/pending-answers';
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
export const HandedFix = z.strictObject({
  lat: z.number(),
  lng: z.number(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  accuracy: z.number().nullable(),
  deviceTime: z.number().nullable(),
  recordedAt: z.number(),
  ageMs: z.number(),
});
export type HandedFix = z.infer<typeof HandedFix>;

/** The bookings that this node is just taking. */
const taking = new Map<string, Promise<Held>>();
/** The waits for the node that received a booking before, by booking. */
const answers = pendingAnswers<true>(ANSWER_WITHIN_MS);

/**
 * The state of a booking whose positions this process receives. In a cluster, a process that did not receive them so
 * far, or is no longer sure that it does, first reads the last stored `seq` and tells the other nodes that it takes the
 * booking. The node that has received the positions until now answers with its own last `seq` and its newest fix. So the
 * numbers increase although the driver's connection moves and clocks differ, and the next fix is compared with the one
 * that is shown.
 */
export async function receiving(bookingId: string, authority: Authority): Promise<Held> {
  const known = heldBooking(bookingId);
  if (!isClustered()) return known ?? holdBooking(bookingId, authority.seq);
  if (known?.receiver === 'this' && !taking.has(bookingId)) return known;
  const booking = await takeOnce(bookingId);
  // While this node waited for the answer, another node may have taken the booking, or the link may have been interrupted.
  return booking.receiver === 'this' ? booking : receiving(bookingId, authority);
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
  const mayBeAnswered = booking.receiver !== 'this' || receiverOf(bookingId) !== undefined;
  booking.seq = Math.max(booking.seq, stored > clock.millis() ? stored + UNSTORED_MS : stored);
  booking.receiver = 'this';
  domainEvents.emit('positions.taken', { bookingId, seq: booking.seq });
  if (mayBeAnswered && redisState() !== 'lost') await answers.wait(bookingId);
  return booking;
}

/**
 * Another node receives the positions of a booking from now on. This node sends no more of them, and publishes its last
 * `seq` and its newest fix. The positions that it has not stored yet are stored with its next batch.
 */
export function releasePositions(bookingId: string): void {
  const booking = heldBooking(bookingId);
  if (!booking || booking.receiver === 'other') return;
  booking.receiver = 'other';
  stopSending(booking);
  domainEvents.emit('positions.released', { bookingId, seq: booking.seq, newest: newestToHandOver(booking) });
}

/** The newest fix of a booking, for the node that takes it; null if this node has none. */
function newestToHandOver({ newest }: Held): HandedFix | null {
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
  if (booking?.receiver !== 'this') return;
  booking.seq = Math.max(booking.seq, seq);
  if (handed) continueAfter(booking, handed);
  answers.answer(bookingId, true);
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
export function invalidateReceivers(): void {
  for (const booking of heldBookings()) invalidate(booking);
}

/** A booking that was handed over stays with the other node: nothing of it is sent anyway, and it is removed once stored. */
function invalidate(booking: Held): void {
  if (booking.receiver === 'other') return;
  booking.receiver = 'unknown';
  stopSending(booking);
}

/**
 * Another node says that it receives the positions of these bookings. If this node receives them itself, it does not
 * believe that: the next fix takes the booking again, and tells all nodes who receives it.
 */
export function setListed(node: string, bookingIds: readonly string[]): void {
  const own = bookingIds.flatMap((id) => heldBooking(id) ?? []).filter(isReceived);
  const disputed = new Set(own.map(({ bookingId }) => bookingId));
  setReceiver(
    node,
    bookingIds.filter((id) => !disputed.has(id)),
  );
  // The nodes have just been told who receives a booking that is being taken.
  for (const booking of own) if (!taking.has(booking.bookingId)) invalidate(booking);
}

/** The state of a booking for a point of its trip only: this node does not receive the positions. */
export function holdForTrip(bookingId: string): Held {
  const known = heldBooking(bookingId);
  if (known) return known;
  const fresh = holdBooking(bookingId, 0);
  fresh.receiver = 'other';
  return fresh;
}
