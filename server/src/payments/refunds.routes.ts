import { toPaise } from '@boli/shared/core/money';
import * as endpoints from '@boli/shared/payments/payments.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { bookingContext, presentWithContext } from '../bookings/bookings.presenter';
import { readerOf } from '../core/language';
import { page, route } from '../core/route';
import { presentRefund, presentReview } from './refunds.presenter';
import * as refunds from './refunds.service';
import * as reviews from './reviews.service';

/** Mounts the admins' refunds, and their reviews of completed rides. */
export function refundRoutes(router: Router): void {
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
    return presentWithContext(booking, readerOf(actor, request));
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
    return presentWithContext(booking, readerOf(actor, request));
  });
}
