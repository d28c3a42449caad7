import type { CancelInput } from '@boli/shared/bookings/bookings.schema';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import type { z } from 'zod';
import type { UserDocument } from '../auth/auth.model';
import { users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { inGroups } from '../core/batches';
import { clock } from '../core/clock';
import { Conflict, Forbidden, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { checkMayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { withdrawAll } from '../rides/quotes.service';
import { cancelAllOf } from '../rides/rides.service';
import { driveOf } from './bookings.drive';
import type { BookingDocument } from './bookings.model';
import { keepPrefetched, prefetchParties } from './bookings.parties';
import {
  changeOfStep,
  checkSeenFee,
  checkStep,
  partyOf,
  type Step,
  type SystemReason,
  sideOf,
} from './bookings.policy';
import { bookingReconciler, emitAgain } from './bookings.reconcile';
import { type BookingChange, bookings } from './bookings.repository';

const MAX_TRIES = 10;
/** How many unanswered bookings are rejected concurrently. */
const AT_ONCE = 20;

/**
 * Applies to a booking the change that `decide` derives from its current state, then runs the reconcile steps. `decide`
 * throws the refusal, or returns null when there is nothing to change (a repeated call: the booking is emitted again).
 * `decide` is called again when the booking was changed concurrently. `known` is the booking as the caller has just
 * read it, so that it is not read again. Throws 404 for an unknown booking, 409 when a party has another ride in
 * progress or after too many concurrent changes, and whatever `decide` throws.
 */
export async function changeBooking(
  id: string,
  decide: (booking: BookingDocument) => BookingChange | null,
  known?: BookingDocument,
): Promise<BookingDocument> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = tries === 0 && known ? known : await bookings.byId(id);
    if (!read) throw new NotFound();
    const change = decide(read);
    if (!change) {
      await emitAgain(read);
      return read;
    }
    const parties = prefetchParties(read);
    const written = await bookings.change(read, change, clock.now());
    if (!written) continue;
    if ('busy' in written) throw new Conflict(`bookings.${written.busy}_busy`);
    keepPrefetched(written, parties);
    failpoint('step.written');
    await bookingReconciler.reconcile(id, written);
    return written;
  }
  throw new Conflict('common.changed_meanwhile');
}

/**
 * Moves a booking, which has just been read, to the status that `next` returns; a booking that already has this status
 * is only emitted again. Throws what `changeBooking` and `next` throw, and 409, naming both statuses, for a step that
 * is not allowed.
 */
async function step(read: BookingDocument, next: (booking: BookingDocument) => Step): Promise<BookingDocument> {
  const decide = (booking: BookingDocument) => {
    const wanted = next(booking);
    if (booking.status === wanted.to) return null;
    checkStep(booking.status, wanted.to, wanted.party);
    return changeOfStep(booking, wanted, clock.now());
  };
  return changeBooking(read._id, decide, read);
}

/**
 * Accepts, rejects, starts or completes a booking for its driver. Throws 403 for accepting if the driver is suspended
 * or may no longer offer rides, 404 for somebody else's booking, 409 when the step is not possible.
 */
export async function stepByDriver(actor: Actor, id: string, to: BookingStatus): Promise<BookingDocument> {
  const accepts = to === 'accepted';
  const [booking, standing] = await Promise.all([bookings.byId(id), accepts ? standingOf(actor.id) : null]);
  if (!booking) throw new NotFound();
  partyOf(actor, booking);
  if (standing) await checkMayAccept(standing, booking);
  const drive = to === 'completed' ? await driveOf(booking, clock.now()) : null;
  return step(booking, () => ({ to, party: 'driver', reason: null, drive }));
}

/** What decides whether a driver may accept. */
async function standingOf(driverId: string) {
  const [profile, isSuspended] = await Promise.all([profiles.byUser(driverId), users.anySuspended([driverId])]);
  return { profile, isSuspended };
}

type Standing = Awaited<ReturnType<typeof standingOf>>;

async function checkMayAccept({ profile, isSuspended }: Standing, booking: BookingDocument): Promise<void> {
  if (profile) checkMayOffer(profile);
  if (isSuspended) throw new Forbidden('bookings.account_inactive');
  if (booking.status === 'pending' && booking.answer_by <= clock.now()) await rejectUnanswered(booking._id);
}

/**
 * Cancels a booking for either party. Throws 404 for somebody else's booking, 409 when the booking can no longer be
 * cancelled, and when that costs more than the fee that the party was shown.
 */
export async function cancel(
  actor: Actor,
  id: string,
  { reason, fee }: Pick<z.output<typeof CancelInput>, 'reason' | 'fee'>,
): Promise<BookingDocument> {
  const read = await bookings.byId(id);
  if (!read) throw new NotFound();
  partyOf(actor, read);
  const drive = await driveOf(read, clock.now());
  return step(read, (booking) => {
    const party = partyOf(actor, booking);
    checkSeenFee(fee, booking, { party, drive, now: clock.now() });
    return { to: 'cancelled', party, reason, drive };
  });
}

/** Rejects a pending booking in the system's name; leaves any other booking unchanged. */
async function rejectBySystem(id: string, reason: SystemReason): Promise<void> {
  await changeBooking(id, (booking) =>
    booking.status === 'pending'
      ? changeOfStep(booking, { to: 'rejected', party: 'system', reason }, clock.now())
      : null,
  );
}

async function rejectUnanswered(id: string): Promise<void> {
  await rejectBySystem(id, 'bookings.no_answer');
}

/** Rejects pending bookings whose driver has not answered in time, at most 200 in each call. */
export async function rejectAllUnanswered(): Promise<void> {
  await inGroups(await bookings.unanswered(clock.now()), AT_ONCE, ({ _id }) => rejectUnanswered(_id));
}

/**
 * Ends the active quotes and pending bookings of a driver whom an admin has rejected; accepted rides and rides in
 * progress continue.
 */
export async function endRejectedDriver(profile: DriverProfileDocument): Promise<void> {
  if (profile.verification_status !== 'rejected') return;
  await withdrawAll(profile.user_id);
  for (const booking of await bookings.pendingOf('driver_id', profile.user_id)) await rejectForAdmin(booking._id);
}

/**
 * Ends the pending bookings, quotes and open requests of a suspended account. The bookings end before the requests, so
 * that a request which a booking opens again is cancelled too.
 */
export async function endSuspendedAccount({ _id: id, role, suspension }: UserDocument): Promise<void> {
  if (!suspension) return;
  if (role === 'driver') await withdrawAll(id);
  for (const booking of await bookings.pendingOf(sideOf(role), id)) await rejectForSuspension(booking._id);
  await cancelAllOf(id);
}

/**
 * Rejects a pending booking whose driver is rejected, or whose driver or customer is suspended: it was stored just
 * after their pending bookings were ended.
 */
export async function checkStanding(booking: BookingDocument): Promise<void> {
  if (booking.status !== 'pending') return;
  const [profile, suspended] = await Promise.all([
    profiles.byUser(booking.driver_id),
    users.anySuspended([booking.driver_id, booking.customer_id]),
  ]);
  if (profile?.verification_status === 'rejected') await rejectForAdmin(booking._id);
  else if (suspended) await rejectForSuspension(booking._id);
}

async function rejectForSuspension(id: string): Promise<void> {
  await rejectBySystem(id, 'bookings.account_inactive');
}

async function rejectForAdmin(id: string): Promise<void> {
  await rejectBySystem(id, 'bookings.rejected_by_admin');
}
