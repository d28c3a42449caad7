import { isDead } from '@boli/shared/bookings/bookings.state';
import { clock } from '../core/clock';
import { LastVersions } from '../core/last-versions';
import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import { expireIfDue } from '../rides/expiry';
import { claims } from '../rides/rides.claims.repository';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { expiryOf } from '../rides/rides.policy';
import { rides } from '../rides/rides.repository';
import * as rideService from '../rides/rides.service';
import type { BookingDocument } from './bookings.model';
import { isEmittedFirst } from './bookings.policy';
import { bookings } from './bookings.repository';

/**
 * The reconciler of bookings. Its steps run in this order: a new booking of a rejected driver or a suspended person is
 * rejected; a booking for which `isEmittedFirst` is true is emitted; the ride request follows the booking's status or opens
 * again; the redemption is kept or released; a completed ride gets its settlement; refunds that are due are requested;
 * the journal gets its entries; what the platform owes the driver is listed as a payout; the kept sums are marked as
 * stale; the other domain events are emitted. Last, because those events must not wait for it, the inboxes get their rows
 * and the figures of the driver are computed from the sums; these two steps emit events of their own.
 */
export const bookingReconciler = reconciler({
  name: 'bookings',
  steps: [
    'standing',
    'emit_first',
    'request',
    'promo',
    'settlement',
    'refund',
    'journal',
    'payout',
    'sums',
    'emit',
    'inbox',
    'driver_figures',
  ],
  read: bookings.byId,
  clear: bookings.clearFollowUp,
  marks: bookings.followUps,
});

/**
 * Makes the ride request follow its booking: gives it the booking's status, or ends it or opens it again when the booking
 * is rejected or cancelled. Writes only while the request still belongs to this booking, and never moves a started or
 * ended request back, so that a repetition changes nothing.
 */
export async function moveRequest(booking: BookingDocument): Promise<void> {
  const { _id: id, ride_request_id: rideId } = booking;
  if (booking.status === 'accepted' && booking.accepted_at) await claims.accept(rideId, id, booking.accepted_at);
  if (booking.status === 'in_progress') await claims.start(rideId, id);
  if (booking.status === 'completed') await claims.end(rideId, id, 'completed');
  if (!isDead(booking.status)) return;
  if (endsRequest(booking)) await claims.end(rideId, id, 'cancelled');
  else await reopen(booking);
}

/**
 * Whether a cancellation also ends the request instead of opening it again: the customer cancels after the driver has
 * accepted, or either party cancels after the start.
 */
function endsRequest(booking: BookingDocument): boolean {
  if (booking.status !== 'cancelled') return false;
  return booking.started_at !== null || (booking.accepted_at !== null && booking.cancelled_by === 'customer');
}

async function reopen(booking: BookingDocument): Promise<void> {
  await claims.reopen(booking.ride_request_id, booking._id, expiryOf(booking, clock.now()));
  await expireIfDue(booking.ride_request_id);
  await rideService.cancelIfSuspended({ _id: booking.ride_request_id, customer_id: booking.customer_id });
}

/** The step `emit_first`: emits the booking if `isEmittedFirst`, so that its push does not wait for the other steps. */
export function emitFirst(booking: BookingDocument): void {
  if (isEmittedFirst(booking)) emitBooking(booking);
}

function emitBooking(booking: BookingDocument): void {
  domainEvents.emit('booking.changed', { booking, change: booking.version === 1 ? 'created' : 'updated' });
}

/** The versions of requests and quotes that this process has emitted with their bookings. */
const emitted = new LastVersions();

/**
 * The step `emit`: emits the booking, unless `emit_first` has emitted it, and its ride request and quotes in the versions
 * that this process has not emitted with a booking before. Most changes of a booking leave request and quotes as they
 * are.
 */
export function emitChange(booking: BookingDocument): Promise<void> {
  if (!isEmittedFirst(booking)) emitBooking(booking);
  return emitRelated(booking, ({ _id, version }) => version > emitted.record(_id, version));
}

/**
 * Emits a booking, its ride request and its quotes after a repeated call, also in versions that were emitted before: the
 * first call may have stopped before its events. Events carry versions, so that clients ignore an event that is emitted
 * twice.
 */
export function emitAgain(booking: BookingDocument): Promise<void> {
  emitBooking(booking);
  return emitRelated(booking, () => true);
}

/**
 * Emits what changes with a booking: the driver's earnings once it is completed, and the request and the quotes for which
 * `isWanted` returns true.
 */
async function emitRelated(
  booking: BookingDocument,
  isWanted: (row: Pick<RideDocument | QuoteRecord, '_id' | 'version'>) => boolean,
): Promise<void> {
  if (booking.status === 'completed') domainEvents.emit('earnings.changed', { driverId: booking.driver_id });
  const ride = await rides.byId(booking.ride_request_id);
  if (!ride) return;
  for (const quote of changedQuotes(ride, booking).filter(isWanted)) {
    const change = quote.status === 'withdrawn' ? 'withdrawn' : 'updated';
    domainEvents.emit('quote.changed', { ride, quote, change });
  }
  if (isWanted(ride)) domainEvents.emit('ride.changed', { ride, change: 'updated' });
}

/** The booked quote, and the quotes that expired with the request. */
function changedQuotes(ride: RideDocument, booking: BookingDocument): QuoteRecord[] {
  const isOver = ride.status === 'completed' || ride.status === 'cancelled';
  return ride.quotes.filter((quote) => quote._id === booking.quote_id || (isOver && quote.status === 'expired'));
}
