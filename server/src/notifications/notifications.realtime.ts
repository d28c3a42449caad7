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

/** Pushes the rows that a person has read on one device to all devices. */
export function pushRead({ userId, ids, unread }: DomainEvents['notification.read']): void {
  push([rooms.user(userId)], 'notification:read', { ids: ids && [...ids], unread });
}
