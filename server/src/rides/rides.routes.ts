import { askPrice, cancelRide, createRide, widenRide } from '@boli/shared/rides/rides.endpoints';
import type { Router } from 'express';
import { clock } from '../core/clock';
import { earlierOperationId, operationId } from '../core/idempotency';
import { route } from '../core/route';
import * as askedPrices from './asked-price.service';
import { scheduleErrorOf } from './rides.policy';
import { presentRide } from './rides.presenter';
import * as rides from './rides.service';

/**
 * Mounts posting, changing and cancelling of ride requests. Reading is mounted with the quotes (quotes.routes), because the
 * answer to a driver contains the driver's own quote.
 */
export function rideRoutes(router: Router): void {
  route(router, createRide, async ({ actor, body, request }) => {
    const asked = { key: request.get('Idempotency-Key'), body };
    // A request for a time that is now too near may have been posted by an earlier call; a repeat of that call gets the
    // same answer. A key that no earlier call has used stays unused.
    const error = scheduleErrorOf(body, clock.now());
    if (error) return presentRide(await rides.posted(await earlierOperationId(actor, 'rides', asked), error));
    return presentRide(await rides.post(actor, body, await operationId(actor, 'rides', asked)));
  });
  route(router, cancelRide, async ({ actor, params }) => presentRide(await rides.cancel(actor, params.id)));
  route(router, askPrice, async ({ actor, params, body }) =>
    presentRide(await askedPrices.raise(actor, params.id, body.asked_price)),
  );
  route(router, widenRide, async ({ actor, params }) => presentRide(await askedPrices.widen(actor, params.id)));
}
