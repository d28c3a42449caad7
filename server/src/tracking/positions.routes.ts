import * as endpoints from '@boli/shared/tracking/tracking.endpoints';
import type { Router } from 'express';
import { signPositionToken } from '../auth/tokens';
import { spend } from '../core/budget';
import { route } from '../core/route';
import { storeTrack } from './late-points';
import { acceptFix, checkMaySend, readTrack } from './positions';

const MINUTE_MS = 60_000;
/** A trail has a document for each minute; sending this many of them costs one token. */
const MINUTES_A_TOKEN = 20;

/**
 * Mounts the calls on a booking's positions: sending a fix or a buffered track, reading the track, and the token for a
 * phone's background service.
 */
export function positionRoutes(router: Router): void {
  route(router, endpoints.sendLocation, async ({ actor, params, body }) => {
    return { success: true as const, ...(await acceptFix(params.id, actor.id, body)) };
  });
  route(router, endpoints.issuePositionToken, async ({ actor, params }) => {
    await checkMaySend(params.id, actor.id);
    return signPositionToken(actor, params.id);
  });
  route(router, endpoints.postPosition, async ({ actor, params, body }) => {
    return { success: true as const, ...(await acceptFix(params.id, actor.id, body)) };
  });
  route(router, endpoints.readTrack, ({ actor, params }) => readTrack(params.id, actor));
  route(router, endpoints.addTrack, async ({ actor, params, body }) => {
    const minutes = new Set(body.points.map(({ recorded_at }) => Math.floor(recorded_at.getTime() / MINUTE_MS)));
    spend(actor.id, Math.floor(minutes.size / MINUTES_A_TOKEN));
    return { stored: await storeTrack(params.id, actor.id, body.points) };
  });
}
