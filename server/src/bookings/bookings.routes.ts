import * as endpoints from '@boli/shared/bookings/bookings.endpoints';
import type { Request, Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import type { Actor } from '../core/actor';
import { once, operationId } from '../core/idempotency';
import { readerOf } from '../core/language';
import { page, route } from '../core/route';
import { arrive } from './bookings.arrived';
import type { BookingDocument } from './bookings.model';
import * as payment from './bookings.payment';
import { bookingContext, presentBooking, presentOneBooking, presentWithContext } from './bookings.presenter';
import * as bookings from './bookings.service';
import * as steps from './bookings.steps';
import { presentHistoryEntry } from './history.presenter';
import { replayOf } from './replay.service';

/** Mounts the calls on bookings: making, listing and reading them, their steps, payment claims and replay. */
export function bookingRoutes(router: Router): void {
  route(router, endpoints.createBooking, async ({ actor, body, request }) => {
    const id = await operationId(actor, 'bookings', { key: request.get('Idempotency-Key'), body });
    return present(await bookings.book(actor, body, id), actor, request);
  });
  route(router, endpoints.listBookings, async ({ actor, query, request }) => {
    const { rows, total } = await bookings.list(actor, query);
    const reader = readerOf(actor, request);
    const context = await bookingContext(rows);
    return page(
      rows.map((booking) => presentBooking(booking, reader, context)),
      total,
    );
  });
  route(router, endpoints.readBooking, async ({ actor, params, request }) =>
    presentOneBooking(await bookings.read(actor, params.id), readerOf(actor, request)),
  );
  route(router, endpoints.readReplay, ({ actor, params }) => replayOf(actor, params.id));
  route(router, endpoints.stepBooking, async ({ actor, params, query, request }) =>
    present(await steps.stepByDriver(actor, params.id, query.status), actor, request),
  );
  route(router, endpoints.markArrived, async ({ actor, params, request }) =>
    present(await arrive(actor, params.id), actor, request),
  );
  route(router, endpoints.cancelBooking, async ({ actor, params, body, request }) =>
    present(await steps.cancel(actor, params.id, body), actor, request),
  );
  route(router, endpoints.setPaymentMethod, async ({ actor, params, body, request }) => {
    const run = () => payment.setMethod(actor, params.id, body.payment_method);
    return present(await changedOnce(actor, 'payment_method', { request, id: params.id, body, run }), actor, request);
  });
  route(router, endpoints.markPaid, async ({ actor, params, request }) => {
    const run = () => payment.markPaid(actor, params.id);
    return present(await changedOnce(actor, 'payment_mark', { request, id: params.id, run }), actor, request);
  });
  route(router, endpoints.confirmPayment, async ({ actor, params, request }) => {
    const run = () =>
      actor.role === 'admin' ? confirmedByAdmin(actor, params.id, request) : payment.confirmPayment(actor, params.id);
    return present(await changedOnce(actor, 'payment_confirm', { request, id: params.id, run }), actor, request);
  });
  route(router, endpoints.refuseClaim, async ({ actor, params, request }) => {
    const run = () => refusedByAdmin(actor, params.id, request);
    return present(await changedOnce(actor, 'payment_refuse', { request, id: params.id, run }), actor, request);
  });
  route(router, endpoints.listHistory, async ({ actor, query }) => {
    const { rows, total } = await bookings.history(actor, query);
    const audience = actor.role === 'driver' ? 'driver' : 'customer';
    return page(
      rows.map((booking) => presentHistoryEntry(booking, audience)),
      total,
    );
  });
}

function confirmedByAdmin(actor: Actor, id: string, request: Request): Promise<BookingDocument> {
  return recordAdminAction(
    { actor, request },
    { action: 'payment.confirmed', subject: { kind: 'booking', id } },
    (changed) => payment.confirmAsAdmin(actor, id, changed),
  );
}

function refusedByAdmin(actor: Actor, id: string, request: Request): Promise<BookingDocument> {
  return recordAdminAction(
    { actor, request },
    { action: 'payment.refused', subject: { kind: 'booking', id } },
    (changed) => payment.refuseClaim(actor, id, changed),
  );
}

/**
 * Runs a change of a booking once for each Idempotency-Key: a repeat changes nothing and returns the current booking.
 */
function changedOnce(
  actor: Actor,
  call: string,
  asked: { request: Request; id: string; body?: unknown; run: () => Promise<BookingDocument> },
): Promise<BookingDocument> {
  const { request, id, body, run } = asked;
  return once(actor, call, {
    key: request.get('Idempotency-Key'),
    body: [id, body],
    operation: { run, idOf: ({ _id }) => _id, again: (bookingId) => bookings.read(actor, bookingId) },
  });
}

const present = (booking: BookingDocument, actor: Actor, request: Request) =>
  presentWithContext(booking, readerOf(actor, request));
