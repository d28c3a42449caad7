import { rooms } from '@boli/shared/realtime/rooms';
import { facts } from '../core/facts';
import { push } from '../realtime/push';
import './notifications.facts';
import { presentNotification } from './notifications.presenter';

/** Tells a person's devices of what came into the inbox and of what was read on one of them. */
export function notificationRealtime(): void {
  facts.on('notification.created', ({ notification }) =>
    push([rooms.user(notification.user_id)], 'notification:created', {
      notification: presentNotification(notification),
    }),
  );
  facts.on('notification.read', ({ userId, ids, unread }) =>
    push([rooms.user(userId)], 'notification:read', { ids: ids && [...ids], unread }),
  );
}
