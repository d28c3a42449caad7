import type { Role } from '@boli/shared/auth/auth.schema';
import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { type BookingStatus, canStep, isTracked, type Party } from '@boli/shared/bookings/bookings.state';
import { SUSPENDED_READS_RECEIPT_MS } from '@boli/shared/core/constants';
import { isMessageKey, type Message } from '@boli/shared/core/messages';
import { toRupees } from '@boli/shared/core/money';
import type { Actor } from '../core/actor';
import { Conflict, NotFound } from '../core/errors';
import { settings } from '../settings';
import { type Drive, reviewOf } from './bookings.drive';
import type { BookingDocument } from './bookings.model';
import { checkPayable, isConfirmed, noPaymentClaim, paymentClaim, refundOnEnd } from './bookings.payment-claims';
import type { BookingChange, Side } from './bookings.repository';

const MINUTE_MS = 60_000;
const SCHEDULED_ANSWER_MIN = 120;
/** The gateway takes nothing under a rupee. */
export const GATEWAY_LEAST_PAISE = 100;

/** The side of a booking on which the caller stands. Throws 404 for strangers, so that nobody learns what is there. */
export function partyOf(actor: Actor, booking: BookingDocument | null): 'customer' | 'driver' {
  if (booking && actor.role === 'customer' && booking.customer_id === actor.id) return 'customer';
  if (booking && actor.role === 'driver' && booking.driver_id === actor.id) return 'driver';
  throw new NotFound();
}

export function canReadBooking(actor: Actor, booking: BookingDocument): boolean {
  return actor.role === 'admin' || booking.customer_id === actor.id || booking.driver_id === actor.id;
}

/** The field that holds the ids of people of this role. */
export function sideOf(role: Role): Side {
  return role === 'driver' ? 'driver_id' : 'customer_id';
}

/**
 * Whether a suspended side of this booking still has something to do with it: a ride that was accepted or is in
 * progress; after it the payment, until it is confirmed; and a while to read the receipt. The caller asks for no
 * booking that was completed more than `SUSPENDED_SETTLES_HOURS` ago.
 */
export function isToFinish(booking: BookingDocument, now: Date): boolean {
  if (booking.status !== 'completed') return isTracked(booking.status);
  const lately = now.getTime() - SUSPENDED_READS_RECEIPT_MS;
  const ends = [booking.completed_at, booking.payment_completed_at, booking.payment_confirmed_at];
  return !isConfirmed(booking) || ends.some((at) => at && at.getTime() > lately);
}

/** Until when the driver of a new booking has to answer; for a scheduled ride at the latest at its time. */
export function answerBy(scheduledTime: Date | null, now: Date): Date {
  const soon = new Date(now.getTime() + settings().BOOKING_ANSWER_TTL_MIN * MINUTE_MS);
  if (!scheduledTime || scheduledTime <= now) return soon;
  const late = now.getTime() + SCHEDULED_ANSWER_MIN * MINUTE_MS;
  return new Date(Math.min(late, scheduledTime.getTime()));
}

/** Refuses a step that the table of steps does not have, naming both states. */
export function checkStep(from: BookingStatus, to: BookingStatus, party: Party): void {
  if (!canStep(from, to, party)) throw new Conflict('bookings.step_not_possible', { from, to });
}

/** Why the system itself rejects a booking, as keys of the catalogue. */
export type SystemReason = 'bookings.no_answer' | 'bookings.rejected_by_admin' | 'bookings.account_inactive';

export interface Step {
  to: BookingStatus;
  party: Party;
  /** What the party wrote; of the system a `SystemReason`. */
  reason: string | null;
  /** What was recorded of the ride, where this step ends one. */
  drive?: Drive | null;
}

/** Everything of the booking itself that a step changes, so that it is one write. */
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
        ...(booking.payment_method === 'cash' && paidInCash(booking, now)),
      };
    default:
      return {
        status: step.to,
        cancelled_at: now,
        cancelled_by: step.party,
        cancellation_reason: step.reason,
        ...(step.drive && { driven_m: step.drive.metres }),
        ...refundOnEnd(booking),
      };
  }
}

/**
 * Why a booking was rejected or cancelled: what a party wrote, or a message of the system, to be said in the reader's
 * language; null where nobody gave a reason. Bookings of earlier versions hold the system's reason as a sentence.
 */
export function endReason({ cancelled_by, cancellation_reason: reason }: BookingDocument): Message | string | null {
  return cancelled_by === 'system' && reason && isMessageKey(reason) ? { key: reason } : reason;
}

/** Cash counts as paid when the ride completes; the driver is asked besides to confirm that it came. */
function paidInCash(booking: BookingDocument, now: Date): BookingChange {
  if (booking.payment_status === 'completed') return {};
  return { payment_status: 'completed', payment_completed_at: now, ...paymentClaim('system', null, now) };
}

/**
 * What choosing another payment method changes; null when it is chosen already. Cash for a ride that has completed is
 * the customer's claim: it is paid once the driver or an admin says that it came. Throws 409 when it may not be
 * changed.
 */
export function changeOfMethod(booking: BookingDocument, method: PaymentMethod, now: Date): BookingChange | null {
  checkPayable(booking);
  if (booking.payment_method === method) return null;
  if (booking.payment_status === 'completed') throw new Conflict('bookings.payment_not_pending');
  checkMethod(method, booking.final_price_paise);
  const isClaim = method === 'cash' && booking.status === 'completed';
  return { payment_method: method, ...(isClaim ? paymentClaim('customer', booking.customer_id, now) : noPaymentClaim) };
}

/** Amounts under a rupee cannot go through the gateway; nothing at all needs no method. */
export function checkMethod(method: PaymentMethod, finalPaise: number): void {
  if (method === 'online' && finalPaise > 0 && finalPaise < GATEWAY_LEAST_PAISE) {
    throw new Conflict('payments.online_too_small');
  }
}

/** What the customer saw, in rupees; null is not compared. */
export interface SeenAmounts {
  final_price: number | null;
  discount_amount: number | null;
}

/** Refuses a booking at another price than the customer was shown. */
export function checkSeenAmounts(seen: SeenAmounts, fare: { final: number; discount: number }): void {
  const same = (rupees: number | null, paise: number) => rupees === null || rupees === toRupees(paise);
  if (!same(seen.final_price, fare.final) || !same(seen.discount_amount, fare.discount)) {
    throw new Conflict('bookings.price_changed');
  }
}
