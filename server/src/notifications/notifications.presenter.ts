import { translate } from '@boli/shared/core/messages';
import type { Notification } from '@boli/shared/notifications/notifications.schema';
import type { NotificationDocument } from './notifications.model';

/** A row of the inbox as its owner reads it. */
export function presentNotification(row: NotificationDocument): Notification {
  return {
    id: row._id,
    kind: row.kind,
    title: translate(row.title, row.params),
    body: translate(row.body, row.params),
    ride_request_id: row.ride_request_id,
    booking_id: row.booking_id,
    scheduled_time: row.scheduled_time?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}
