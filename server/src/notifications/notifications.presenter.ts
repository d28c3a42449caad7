import { type Language, translate } from '@boli/shared/core/messages';
import type { Notification } from '@boli/shared/notifications/notifications.schema';
import type { NotificationDocument } from './notifications.model';

/** Presents a row of the inbox in its owner's language. */
export function presentNotification(row: NotificationDocument, language: Language): Notification {
  return {
    id: row._id,
    kind: row.kind,
    title: translate(row.title, row.params, language),
    body: translate(row.body, row.params, language),
    ride_request_id: row.ride_request_id,
    booking_id: row.booking_id,
    scheduled_time: row.scheduled_time?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}
