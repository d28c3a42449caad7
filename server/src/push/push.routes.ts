import * as endpoints from '@boli/shared/push/push.endpoints';
import type { Router } from 'express';
import { languageOf } from '../core/language';
import { route } from '../core/route';
import { vapidKeys } from './push.keys';
import { presentPushSubscription } from './push.presenter';
import * as push from './push.service';

/** Mounts the subscriptions of browsers to Web Push. */
export function pushRoutes(router: Router): void {
  route(router, endpoints.readPushKey, async () => ({ public_key: (await vapidKeys()).public_key }));
  route(router, endpoints.subscribe, async ({ actor, body, request }) =>
    presentPushSubscription(await push.subscribe(actor, body, languageOf(request))),
  );
  route(router, endpoints.unsubscribe, async ({ actor, body }) => {
    await push.unsubscribe(actor, body.endpoint);
    return { success: true as const };
  });
}
