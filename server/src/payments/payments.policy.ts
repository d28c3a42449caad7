import { isDead } from '@boli/shared/bookings/bookings.state';
import { CURRENCY } from '@boli/shared/core/constants';
import { GATEWAY_LEAST_PAISE } from '../bookings/bookings.fare';
import type { BookingDocument, BookingOrder } from '../bookings/bookings.model';
import { noPaymentClaim } from '../bookings/bookings.payment-claims';
import type { BookingChange } from '../bookings/bookings.repository';
import type { Mark } from '../core/abandoned';
import { AppError, Conflict } from '../core/errors';
import type { Gateway, GatewayPayment } from './gateway';
import type { PaymentDocument } from './payments.model';

const MINUTE_MS = 60_000;
/** After this time (ms) a call that creates an order counts as dead. */
export const MAKING_MS = 15_000;
const FIRST_CHECK_MS = 15 * MINUTE_MS;
/** The gateway may report that a payment has succeeded as late as three days after the payment. */
const LAST_CHECK_MS = 3 * 24 * 60 * MINUTE_MS;
const FIRST_ATTEMPT_AGAIN_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** The lease of a call that requests a refund from the gateway: after this time (ms) another call may take over. */
export const LEASE_MS = 20_000;

/**
 * Throws 409 for a booking that has nothing to pay through the gateway, or for another amount (paise) than the one due.
 */
export function checkOrderable(booking: BookingDocument, askedPaise: number): void {
  if (booking.final_price_paise === 0) throw new Conflict('payments.nothing_to_pay');
  if (isDead(booking.status)) throw new Conflict('bookings.payment_not_now', { status: booking.status });
  if (booking.payment_status === 'completed') throw new Conflict('bookings.payment_not_pending');
  if (booking.review_status === 'refused') throw new Conflict('payments.ride_refused');
  if (booking.final_price_paise < GATEWAY_LEAST_PAISE) throw new Conflict('payments.too_small');
  if (askedPaise !== booking.final_price_paise) throw new Conflict('payments.amount_wrong');
}

/** Whether the checkout can be opened with this order. */
export function isUsable(order: BookingOrder | null, gateway: Gateway): order is BookingOrder & { id: string } {
  return order?.state === 'open' && order.gateway === gateway.name && order.id !== null;
}

/** Whether another call is creating the order now. */
export function isBeingMade(order: BookingOrder | null, now: Date): boolean {
  return order?.state === 'creating' && now.getTime() - order.at.getTime() < MAKING_MS;
}

/**
 * When the state of an order is next read from the gateway: after 15 minutes, then at growing intervals; null after
 * three days.
 */
export function nextCheck(openedAt: Date, now: Date): Date | null {
  const age = Math.max(now.getTime() - openedAt.getTime(), 0);
  if (age >= LAST_CHECK_MS) return null;
  return new Date(now.getTime() + Math.max(age, FIRST_CHECK_MS));
}

/** When a failed request to the gateway is repeated: after ten seconds, then at growing intervals. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + pauseAfter(attempts));
}

/**
 * The mark of a pending attempt. The attempt is due at `attempt_at`, or once a process has seen the mark unchanged for
 * the longer of two times: the pause before the attempt, and the lease of a call that makes an attempt.
 */
export function markOfAttempt({ _id, attempts, attempt_at }: PaymentDocument): Mark[] {
  if (!attempt_at) return [];
  const afterMs = Math.max(LEASE_MS, pauseAfter(attempts - 1));
  return [{ id: _id, at: new Date(attempt_at.getTime() - afterMs), afterMs }];
}

function pauseAfter(attempts: number): number {
  return Math.min(FIRST_ATTEMPT_AGAIN_MS * 2 ** attempts, LONGEST_PAUSE_MS);
}

/** Whether a payment has exactly the amount of its booking. */
export function fits(booking: BookingDocument, payment: Pick<GatewayPayment, 'amount_paise' | 'currency'>): boolean {
  return payment.amount_paise === booking.final_price_paise && payment.currency === CURRENCY;
}

/** Whether a gateway payment may still pay this booking. */
export function canCredit(booking: BookingDocument): boolean {
  return booking.payment_status === 'pending' && !isDead(booking.status) && booking.review_status !== 'refused';
}

/** The changes that a gateway payment makes to the booking that it pays. */
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

/**
 * Throws 409 with the reason why a payment did not pay the booking, 503 while its consequences are pending; does
 * nothing when it did pay.
 */
export function checkCredited(booking: BookingDocument, payment: PaymentDocument): void {
  if (payment.state === 'mismatch') throw new Conflict('payments.mismatch');
  if (booking.payment_id === payment._id) return;
  if (isDead(booking.status)) throw new Conflict('payments.late');
  if (booking.review_status === 'refused') throw new Conflict('payments.late');
  if (booking.payment_status === 'completed') throw new Conflict('payments.paid_already');
  // The payment is stored, but its consequences have failed: they are repeated automatically.
  throw new AppError(503, 'common.unavailable', { retryAfter: 5 });
}
