import { isDead } from '@boli/shared/bookings/bookings.state';
import { CURRENCY } from '@boli/shared/core/constants';
import type { BookingDocument, BookingOrder } from '../bookings/bookings.model';
import { noPaymentClaim } from '../bookings/bookings.payment-claims';
import { GATEWAY_LEAST_PAISE } from '../bookings/bookings.policy';
import type { BookingChange } from '../bookings/bookings.repository';
import type { Mark } from '../core/abandoned';
import { AppError, Conflict } from '../core/errors';
import type { Gateway, GatewayPayment } from './gateway';
import type { PaymentDocument } from './payments.model';

const MINUTE_MS = 60_000;
/** After this a call that creates an order counts as dead. */
export const MAKING_MS = 15_000;
const FIRST_CHECK_MS = 15 * MINUTE_MS;
/** The gateway may say for three days after a payment that it has gone through after all. */
const LAST_CHECK_MS = 3 * 24 * 60 * MINUTE_MS;
const FIRST_ATTEMPT_AGAIN_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** The lease of a call that asks the gateway for a refund: after this another may. */
export const LEASE_MS = 20_000;

/**
 * Refuses an order for a booking that has nothing to pay through the gateway, or for another amount than what is due.
 */
export function checkOrderable(booking: BookingDocument, askedPaise: number): void {
  if (booking.final_price_paise === 0) throw new Conflict('payments.nothing_to_pay');
  if (isDead(booking.status)) throw new Conflict('bookings.payment_not_now', { status: booking.status });
  if (booking.payment_status === 'completed') throw new Conflict('bookings.payment_not_pending');
  if (booking.review_status === 'refused') throw new Conflict('payments.ride_refused');
  if (booking.final_price_paise < GATEWAY_LEAST_PAISE) throw new Conflict('payments.too_small');
  if (askedPaise !== booking.final_price_paise) throw new Conflict('payments.amount_wrong');
}

/** An order that the checkout can be opened with. */
export function isUsable(order: BookingOrder | null, gateway: Gateway): order is BookingOrder & { id: string } {
  return order?.state === 'open' && order.gateway === gateway.name && order.id !== null;
}

/** Somebody else is making the order right now. */
export function isBeingMade(order: BookingOrder | null, now: Date): boolean {
  return order?.state === 'creating' && now.getTime() - order.at.getTime() < MAKING_MS;
}

/** When the gateway is asked about an order next: after 15 minutes, then ever more rarely; null after three days. */
export function nextCheck(openedAt: Date, now: Date): Date | null {
  const age = Math.max(now.getTime() - openedAt.getTime(), 0);
  if (age >= LAST_CHECK_MS) return null;
  return new Date(now.getTime() + Math.max(age, FIRST_CHECK_MS));
}

/** When something that the gateway did not do is asked for again: after ten seconds, then ever more rarely. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + pauseAfter(attempts));
}

/** The mark of an attempt that is to be made: it stands for its pause, or for the lease of whoever makes it. */
export function markOfAttempt({ _id, attempts, attempt_at }: PaymentDocument): Mark[] {
  if (!attempt_at) return [];
  const afterMs = Math.max(LEASE_MS, pauseAfter(attempts - 1));
  return [{ id: _id, at: new Date(attempt_at.getTime() - afterMs), afterMs }];
}

function pauseAfter(attempts: number): number {
  return Math.min(FIRST_ATTEMPT_AGAIN_MS * 2 ** attempts, LONGEST_PAUSE_MS);
}

/** A payment pays a booking only to the paisa. */
export function fits(booking: BookingDocument, payment: Pick<GatewayPayment, 'amount_paise' | 'currency'>): boolean {
  return payment.amount_paise === booking.final_price_paise && payment.currency === CURRENCY;
}

/** Whether this payment may still pay this booking. */
export function canCredit(booking: BookingDocument): boolean {
  return booking.payment_status === 'pending' && !isDead(booking.status) && booking.review_status !== 'refused';
}

/** What a payment of the gateway changes of the booking that it pays. */
export function creditOf(paymentId: string, now: Date): BookingChange {
  return {
    payment_status: 'completed',
    payment_method: 'online',
    payment_id: paymentId,
    payment_completed_at: now,
    ...noPaymentClaim,
    payment_confirmed_by: 'gateway',
    payment_confirmed_at: now,
  };
}

/** Throws to a customer why the payment did not pay the booking; does nothing when it did. */
export function checkCredited(booking: BookingDocument, payment: PaymentDocument): void {
  if (payment.state === 'mismatch') throw new Conflict('payments.mismatch');
  if (booking.payment_id === payment._id) return;
  if (isDead(booking.status)) throw new Conflict('payments.late');
  if (booking.review_status === 'refused') throw new Conflict('payments.late');
  if (booking.payment_status === 'completed') throw new Conflict('payments.paid_already');
  // Safely stored, but what follows could not be done just now: it is repeated by itself.
  throw new AppError(503, 'common.unavailable', { retryAfter: 5 });
}
