import type { BookingDocument } from '../bookings/bookings.model';
import { changeBooking } from '../bookings/bookings.steps';
import { clock } from '../core/clock';
import { Conflict } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { onSweep } from '../core/follow';
import { logger } from '../core/logger';
import { raiseAlarm } from './alarms';
import { type Gateway, GatewayFailed } from './gateway';
import { currentGateway } from './gateways';
import { recordPayment, recordRefund } from './payments.journal';
import type { PaymentDocument } from './payments.model';
import { nextAttempt } from './payments.policy';
import { payments } from './payments.repository';

const BATCH = 50;
/** A round of the sweep waits for the gateway no longer than this. */
const ROUND_MS = 5_000;
/** Whoever asks the gateway has this long before another may. */
const LEASE_MS = 20_000;
/** Tried in vain so often, a refund needs somebody to look at it. */
const ALARM_AFTER = 5;

onSweep(payRefunds);

/** Pays what has just become due, without anybody waiting for it; what fails is left to the sweep. */
export function refundSoon(): void {
  payRefunds().catch((error: unknown) => logger.error({ err: error }, 'refunds are left to the sweep'));
}

/** Pays back every payment that is due; when the gateway does not answer the others wait for the next round. */
async function payRefunds(): Promise<void> {
  const gateway = currentGateway();
  if (!gateway) return;
  const until = Date.now() + ROUND_MS;
  for (const payment of await payments.toAttempt('refund_due', clock.now(), BATCH)) {
    if (Date.now() > until) return;
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

/** The order counts: the payment is marked as refunded last, so that whatever comes before is repeated until it is done. */
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
  failpoint('refund.told');
  await payments.refunded(payment._id, refundId, clock.now());
}

/** Gives the refund's id; null when the gateway says that the money has gone back already. */
async function askForRefund(
  { _id, order_id, amount_paise }: PaymentDocument,
  gateway: Gateway,
): Promise<string | null> {
  try {
    return await gateway.refund({ id: _id, order_id, amount_paise });
  } catch (error) {
    if (!(error instanceof GatewayFailed) || error.refusal === null) throw error;
    const there = await gateway.payment(_id, order_id);
    if (there?.status === 'refunded') return null;
    throw error;
  }
}

/**
 * An admin records that a direct payment was paid back; a second time changes nothing. Throws 404, 409 when no refund is
 * due or the gateway pays it.
 */
export async function markRefunded(bookingId: string, reference: string): Promise<BookingDocument> {
  return changeBooking(bookingId, (booking) => {
    if (booking.refund_status === 'refunded') return null;
    if (booking.refund_status !== 'due') throw new Conflict('payments.no_refund_due');
    if (booking.payment_id) throw new Conflict('payments.refund_by_gateway');
    return { refund_status: 'refunded', refund_reference: reference };
  });
}
