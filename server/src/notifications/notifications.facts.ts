import type { NotificationDocument } from './notifications.model';

declare module '../core/facts' {
  interface Facts {
    /** A row came into somebody's inbox. */
    'notification.created': { notification: NotificationDocument };
    /** Somebody has read these rows, or all (null). */
    'notification.read': { userId: string; ids: readonly string[] | null; unread: number };
  }
}
