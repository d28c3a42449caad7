import * as endpoints from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { toPaise } from '@boli/shared/core/money';
import { validatePromo } from '@boli/shared/promos/promos.endpoints';
import type { Router } from 'express';
import type { Actor } from '../core/actor';
import { operationId } from '../core/idempotency';
import { page, route } from '../core/route';
import { presentDiscount } from '../promos/promos.presenter';
import type { BookingDocument } from './bookings.model';
import * as payment from './bookings.payment';
import { bookingContext, presentBooking, presentHistoryEntry } from './bookings.presenter';
import { discountSeen } from './bookings.promo';
import * as bookings from './bookings.service';
import * as steps from './bookings.steps';

export function bookingRoutes(router: Router): void {
  route(router, endpoints.createBooking, async ({ actor, body, request }) => {
    const id = await operationId(actor, 'bookings', { key: request.get('Idempotency-Key'), body });
    return present(await bookings.book(actor, body, id), actor);
  });
  route(router, validatePromo, async ({ actor, body }) => {
    const { promo, discount } = await discountSeen(actor, body);
    return presentDiscount(promo, discount, toPaise(body.amount) - discount);
  });
  route(router, endpoints.listBookings, async ({ actor, query }) => {
    const { rows, total } = await bookings.list(actor, query);
    const context = await bookingContext(rows);
    return page(
      rows.map((booking) => presentBooking(booking, actor.role, context)),
      total,
    );
  });
  route(router, endpoints.readBooking, async ({ actor, params }) =>
    present(await bookings.read(actor, params.id), actor),
  );
  route(router, endpoints.stepBooking, async ({ actor, params, query }) =>
    present(await steps.stepByDriver(actor, params.id, query.status), actor),
  );
  route(router, endpoints.cancelBooking, async ({ actor, params, body }) =>
    present(await steps.cancel(actor, params.id, body.reason), actor),
  );
  route(router, endpoints.setPaymentMethod, async ({ actor, params, body }) =>
    present(await payment.setMethod(actor, params.id, body.payment_method), actor),
  );
  route(router, endpoints.markPaid, async ({ actor, params }) =>
    present(await payment.markPaid(actor, params.id), actor),
  );
  route(router, endpoints.listHistory, async ({ actor, query }) => {
    const { rows, total } = await bookings.history(actor, query);
    const audience = actor.role === 'driver' ? 'driver' : 'customer';
    return page(
      rows.map((booking) => presentHistoryEntry(booking, audience)),
      total,
    );
  });
}

async function present(booking: BookingDocument, actor: Actor): Promise<Booking> {
  return presentBooking(booking, actor.role, await bookingContext([booking]));
}
