import * as endpoints from '@boli/shared/payments/payments.endpoints';
import type { Router } from 'express';
import { presentWithContext } from '../bookings/bookings.presenter';
import { read as readBooking } from '../bookings/bookings.service';
import { once } from '../core/idempotency';
import { readerOf } from '../core/language';
import { route } from '../core/route';
import * as checkout from './checkout.service';
import * as orders from './orders.service';
import * as payments from './payments.service';
import { receiveWebhook } from './webhook.service';

/** Mounts orders, checkout, verification and webhook of online payments. */
export function paymentRoutes(router: Router): void {
  route(router, endpoints.createOrder, async ({ actor, body, request }) =>
    once(actor, 'payment_order', {
      key: request.get('Idempotency-Key'),
      body,
      operation: {
        run: () => orders.orderFor(actor, body),
        idOf: ({ order_id }) => order_id,
        again: (id) => orders.orderAgain(actor, id),
      },
    }),
  );
  route(router, endpoints.verifyPayment, async ({ actor, body, request }) => {
    const booking = await once(actor, 'payment_verify', {
      key: request.get('Idempotency-Key'),
      body,
      operation: {
        run: () => payments.verify(actor, body),
        idOf: ({ _id }) => _id,
        again: (id) => readBooking(actor, id),
      },
    });
    return { success: true as const, booking: await presentWithContext(booking, readerOf(actor, request)) };
  });
  route(router, endpoints.paymentWebhook, async ({ request }) => {
    const raw: unknown = request.body;
    await receiveWebhook(Buffer.isBuffer(raw) ? raw : Buffer.alloc(0), request.get('X-Razorpay-Signature'));
    return { received: true as const };
  });
  route(router, endpoints.simulateCheckout, async ({ actor, params, body }) =>
    checkout.checkOut(actor, params.order_id, body),
  );
}
