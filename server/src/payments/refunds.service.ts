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
/** One round waits for the gateway no longer than this. */
const ROUND_MS = 5_000;
/** Tried in vain so often, a refund needs somebody to look at it. */
const ALARM_AFTER = 5;

/** Pays what has just become due, without anybody waiting for it; what fails is repeated by the reconciler. */
export function refundSoon(): void {
  payRefunds().catch((error: unknown) => logger.error({ err: error }, 'refunds are left to the reconciler'));
}

/** Pays back every payment that is due; when the gateway does not answer the others wait for the next round. */
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

/** Tries one refund; false when the gateway does not answer at all. */
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
 * The order counts: the payment is marked as refunded last, so that whatever comes before is repeated until it is done.
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

/** Returns the refund's id; null when the gateway says that so much money has gone back already. */
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

/** Refunds that wait for an admin, newest first: direct ones, those to be decided, and claims to be confirmed. */
export async function listRefunds(slice: Slice): Promise<Sliced<BookingDocument>> {
  return bookings.openRefunds(slice);
}

/**
 * An admin settles a refund. One that is due outside the gateway is recorded as paid back in full. Of a prepaid ride that
 * was cancelled under way the admin decides how much goes back: outside the gateway it is recorded as paid back, else the
 * gateway is asked for it. The same again changes nothing. Throws 400 where somebody transferred it and says no
 * reference; 404; 409 when none is open, for a claim that nobody has confirmed, when the gateway pays it, for an amount
 * that cannot go back, and for another amount than was decided.
 */
export async function settleRefund(
  bookingId: string,
  decision: RefundDecision,
  changed: ReportChange,
): Promise<BookingDocument> {
  return changeLogged(bookingId, changed, (booking) => changeOfRefund(booking, decision, clock.now()));
}
