import { bookings } from '../bookings/bookings.repository';
import { abandonedAfter } from '../core/abandoned';
import { clock } from '../core/clock';
import { raiseAlarm } from './alarms';
import { dueAttempts } from './attempts';
import { type Gateway, GatewayFailed } from './gateway';
import { currentGateway } from './gateways';
import { orders } from './orders.repository';
import { captured, recordCaptured } from './payments.capture';
import type { PaymentDocument } from './payments.model';
import { MAKING_MS, nextAttempt, nextCheck } from './payments.policy';
import { payments } from './payments.repository';

const BATCH = 50;
/** The maximum time in milliseconds that one round waits for the gateway. */
const ROUND_MS = 5_000;

/**
 * The lease of a call that reads the state of an order from the gateway: after this time (ms) another call may take
 * over.
 */
const LEASE_MS = 60_000;

/**
 * Reads from the gateway the state of the orders whose next check is due: a payer may have closed the page, and a
 * webhook may be lost.
 */
export async function checkOrders(): Promise<void> {
  const gateway = currentGateway();
  if (!gateway) return;
  const until = performance.now() + ROUND_MS;
  for (const { _id, order } of await orders.toCheck(clock.now(), BATCH)) {
    if (performance.now() > until || !order) return;
    // The next check is scheduled before the call, so that an order with an invalid answer does not block the others.
    await orders.checkAt(_id, order.token, new Date(clock.millis() + LEASE_MS));
    if (!(await isAnswered(reconcile(_id, gateway)))) return;
  }
}

const abandonedOrders = abandonedAfter(MAKING_MS);

/**
 * Releases the bookings for which a stopped process was creating an order, so that they can be paid. It works even if
 * the clock was set back.
 */
export async function freeAbandonedOrders(): Promise<void> {
  const begun = await orders.beingMade(BATCH);
  const left = abandonedOrders(begun.map(({ token, at }) => ({ id: token, at })));
  for (const { bookingId, token } of begun) if (left.has(token)) await orders.abandoned(bookingId, token);
}

const dueParked = dueAttempts('parked');

/** Finds the bookings of payments whose order is not known here. */
export async function findOwnersOfParked(): Promise<void> {
  const gateway = currentGateway();
  if (!gateway) return;
  const until = performance.now() + ROUND_MS;
  for (const payment of await dueParked()) {
    if (performance.now() > until) return;
    await payments.attemptAgain(payment._id, nextAttempt(payment.attempts, clock.now()));
    if (payment.gateway === gateway.name && !(await isAnswered(findOwner(payment, gateway)))) return;
  }
}

/** Returns false when the gateway does not answer, so that the rest of the round does not wait for it. */
async function isAnswered(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof GatewayFailed) return error.refusal !== null;
    throw error;
  }
}

/**
 * Reads the state of a booking's order from the gateway, records every payment on it, and sets when the state is read
 * again.
 */
export async function reconcile(bookingId: string, gateway: Gateway): Promise<void> {
  const booking = await bookings.byId(bookingId);
  const order = booking?.order;
  if (!booking || !order?.id) return;
  const { id, token, at } = order;
  if (order.gateway === gateway.name) {
    for (const payment of await gateway.paymentsOf(id)) {
      const taken = await captured(gateway, payment);
      if (taken) await recordCaptured(booking, { ...taken, order_id: id }, gateway);
    }
  }
  await orders.checkAt(bookingId, token, (await isPaidBy(bookingId, id)) ? null : nextCheck(at, clock.now()));
}

async function isPaidBy(bookingId: string, orderId: string): Promise<boolean> {
  const booking = await bookings.byId(bookingId);
  if (!booking?.payment_id) return false;
  return (await payments.byId(booking.payment_id))?.order_id === orderId;
}

/** Finds the booking of a payment whose order was never stored: the order's receipt is the booking's id. */
async function findOwner(payment: PaymentDocument, gateway: Gateway): Promise<void> {
  const { _id: id, order_id, amount_paise, currency } = payment;
  const order = await gateway.order(order_id);
  const booking = order?.receipt ? await bookings.byId(order.receipt) : null;
  if (booking) await recordCaptured(booking, { id, order_id, amount_paise, currency, status: 'captured' }, gateway);
  else {
    await payments.attemptAgain(id, null);
    raiseAlarm('unknown_order', { payment: id, order: order_id });
  }
}
