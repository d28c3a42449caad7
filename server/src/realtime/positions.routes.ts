import * as endpoints from '@boli/shared/bookings/bookings.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import { acceptFix, readTrack, storeTrack } from './positions';

export function positionRoutes(router: Router): void {
  route(router, endpoints.sendLocation, async ({ actor, params, body }) => {
    await acceptFix(params.id, actor.id, body);
    return { success: true } as const;
  });
  route(router, endpoints.readTrack, ({ actor, params }) => readTrack(params.id, actor));
  route(router, endpoints.addTrack, async ({ actor, params, body }) => ({
    stored: await storeTrack(params.id, actor.id, body.points),
  }));
}
