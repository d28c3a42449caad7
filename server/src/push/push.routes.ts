import * as endpoints from '@boli/shared/push/push.endpoints';
import type { Router } from 'express';
import { languageOf } from '../core/language';
import { route } from '../core/route';
import { vapidKeys } from './push.keys';
import { presentPushSubscription } from './push.presenter';
import * as push from './push.service';
import { phonesReached } from './push.transports';

/** Mounts the subscriptions of browsers and phones. */
export function pushRoutes(router: Router): void {
  route(router, endpoints.readPushKey, async () => ({
    public_key: (await vapidKeys()).public_key,
    phones: phonesReached(),
  }));
  route(router, endpoints.subscribe, async ({ actor, body, request }) =>
    presentPushSubscription(await push.subscribe(actor, body, languageOf(request))),
  );
  route(router, endpoints.unsubscribe, async ({ actor, body }) => {
    await push.unsubscribe(actor, body);
    return { success: true as const };
  });
}
