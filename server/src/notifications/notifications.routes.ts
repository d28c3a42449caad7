import { listNotifications, readNotifications } from '@boli/shared/notifications/notifications.endpoints';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { Router } from 'express';
import { route } from '../core/route';
import { presentNotification } from './notifications.presenter';
import * as notifications from './notifications.service';

export function notificationRoutes(router: Router): void {
  route(router, listNotifications, async ({ actor, query }) => present(await notifications.inbox(actor, query)));
  route(router, readNotifications, async ({ actor, body }) => present(await notifications.read(actor, body.ids)));
}

function present({ rows, unread }: notifications.Page): Inbox {
  return { notifications: rows.map(presentNotification), unread };
}
