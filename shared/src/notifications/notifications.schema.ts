import { z } from 'zod';
import { MAX_PAGE } from '../core/constants';
import { Id, optional, Page, says, Timestamp } from '../core/fields';

/** The kinds of notifications. Each has `notifications.<kind>.title` and at least one `….body` in the catalogue. */
export const notificationKinds = [
  'quote_received',
  'counter_asked',
  'counter_answered',
  'ride_expired',
  'booking_requested',
  'booking_accepted',
  'driver_arriving',
  'driver_arrived',
  'ride_started',
  'ride_completed',
  'booking_rejected',
  'booking_cancelled',
  'payment_due',
  'payment_claimed',
  'payment_completed',
  'payment_refused',
  'refund_review',
  'refund_none',
  'refund_due',
  'refund_completed',
  'ride_refused',
  'verification_approved',
  'verification_rejected',
  'verification_undone',
  'vehicle_number_missing',
  'ride_reminder',
  'rate_ride',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  ride_request_id: Id.nullable(),
  booking_id: Id.nullable(),
  /** The scheduled time of the notification's ride. */
  scheduled_time: Timestamp.nullable(),
  created_at: Timestamp,
  read_at: Timestamp.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** The newest notifications, and how many of all notifications are unread. */
export const Inbox = z.object({ notifications: z.array(Notification), unread: z.number().int() });
export type Inbox = z.infer<typeof Inbox>;

export const InboxQuery = Page;
export const ReadInput = z
  .object({
    /** All notifications if this is absent. */
    ids: optional(z.array(Id).max(MAX_PAGE, says('notifications.too_many_ids'))),
  })
  .prefault({});
