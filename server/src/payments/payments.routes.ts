import { toPaise } from '@boli/shared/core/money';
import * as endpoints from '@boli/shared/payments/payments.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookingContext, presentBooking } from '../bookings/bookings.presenter';
import { read as readBooking } from '../bookings/bookings.service';
import { once } from '../core/idempotency';
import { type Reader, readerOf } from '../core/language';
import { page, route } from '../core/route';
import * as checkout from './checkout.service';
import * as orders from './orders.service';
import * as payments from './payments.service';
import { presentRefund, presentReview } from './refunds.presenter';
import * as refunds from './refunds.service';
import * as reviews from './reviews.service';
import { receiveWebhook } from './webhook.service';

/** Mounts orders, checkout, verification and webhook of online payments, and the admins' refunds and reviews. */
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
    return { success: true as const, booking: await present(booking, readerOf(actor, request)) };
  });
  route(router, endpoints.paymentWebhook, async ({ request }) => {
    const raw: unknown = request.body;
    await receiveWebhook(Buffer.isBuffer(raw) ? raw : Buffer.alloc(0), request.get('X-Razorpay-Signature'));
    return { received: true as const };
  });
  route(router, endpoints.simulateCheckout, async ({ actor, params, body }) =>
    checkout.checkOut(actor, params.order_id, body),
  );
  route(router, endpoints.listRefunds, async ({ actor, query, request }) => {
    const { rows, total } = await refunds.listRefunds(query);
    const reader = readerOf(actor, request);
    const context = await bookingContext(rows);
    return page(
      rows.map((booking) => presentRefund(booking, reader, context)),
      total,
    );
  });
  route(router, endpoints.markRefunded, async ({ actor, params, body, request }) => {
    const amount_paise = typeof body.amount === 'number' ? toPaise(body.amount) : null;
    const action = amount_paise === null ? ('refund.recorded' as const) : ('refund.settled' as const);
    const booking = await recordAdminAction(
      { actor, request },
      { action, subject: { kind: 'booking', id: params.booking_id }, asked: body },
      (changed) => refunds.settleRefund(params.booking_id, { reference: body.reference, amount_paise }, changed),
    );
    return present(booking, readerOf(actor, request));
  });
  route(router, endpoints.listReviews, async ({ actor, query, request }) => {
    const { rows, total } = await reviews.listReviews(query);
    const reader = readerOf(actor, request);
    const context = await bookingContext(rows);
    return page(
      rows.map((booking) => presentReview(booking, reader, context)),
      total,
    );
  });
  route(router, endpoints.decideReview, async ({ actor, params, body, request }) => {
    const booking = await recordAdminAction(
      { actor, request },
      { action: 'review.decided', subject: { kind: 'booking', id: params.booking_id }, asked: body },
      (changed) => reviews.decideReview(params.booking_id, body, changed),
    );
    return present(booking, readerOf(actor, request));
  });
}

async function present(booking: BookingDocument, reader: Reader) {
  return presentBooking(booking, reader, await bookingContext([booking]));
}
