import type { VerifyInput } from '@boli/shared/payments/payments.schema';
import type { z } from 'zod';
import type { BookingDocument } from '../bookings/bookings.model';
import { partyOf } from '../bookings/bookings.policy';
import { bookings } from '../bookings/bookings.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, NotFound } from '../core/errors';
import { type Gateway, GatewayFailed, withinLimit } from './gateway';
import { currentGateway } from './gateways';
import { orders } from './orders.repository';
import { bookingNow, captured, finishPayment, recordCaptured } from './payments.capture';
import type { PaymentDocument } from './payments.model';
import { checkCredited } from './payments.policy';
import { payments } from './payments.repository';
import { checkoutText, isSignedBy } from './signature';

type Proof = z.output<typeof VerifyInput>;

/**
 * Verifies a payer's return from the checkout: the gateway's signature over the stored order and the payment. Returns
 * the paid booking, also when repeated. Throws 400 for a wrong signature, 404 for a booking of others, 409 when the
 * payment does not pay the booking, and 503 when the gateway cannot be reached; the server then repeats the request by
 * itself.
 */
export async function verify(actor: Actor, proof: Proof): Promise<BookingDocument> {
  const gateway = currentGateway();
  if (!gateway) throw new Conflict('payments.gateway_off');
  const booking = await bookings.byId(proof.booking_id);
  partyOf(actor, booking);
  if (!booking) throw new NotFound();
  const orderId = checkProof(booking, proof, gateway);
  const known = await payments.byId(proof.payment_id);
  const isTaken = known !== null && known.state !== 'parked';
  const payment = isTaken ? await finishPayment(known._id) : await take(booking, { ...proof, orderId }, gateway);
  const now = await bookingNow(booking._id);
  checkCredited(now, payment);
  return now;
}

/** Returns the stored order's id when the proof belongs to it. Throws 400 otherwise. */
function checkProof({ order }: BookingDocument, proof: Proof, gateway: Gateway): string {
  const stored = order?.gateway === gateway.name ? order.id : null;
  const text = stored === null ? null : checkoutText(stored, proof.payment_id);
  if (stored === null || text === null || stored !== proof.order_id) throw new Invalid('payments.verify_failed');
  if (!isSignedBy(gateway.checkoutKey(), text, proof.signature)) throw new Invalid('payments.verify_failed');
  return stored;
}

/**
 * Reads a payment from the gateway and records it. The signature proves only that the payment was made; its amount and
 * whether it was captured are known to the gateway alone.
 */
async function take(
  booking: BookingDocument,
  { payment_id: id, orderId }: { payment_id: string; orderId: string },
  gateway: Gateway,
): Promise<PaymentDocument> {
  const payment = await ask(booking, () =>
    withinLimit(gateway.payment(id, orderId).then((found) => captured(gateway, found))),
  );
  if (!payment) throw new Conflict('payments.mismatch');
  return recordCaptured(booking, { ...payment, order_id: orderId }, gateway);
}

/** Runs a request to the gateway. Throws 503 if it fails; the repair `order_checks` then reads the order's state again. */
async function ask<T>({ _id, order }: BookingDocument, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayFailed && order) await orders.checkAt(_id, order.token, clock.now());
    throw error;
  }
}
