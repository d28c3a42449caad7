import type { AppConfig } from '@boli/shared/app/app.schema';
import { setPaymentMethod } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { CURRENCY } from '@boli/shared/core/constants';
import { createOrder, simulateCheckout, verifyPayment } from '@boli/shared/payments/payments.endpoints';
import type { Order } from '@boli/shared/payments/payments.schema';
import { ApiError, call, newKey } from '../../core/api';
import { loadConfig } from '../../core/config';
import type { CheckoutResult } from './checkout';

export type Gateway = AppConfig['payment_gateway'];
export type Outcome = 'pay' | 'fail' | 'vanish';

/**
 * Reads the gateway that this server uses.
 * @throws {ApiError}
 */
export async function readGateway(): Promise<Gateway> {
  return (await loadConfig()).payment_gateway;
}

/** Gets the booking's open order for the amount due; the server creates one if there is none. @throws {ApiError} */
export function openOrder(booking: Booking): Promise<Order> {
  return call(createOrder, {
    body: { booking_id: booking.id, amount: booking.final_price, currency: CURRENCY },
    idempotencyKey: newKey(),
  });
}

const RETRY_MS = [500, 1_500, 3_000] as const;
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Verifies a payment. The money has moved, so the request is repeated after a network or server failure, up to three
 * times; all attempts have the same idempotency key.
 * @throws {ApiError}
 */
export async function confirmCheckout(
  bookingId: string,
  paid: Extract<CheckoutResult, { kind: 'paid' }>,
): Promise<Booking> {
  const { order_id, payment_id, signature } = paid;
  const body = { booking_id: bookingId, order_id, payment_id, signature };
  const idempotencyKey = newKey();
  for (const ms of RETRY_MS) {
    try {
      return (await call(verifyPayment, { body, idempotencyKey })).booking;
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(ms);
    }
  }
  return (await call(verifyPayment, { body, idempotencyKey })).booking;
}

/** Sets the payment method of an unpaid booking. Repeated attempts pass the same key. @throws {ApiError} */
export function chooseMethod(bookingId: string, method: PaymentMethod, idempotencyKey: string): Promise<Booking> {
  return call(setPaymentMethod, {
    params: { id: bookingId },
    body: { payment_method: method, payment_status: 'pending' },
    idempotencyKey,
  });
}

/** Simulates an outcome of the built-in test checkout. @throws {ApiError} */
export async function simulate(order: Order, outcome: Outcome): Promise<CheckoutResult> {
  const { order_id, payment_id, signature } = await call(simulateCheckout, {
    params: { order_id: order.order_id },
    body: { outcome },
  });
  if (payment_id && signature) return { kind: 'paid', order_id, payment_id, signature };
  // To this page, a payer who paid and never returned looks like one who closed the checkout.
  return { kind: outcome === 'vanish' ? 'dismissed' : 'failed' };
}
