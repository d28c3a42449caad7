import type { Language } from '@boli/shared/core/messages';
import { listNotifications, readNotifications } from '@boli/shared/notifications/notifications.endpoints';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { Router } from 'express';
import { languageOf } from '../core/language';
import { route } from '../core/route';
import { presentNotification } from './notifications.presenter';
import * as notifications from './notifications.service';

/** Mounts the caller's inbox: its rows and marking them as read. */
export function notificationRoutes(router: Router): void {
  route(router, listNotifications, async ({ actor, query, request }) =>
    present(await notifications.inbox(actor, query), languageOf(request)),
  );
  route(router, readNotifications, async ({ actor, body, request }) =>
    present(await notifications.read(actor, body.ids), languageOf(request)),
  );
}

function present({ rows, unread }: notifications.Page, language: Language): Inbox {
  return { notifications: rows.map((row) => presentNotification(row, language)), unread };
}
