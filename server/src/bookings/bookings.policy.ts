import type { Role } from '@boli/shared/auth/auth.schema';
import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import {
  type BookingStatus,
  cancelReasons,
  canStep,
  isTracked,
  type Party,
} from '@boli/shared/bookings/bookings.state';
import { REMINDER_LEAD_MINUTES, SUSPENDED_READS_RECEIPT_MS } from '@boli/shared/core/constants';
import { allLanguages, isMessageKey, type Message, translate } from '@boli/shared/core/messages';
import { toRupees } from '@boli/shared/core/money';
import type { Actor } from '../core/actor';
import { Conflict, NotFound } from '../core/errors';
import { isDropHidden } from '../rides/drop';
import { settings } from '../settings';
import { type Drive, drivenDue, reviewOf } from './bookings.drive';
import { GATEWAY_LEAST_PAISE } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { checkPayable, isConfirmed, noPaymentClaim, paymentClaim, refundOnEnd } from './bookings.payment-claims';
import type { BookingChange, Side } from './bookings.repository';
import { cancellationFee, type Ending } from './cancellation-fee';

const MINUTE_MS = 60_000;
const SCHEDULED_ANSWER_MIN = 120;

/** Returns the caller's side of a booking. Throws 404 for anybody else, who must not learn whether the booking exists. */
export function partyOf(actor: Actor, booking: BookingDocument | null): 'customer' | 'driver' {
  if (booking && actor.role === 'customer' && booking.customer_id === actor.id) return 'customer';
  if (booking && actor.role === 'driver' && booking.driver_id === actor.id) return 'driver';
  throw new NotFound();
}

/** Whether the caller may read a booking: its customer, its driver, or an admin. */
export function canReadBooking(actor: Actor, booking: BookingDocument): boolean {
  return actor.role === 'admin' || booking.customer_id === actor.id || booking.driver_id === actor.id;
}

/** The field of a booking that contains the user id of the party with this role. */
export function sideOf(role: Role): Side {
  return role === 'driver' ? 'driver_id' : 'customer_id';
}

/**
 * Whether a suspended customer or driver may still use this booking: while the ride is accepted or in progress, then
 * until the payment is confirmed, and then for another `SUSPENDED_READS_RECEIPT_MS`, to read the receipt. Callers leave
 * out bookings that were completed more than `SUSPENDED_SETTLES_HOURS` ago.
 */
export function isToFinish(booking: BookingDocument, now: Date): boolean {
  if (booking.status !== 'completed') return isTracked(booking.status);
  const lately = now.getTime() - SUSPENDED_READS_RECEIPT_MS;
  const ends = [booking.completed_at, booking.payment_completed_at, booking.payment_confirmed_at];
  return !isConfirmed(booking) || ends.some((at) => at && at.getTime() > lately);
}

/**
 * The time until which the driver has to answer a new booking: `BOOKING_ANSWER_TTL_MIN` minutes; for a scheduled ride 2
 * hours, but not longer than until its scheduled time.
 */
export function answerBy(scheduledTime: Date | null, now: Date): Date {
  const soon = new Date(now.getTime() + settings().BOOKING_ANSWER_TTL_MIN * MINUTE_MS);
  if (!scheduledTime || scheduledTime <= now) return soon;
  const late = now.getTime() + SCHEDULED_ANSWER_MIN * MINUTE_MS;
  return new Date(Math.min(late, scheduledTime.getTime()));
}

/** Throws 409, naming both statuses, for a status change that this party may not make. */
export function checkStep(from: BookingStatus, to: BookingStatus, party: Party): void {
  if (!canStep(from, to, party)) throw new Conflict('bookings.step_not_possible', { from, to });
}

/** Why the system rejects a booking: a message key. */
export type SystemReason = 'bookings.no_answer' | 'bookings.rejected_by_admin' | 'bookings.account_inactive';

export interface Step {
  to: BookingStatus;
  party: Party;
  /** The text that the party wrote; a `SystemReason` if the system rejects. */
  reason: string | null;
  /** The recorded drive, if the step ends a ride that is in progress. */
  drive?: Drive | null;
}

/** Returns all changes that a step makes to the booking document, to be applied in one write. */
export function changeOfStep(booking: BookingDocument, step: Step, now: Date): BookingChange {
  switch (step.to) {
    case 'accepted':
      return { status: step.to, accepted_at: now };
    case 'in_progress':
      return { status: step.to, started_at: now };
    case 'completed':
      return {
        status: step.to,
        completed_at: now,
        ...reviewOf(booking, step.drive ?? null, now),
        ...drivenDue(now),
        ...(booking.payment_method === 'cash' && paidInCash(booking, now)),
      };
    default: {
      const ending = { drive: step.drive ?? null, now };
      const fee =
        step.to === 'cancelled' && step.party !== 'system' ? cancellationFee(booking, step.party, ending) : {};
      return {
        status: step.to,
        cancelled_at: now,
        cancelled_by: step.party,
        cancellation_reason: step.reason,
        ...(step.drive && { driven_m: step.drive.metres, ...drivenDue(now) }),
        ...fee,
        ...refundOnEnd({ ...booking, ...fee }),
      };
    }
  }
}

/**
 * The change that marks the driver's arrival at the pickup; null if it is marked already. Throws 409, naming the
 * status, for a booking that is not accepted, and for a scheduled booking long before its time.
 */
export function changeOfArrival(booking: BookingDocument, now: Date): BookingChange | null {
  const { status, arrived_at, scheduled_time: planned } = booking;
  if (arrived_at) return null;
  if (status !== 'accepted') throw new Conflict('bookings.arrived_not_now', { status });
  if (planned && planned.getTime() - now.getTime() > REMINDER_LEAD_MINUTES * 60_000)
    throw new Conflict('bookings.arrived_early', { minutes: REMINDER_LEAD_MINUTES });
  return { arrived_at: now };
}

/** The key of an offered cancellation reason that has this text in any language; undefined for any other text. */
const offeredReason = (text: string) =>
  Object.values(cancelReasons)
    .flat()
    .find((key) => allLanguages().some((language) => translate(key, {}, language) === text));

/**
 * Why a booking was rejected or cancelled. A string is a text that a party wrote. A message is translated for the
 * reader: it is a reason of the system, or one that the party chose from the list and that is stored in the party's
 * language. Null if no reason was given. In bookings of earlier versions, a reason of the system is a string.
 */
export function endReason({ cancelled_by, cancellation_reason: reason }: BookingDocument): Message | string | null {
  if (!reason) return reason;
  if (cancelled_by === 'system') return isMessageKey(reason) ? { key: reason } : reason;
  const key = offeredReason(reason);
  return key ? { key } : reason;
}

/** Cash counts as paid when the ride completes; the driver is still asked to confirm that it was received. */
function paidInCash(booking: BookingDocument, now: Date): BookingChange {
  if (booking.payment_status === 'completed') return {};
  return { payment_status: 'completed', payment_completed_at: now, ...paymentClaim('system', null, now) };
}

/**
 * The changes for choosing another payment method; null when it is already chosen. Choosing cash after the ride has
 * completed is a claim of the customer: the payment completes when the driver or an admin confirms it. Throws 409 when
 * the method may not be changed.
 */
export function changeOfMethod(booking: BookingDocument, method: PaymentMethod, now: Date): BookingChange | null {
  checkPayable(booking);
  if (booking.payment_method === method) return null;
  if (booking.payment_status === 'completed') throw new Conflict('bookings.payment_not_pending');
  checkMethod(method, booking.final_price_paise);
  const isClaim = method === 'cash' && booking.status === 'completed';
  return { payment_method: method, ...(isClaim ? paymentClaim('customer', booking.customer_id, now) : noPaymentClaim) };
}

/** Throws 409 for an online payment below the gateway's minimum; a fare of 0 is allowed with any method. */
export function checkMethod(method: PaymentMethod, finalPaise: number): void {
  if (method === 'online' && finalPaise > 0 && finalPaise < GATEWAY_LEAST_PAISE) {
    throw new Conflict('payments.online_too_small');
  }
}

/** The amounts that the customer was shown, in rupees; an amount that is null is not compared. */
export interface SeenAmounts {
  final_price: number | null;
  discount_amount: number | null;
}

/** Throws 409 when the fare (in paise) is not the one that the customer was shown. */
export function checkSeenAmounts(seen: SeenAmounts, fare: { final: number; discount: number }): void {
  const same = (rupees: number | null, paise: number) => rupees === null || rupees === toRupees(paise);
  if (!same(seen.final_price, fare.final) || !same(seen.discount_amount, fare.discount)) {
    throw new Conflict('bookings.price_changed');
  }
}

/**
 * Throws 409 when cancelling the booking now costs this side more than the fee (rupees) that it was shown; a null is not
 * compared.
 */
export function checkSeenFee(
  seen: number | null,
  booking: BookingDocument,
  { party, ...ending }: Ending & { party: 'customer' | 'driver' },
): void {
  const { cancellation_fee: fee } = cancellationFee(booking, party, ending);
  if (seen !== null && fee && toRupees(fee.amount_paise) > seen) throw new Conflict('bookings.fee_changed');
}

/**
 * Whether a booking is emitted before its other steps: it is accepted or in progress and not paid, so that no step but
 * `request` writes anything that is shown with it. The request and the inbox have events of their own. If the driver has
 * seen only an area of the pickup or the drop, an acceptance waits for its request, which then shows the exact places.
 */
export function isEmittedFirst({ status, payment_status }: BookingDocument): boolean {
  if (payment_status !== 'pending') return false;
  const isExact = settings().PICKUP_PRIVACY === 'exact' && !isDropHidden();
  return status === 'in_progress' || (status === 'accepted' && isExact);
}
