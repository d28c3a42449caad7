import * as endpoints from '@boli/shared/payments/payments.endpoints';
import type { Router } from 'express';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookingContext, presentBooking } from '../bookings/bookings.presenter';
import { bookings } from '../bookings/bookings.repository';
import type { Actor } from '../core/actor';
import { page, route } from '../core/route';
import * as checkout from './checkout.service';
import * as orders from './orders.service';
import * as payments from './payments.service';
import * as refunds from './refunds.service';
import { hearWebhook } from './webhook.service';

export function paymentRoutes(router: Router): void {
  route(router, endpoints.createOrder, async ({ actor, body }) => orders.orderFor(actor, body));
  route(router, endpoints.verifyPayment, async ({ actor, body }) => ({
    success: true as const,
    booking: await present(await payments.verify(actor, body), actor),
  }));
  route(router, endpoints.paymentWebhook, async ({ request }) => {
    const raw: unknown = request.body;
    await hearWebhook(Buffer.isBuffer(raw) ? raw : Buffer.alloc(0), request.get('X-Razorpay-Signature'));
    return { received: true as const };
  });
  route(router, endpoints.simulateCheckout, async ({ actor, params, body }) =>
    checkout.checkOut(actor, params.order_id, body),
  );
  route(router, endpoints.listRefunds, async ({ actor, query }) => {
    const { rows, total } = await bookings.directRefundsDue(query);
    const context = await bookingContext(rows);
    return page(
      rows.map((booking) => presentBooking(booking, actor.role, context)),
      total,
    );
  });
  route(router, endpoints.markRefunded, async ({ actor, params, body }) =>
    present(await refunds.markRefunded(params.booking_id, body.reference), actor),
  );
}

async function present(booking: BookingDocument, actor: Actor) {
  return presentBooking(booking, actor.role, await bookingContext([booking]));
}
