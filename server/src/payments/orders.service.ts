import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CURRENCY } from '@boli/shared/core/constants';
import { toPaise } from '@boli/shared/core/money';
import type { Order, OrderInput } from '@boli/shared/payments/payments.schema';
import type { z } from 'zod';
import type { BookingDocument } from '../bookings/bookings.model';
import { partyOf } from '../bookings/bookings.policy';
import { bookings } from '../bookings/bookings.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { GATEWAY_LIMIT_MS, type Gateway, GatewayFailed, type GatewayOrder, withinLimit } from './gateway';
import { currentGateway } from './gateways';
import { orders } from './orders.repository';
import { checkOrderable, isBeingMade, isUsable, nextCheck } from './payments.policy';
import { reconcile } from './reconciler';

type Asked = z.output<typeof OrderInput>;

/** Milliseconds between two checks whether another call has created the order. */
const CHECK_EVERY_MS = 50;

/**
 * Returns the one open order of the caller's booking at the gateway; creates it if there is none. Throws 404 for a
 * booking of others, 409 when nothing can be paid or the amount is not the one due, 503 when the gateway fails or does
 * not answer in time.
 */
export async function orderFor(actor: Actor, asked: Asked): Promise<Order> {
  const gateway = currentGateway();
  if (!gateway) throw new Conflict('payments.gateway_off');
  return withinLimit(findOrMake(actor, asked, gateway));
}

/**
 * Returns an order that an earlier call of the same person returned, even if the order has been paid since. Throws 404
 * for an order of others, 409 when there is no gateway.
 */
export async function orderAgain(actor: Actor, orderId: string): Promise<Order> {
  const gateway = currentGateway();
  if (!gateway) throw new Conflict('payments.gateway_off');
  const booking = await orders.bookingOf(orderId);
  partyOf(actor, booking);
  if (!booking?.order) throw new NotFound();
  return present({ id: orderId, amount_paise: booking.order.amount_paise }, gateway);
}

async function findOrMake(actor: Actor, asked: Asked, gateway: Gateway): Promise<Order> {
  const until = performance.now() + GATEWAY_LIMIT_MS;
  while (performance.now() < until) {
    const booking = await bookings.byId(asked.booking_id);
    partyOf(actor, booking);
    if (!booking) throw new NotFound();
    checkOrderable(booking, toPaise(asked.amount));
    const { order } = booking;
    if (isUsable(order, gateway)) return present(order, gateway);
    if (isBeingMade(order, clock.now())) await pause(CHECK_EVERY_MS);
    else await make(booking, gateway);
  }
  throw new Conflict('payments.order_being_made');
}

function present(order: { id: string; amount_paise: number }, gateway: Gateway): Order {
  return { order_id: order.id, amount: order.amount_paise, currency: CURRENCY, key_id: gateway.keyId };
}

/**
 * Creates the booking's order; only one of several concurrent calls creates it. An order that an earlier call has left
 * at the gateway is reused.
 */
async function make(booking: BookingDocument, gateway: Gateway): Promise<void> {
  const token = randomUUID();
  const due = booking.final_price_paise;
  const beginning = { state: 'creating' as const, token, at: clock.now(), gateway: gateway.name, id: null };
  if (!(await orders.begin(booking, { ...beginning, amount_paise: due }))) return;
  let made: GatewayOrder;
  try {
    const left = booking.order?.state === 'creating' ? await leftAt(gateway, booking) : null;
    made = left ?? (await create(gateway, booking));
  } catch (error) {
    await orders.abandoned(booking._id, token);
    throw error;
  }
  failpoint('order.asked');
  const now = clock.now();
  await orders.opened(booking._id, token, { id: made.id, at: now, checkAt: nextCheck(now, now) ?? now });
  // A reused order may be paid already: the process that created it at the gateway ended before storing the order here.
  if (made.paid) await reconcile(booking._id, gateway);
}

/** The order of this booking that exists at the gateway, but was never stored here; its receipt is the booking's id. */
async function leftAt(gateway: Gateway, booking: BookingDocument): Promise<GatewayOrder | null> {
  const found = await gateway.ordersByReceipt(booking._id);
  const fitting = found.filter((one) => one.amount_paise === booking.final_price_paise && one.currency === CURRENCY);
  return fitting.find((one) => one.paid) ?? fitting[0] ?? null;
}

/**
 * Creates the order at the gateway. A gateway that allows each receipt only once refuses a second order of the
 * booking; then the first order is used.
 */
async function create(gateway: Gateway, booking: BookingDocument): Promise<GatewayOrder> {
  try {
    return await gateway.createOrder({ receipt: booking._id, amount_paise: booking.final_price_paise });
  } catch (error) {
    if (!(error instanceof GatewayFailed) || error.refusal === null) throw error;
    const earlier = await leftAt(gateway, booking);
    if (!earlier) throw error;
    return earlier;
  }
}
