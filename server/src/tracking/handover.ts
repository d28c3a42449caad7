import { clock } from '../core/clock';
import { domainEvents } from '../domain-events';
import { isClustered } from '../realtime/push';
import { type Held, heldBooking, holdBooking } from './positions.memory';
import { type Authority, authorityOf } from './positions.repository';

/**
 * A node that died may have sent positions that it had not stored. If its clock was ahead, the `seq` continues this
 * much (ms) above the stored one.
 */
const UNSTORED_MS = 2_000;

/**
 * The state of a booking whose positions this process receives. In a cluster, a process that did not receive them so far
 * first reads the last stored `seq` and publishes it to the other nodes. The node that has received the positions until now
 * answers with its own last `seq`. So the numbers increase although the driver's connection moves and clocks differ.
 */
export async function receiving(bookingId: string, { seq }: Authority): Promise<Held> {
  const known = heldBooking(bookingId);
  if ((known && !known.released) || !isClustered()) return known ?? holdBooking(bookingId, seq);
  const stored = (await authorityOf(bookingId))?.seq ?? 0;
  const booking = holdBooking(bookingId, 0);
  booking.seq = Math.max(booking.seq, stored > clock.millis() ? stored + UNSTORED_MS : stored);
  booking.released = false;
  domainEvents.emit('positions.taken', { bookingId, seq: booking.seq });
  return booking;
}

/**
 * Another node, which has published `seq`, receives the positions of a booking from now on. This node sends no more of
 * them, and publishes its own last `seq` if that is higher. The positions that it has not stored yet are stored with its
 * next batch.
 */
export function releasePositions(bookingId: string, seq: number): void {
  const booking = heldBooking(bookingId);
  if (!booking || booking.released) return;
  booking.released = true;
  if (booking.timer) clearTimeout(booking.timer);
  booking.timer = null;
  if (booking.seq > seq) domainEvents.emit('positions.released', { bookingId, seq: booking.seq });
}

/** Makes the `seq` of a booking whose positions this process receives continue after the last `seq` of another node. */
export function continuePositions(bookingId: string, seq: number): void {
  const booking = heldBooking(bookingId);
  if (booking && !booking.released) booking.seq = Math.max(booking.seq, seq);
}
