import { rooms } from '@boli/shared/realtime/rooms';
import type { DomainEvents } from '../domain-events';
import { push, pushEach } from '../realtime/push';
import { presentNotification } from './notifications.presenter';

/** Pushes a new row of the inbox to all devices of its owner. */
export function pushNotification({ notification }: DomainEvents['notification.created']): void {
  pushEach([rooms.user(notification.user_id)], 'notification:created', ({ language }) => ({
    notification: presentNotification(notification, language),
  }));
}

/** Pushes to all devices of a person what was read on one of them. */
export function pushRead({ userId, ids, unread }: DomainEvents['notification.read']): void {
  push([rooms.user(userId)], 'notification:read', { ids: ids && [...ids], unread });
}
