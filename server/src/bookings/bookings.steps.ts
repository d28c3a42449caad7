import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import { translate } from '@boli/shared/core/messages';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { driverFollowers } from '../drivers/drivers.followers';
import { profiles } from '../drivers/drivers.repository';
import { checkNotRejected } from '../quotes/quotes.policy';
import { withdrawAll } from '../quotes/quotes.service';
import { bookingFollowers } from './bookings.followers';
import type { BookingDocument } from './bookings.model';
import { changeOfStep, checkStep, partyOf, type Step } from './bookings.policy';
import { type BookingChange, bookings } from './bookings.repository';

const MAX_TRIES = 10;

/**
 * Changes a booking by what `decide` derives from it as it is now, then runs the followers. `decide` throws the refusal,
 * or gives null when there is nothing to change. When somebody else changed the booking meanwhile it decides again.
 */
export async function changeBooking(
  id: string,
  decide: (booking: BookingDocument) => BookingChange | null,
): Promise<BookingDocument> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = await bookings.byId(id);
    if (!read) throw new NotFound();
    const change = decide(read);
    if (!change) return read;
    const written = await bookings.change(read, change, clock.now());
    if (!written) continue;
    if ('busy' in written) throw new Conflict(`bookings.${written.busy}_busy`);
    failpoint('step.written');
    await bookingFollowers.follow(id);
    return written;
  }
  throw new Conflict('common.changed_meanwhile');
}

/** Takes a booking to `step.to`. Already there: nothing changes. Throws 409 naming both states. */
async function step(id: string, next: (booking: BookingDocument) => Step): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    const wanted = next(booking);
    if (booking.status === wanted.to) return null;
    checkStep(booking.status, wanted.to, wanted.party);
    return changeOfStep(booking, wanted, clock.now());
  });
}

/** Its driver accepts, rejects, starts or completes a booking. Throws 403 for a rejected driver, 404, 409. */
export async function stepByDriver(actor: Actor, id: string, to: BookingStatus): Promise<BookingDocument> {
  const booking = await bookings.byId(id);
  if (!booking) throw new NotFound();
  partyOf(actor, booking);
  if (to === 'accepted') await checkMayAccept(actor, booking);
  return step(id, () => ({ to, party: 'driver', reason: null }));
}

async function checkMayAccept(actor: Actor, booking: BookingDocument): Promise<void> {
  const profile = await profiles.byUser(actor.id);
  if (profile) checkNotRejected(profile);
  if (booking.status === 'pending' && booking.answer_by <= clock.now()) await rejectUnanswered(booking._id);
}

/** Either party calls a booking off. Throws 404, 409. */
export async function cancel(actor: Actor, id: string, reason: string): Promise<BookingDocument> {
  return step(id, (booking) => ({ to: 'cancelled', party: partyOf(actor, booking), reason }));
}

/** Rejects in the system's name; a booking that is not pending any more is left as it is. */
async function rejectBySystem(id: string, reason: 'bookings.no_answer' | 'bookings.rejected_by_admin'): Promise<void> {
  await changeBooking(id, (booking) =>
    booking.status === 'pending'
      ? changeOfStep(booking, { to: 'rejected', party: 'system', reason: translate(reason) }, clock.now())
      : null,
  );
}

async function rejectUnanswered(id: string): Promise<void> {
  await rejectBySystem(id, 'bookings.no_answer');
}

/** Rejects every pending booking whose driver let the time pass. */
export async function rejectAllUnanswered(): Promise<void> {
  for (const booking of await bookings.unanswered(clock.now())) await rejectUnanswered(booking._id);
}

// A driver whom an admin has rejected loses its active quotes and pending bookings; accepted and running rides go on.
driverFollowers.on('rejection', async (profile) => {
  if (profile.verification_status !== 'rejected') return;
  await withdrawAll(profile.user_id);
  for (const booking of await bookings.pendingOf(profile.user_id)) await rejectForAdmin(booking._id);
});

// A booking may be stored just after its driver was rejected and its pending bookings were looked through.
bookingFollowers.on('standing', async (booking) => {
  if (booking.status !== 'pending') return;
  const profile = await profiles.byUser(booking.driver_id);
  if (profile?.verification_status === 'rejected') await rejectForAdmin(booking._id);
});

async function rejectForAdmin(id: string): Promise<void> {
  await rejectBySystem(id, 'bookings.rejected_by_admin');
}
