import { cancelRide, createRide } from '@boli/shared/rides/rides.endpoints';
import type { Router } from 'express';
import { operationId } from '../core/idempotency';
import { route } from '../core/route';
import { presentRide } from './rides.presenter';
import * as rides from './rides.service';

/** Posting and cancelling. Reading stands with the quotes (quotes.routes): a driver's answer carries its own quote. */
export function rideRoutes(router: Router): void {
  route(router, createRide, async ({ actor, body, request }) => {
    const id = await operationId(actor, 'rides', { key: request.get('Idempotency-Key'), body });
    return presentRide(await rides.post(actor, body, id));
  });
  route(router, cancelRide, async ({ actor, params }) => presentRide(await rides.cancel(actor, params.id)));
}
