import { refundOf } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { changeBooking } from '../bookings/bookings.steps';
import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { reconciler } from '../core/reconcile';
import { raiseAlarm } from './alarms';
import type { Gateway, GatewayPayment } from './gateway';
import type { PaymentDocument } from './payments.model';
import { canCredit, creditOf, fits } from './payments.policy';
import { payments } from './payments.repository';
import { refundSoon } from './refunds.service';

/**
 * The reconciler of stored payments. Its steps: the payment pays its booking or becomes due for a refund; the journal
 * gets its entry.
 */
export const paymentReconciler = reconciler({
  name: 'payments',
  steps: ['credit', 'journal'],
  read: payments.byId,
  clear: payments.clearFollowUp,
  marks: payments.followUps,
});

/**
 * Returns a payment once it is captured; an authorised payment is captured now. Null for a payment in any other state.
 */
export async function captured(gateway: Gateway, payment: GatewayPayment | null): Promise<GatewayPayment | null> {
  const final = payment?.status === 'authorized' ? await gateway.capture(payment) : payment;
  return final?.status === 'captured' ? final : null;
}

/**
 * Records a payment that the gateway has captured. Calls may be repeated and may come in any order: one payment pays a
 * booking, a payment of another amount or currency waits for an admin, and any other is refunded. Returns the payment
 * as it is stored.
 */
export async function recordCaptured(
  booking: BookingDocument,
  payment: Omit<GatewayPayment, 'refunded_paise'> & { order_id: string },
  gateway: Pick<Gateway, 'name'>,
): Promise<PaymentDocument> {
  const now = clock.now();
  const state = fits(booking, payment) ? 'captured' : 'mismatch';
  const isNew = await payments.insertOnce({
    _id: payment.id,
    gateway: gateway.name,
    order_id: payment.order_id,
    booking_id: booking._id,
    amount_paise: payment.amount_paise,
    currency: payment.currency,
    state,
    refund_id: null,
    created_at: now,
    refunded_at: null,
    attempts: 0,
    follow_up: now,
    version: 1,
  });
  const isAdopted = !isNew && (await payments.adopt(payment.id, { bookingId: booking._id, state }, now));
  failpoint('capture.inserted');
  if ((isNew || isAdopted) && state === 'mismatch')
    raiseAlarm('mismatch', { payment: payment.id, booking: booking._id });
  return finishPayment(payment.id);
}

/** Runs the pending steps of a stored payment, and returns its state after them. */
export async function finishPayment(id: string): Promise<PaymentDocument> {
  await paymentReconciler.reconcile(id);
  const stored = await payments.byId(id);
  if (!stored) throw new Error(`the payment ${id} was stored and cannot be found`);
  return stored;
}

/** Credits a captured payment to its booking; a payment that the booking cannot accept becomes due for a refund. */
export async function creditBooking(payment: PaymentDocument): Promise<void> {
  if (payment.state !== 'captured' || !payment.booking_id) return;
  const booking = await changeBooking(payment.booking_id, (read) =>
    canCredit(read) ? creditOf(payment._id, clock.now()) : null,
  );
  if (booking.payment_id !== payment._id) await oweRefund(payment._id);
}

/** Makes the refund due for a booking that was cancelled after its payment, or for a ride that a review refused. */
export async function oweRefundOfBooking(booking: BookingDocument): Promise<void> {
  if (booking.refund_status === 'due' && booking.payment_id) await oweRefund(booking.payment_id, refundOf(booking));
}

async function oweRefund(id: string, refundPaise?: number): Promise<void> {
  await payments.oweRefund(id, clock.now(), refundPaise);
  refundSoon();
}

/** The current state of a booking. */
export async function bookingNow(id: string): Promise<BookingDocument> {
  const booking = await bookings.byId(id);
  if (!booking) throw new Error(`the booking ${id} was found before and cannot be found now`);
  return booking;
}
