import type { ReportChange } from '../admin-log/admin-log.service';
import { changeLogged } from '../bookings/bookings.logged';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { changeBooking } from '../bookings/bookings.steps';
import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { logger } from '../core/logger';
import type { Slice, Sliced } from '../core/slice.repository';
import { raiseAlarm } from './alarms';
import { dueAttempts } from './attempts';
import { type Gateway, GatewayFailed } from './gateway';
import { currentGateway } from './gateways';
import { recordPayment, recordRefund } from './payments.journal';
import type { PaymentDocument } from './payments.model';
import { LEASE_MS, nextAttempt } from './payments.policy';
import { payments } from './payments.repository';
import { changeOfRefund, type RefundDecision } from './refunds.policy';

const dueRefunds = dueAttempts('refund_due');
/** The maximum time in milliseconds that one round waits for the gateway. */
const ROUND_MS = 5_000;
/** A refund that fails again after this many failed attempts raises an alarm. */
const ALARM_AFTER = 5;

/**
 * Starts the refunds that have just become due, without waiting for them; the repair `refunds` repeats those that fail.
 */
export function refundSoon(): void {
  payRefunds().catch((error: unknown) => logger.error({ err: error }, 'refunds are left to the reconciler'));
}

/**
 * Requests the refunds that are due. If the gateway does not answer, or the round takes too long, the remaining refunds
 * wait for the next round.
 */
export async function payRefunds(): Promise<void> {
  const gateway = currentGateway();
  if (!gateway) return;
  const until = performance.now() + ROUND_MS;
  for (const payment of await dueRefunds()) {
    if (performance.now() > until) return;
    if (payment.gateway !== gateway.name) {
      await payments.attemptAgain(payment._id, nextAttempt(payment.attempts, clock.now()));
      continue;
    }
    if (!(await attempt(payment, gateway))) return;
  }
}

/** Attempts one refund; returns false when the gateway does not answer at all. */
async function attempt(payment: PaymentDocument, gateway: Gateway): Promise<boolean> {
  const lease = new Date(clock.millis() + LEASE_MS);
  if (!(await payments.lease(payment, lease))) return true;
  try {
    await refund(payment, gateway);
    return true;
  } catch (error) {
    await payments.attemptAgain(payment._id, nextAttempt(payment.attempts, clock.now()));
    if (!(error instanceof GatewayFailed)) throw error;
    if (payment.attempts >= ALARM_AFTER) {
      raiseAlarm('refund', { payment: payment._id, reason: error.reason });
    }
    return error.refusal !== null;
  }
}

/**
 * The order of the steps matters: the payment is marked as refunded last, so that all earlier steps are repeated until
 * they are done.
 */
async function refund(payment: PaymentDocument, gateway: Gateway): Promise<void> {
  const refundId = await askForRefund(payment, gateway);
  failpoint('refund.called');
  await recordPayment(payment);
  await recordRefund(payment, clock.now());
  failpoint('refund.recorded');
  if (payment.booking_id) {
    await changeBooking(payment.booking_id, (booking) =>
      booking.payment_id === payment._id && booking.refund_status === 'due' ? { refund_status: 'refunded' } : null,
    );
  }
  failpoint('refund.booked');
  await payments.refunded(payment._id, refundId, clock.now());
}

/** Returns the refund's id; null when the gateway reports that this amount was refunded already. */
async function askForRefund(payment: PaymentDocument, gateway: Gateway): Promise<string | null> {
  const { _id, order_id, amount_paise, refund_paise = amount_paise } = payment;
  try {
    return await gateway.refund({ id: _id, order_id, refund_paise });
  } catch (error) {
    if (!(error instanceof GatewayFailed) || error.refusal === null) throw error;
    const there = await gateway.payment(_id, order_id);
    if (there && there.refunded_paise >= refund_paise) return null;
    throw error;
  }
}

/**
 * Refunds that wait for an admin, newest first: those to be paid directly, those to be decided, and claims to be
 * confirmed.
 */
export async function listRefunds(slice: Slice): Promise<Sliced<BookingDocument>> {
  return bookings.openRefunds(slice);
}

/**
 * Settles a refund for an admin. A refund outside the gateway is recorded as paid in full. For a prepaid ride that was
 * cancelled in progress the admin decides the amount: outside the gateway it is recorded as paid, else it is requested
 * from the gateway. Repeating the decision changes nothing. Throws 400 if a transfer has no reference, and 404 for an
 * unknown booking. Throws 409 when no refund is open, when nobody has confirmed the claim, and when the gateway pays
 * the refund; also when the admin has to decide the amount but names none, when the amount cannot be refunded, and when
 * another amount was decided before.
 */
export async function settleRefund(
  bookingId: string,
  decision: RefundDecision,
  changed: ReportChange,
): Promise<BookingDocument> {
  return changeLogged(bookingId, changed, (booking) => changeOfRefund(booking, decision, clock.now()));
}
