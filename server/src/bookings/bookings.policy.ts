import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { directUpiMethods } from '@boli/shared/bookings/bookings.schema';
import { type BookingStatus, canStep, isDead, type Party } from '@boli/shared/bookings/bookings.state';
import { toRupees } from '@boli/shared/core/money';
import type { Actor } from '../core/actor';
import { Conflict, NotFound } from '../core/errors';
import { settings } from '../settings';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';

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

export interface Step {
  to: BookingStatus;
  party: Party;
  reason: string | null;
}

/** Everything of the booking itself that a step changes, so that it is one write. */
export function changeOfStep(booking: BookingDocument, step: Step, now: Date): BookingChange {
  switch (step.to) {
    case 'accepted':
      return { status: step.to, accepted_at: now };
    case 'in_progress':
      return { status: step.to, started_at: now };
    case 'completed':
      return { status: step.to, completed_at: now, ...(booking.payment_method === 'cash' && paid(booking, null, now)) };
    default:
      return {
        status: step.to,
        cancelled_at: now,
        cancelled_by: step.party,
        cancellation_reason: step.reason,
        ...(owesRefund(booking) && { refund_status: 'due' as const }),
      };
  }
}

/** Money that changed hands for a ride that will not take place has to go back. */
function owesRefund(booking: BookingDocument): boolean {
  return booking.payment_status === 'completed' && booking.final_price_paise > 0 && booking.refund_status === null;
}

function paid(booking: BookingDocument, markedBy: string | null, now: Date): BookingChange {
  if (booking.payment_status === 'completed') return {};
  return { payment_status: 'completed', payment_marked_by: markedBy, payment_completed_at: now };
}

/** A rejected or cancelled booking is final: its payment is not touched. */
function checkPayable(booking: BookingDocument): void {
  if (isDead(booking.status)) throw new Conflict('bookings.payment_not_now', { status: booking.status });
}

/** What choosing another payment method changes; null when it is chosen already. Throws 409 when it may not be changed. */
export function changeOfMethod(booking: BookingDocument, method: PaymentMethod, now: Date): BookingChange | null {
  checkPayable(booking);
  if (booking.payment_method === method) return null;
  if (booking.payment_status === 'completed') throw new Conflict('bookings.payment_not_pending');
  checkMethod(method, booking.final_price_paise);
  const settled = method === 'cash' && booking.status === 'completed';
  return { payment_method: method, ...(settled && paid(booking, null, now)) };
}

/** What marking a direct UPI payment as arrived changes; null when it is marked already. Throws 409 for other methods. */
export function changeOfMark(booking: BookingDocument, by: string, now: Date): BookingChange | null {
  checkPayable(booking);
  if (!directUpiMethods.some((method) => method === booking.payment_method)) {
    throw new Conflict('bookings.payment_mark_method');
  }
  if (booking.payment_status === 'completed') return null;
  const { order } = booking;
  return {
    ...paid(booking, by, now),
    ...(order?.state === 'open' && { order: { ...order, state: 'cancelled' as const } }),
  };
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
