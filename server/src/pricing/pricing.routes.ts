import { buyPass } from '@boli/shared/pricing/pricing.endpoints';
import type { Router } from 'express';
import { operationId } from '../core/idempotency';
import { route } from '../core/route';
import { presentPass } from './pricing.presenter';
import { buy } from './pricing.service';

/** Mounts the purchase of passes. */
export function pricingRoutes(router: Router): void {
  route(router, buyPass, async ({ actor, body, request }) => {
    const id = await operationId(actor, 'passes', { key: request.get('Idempotency-Key'), body });
    return presentPass(await buy(actor, body, id));
  });
}
