import { NOTIFICATION_DAYS } from '@boli/shared/core/constants';
import type { MessageKey, MessageParams } from '@boli/shared/core/messages';
import { type NotificationKind, notificationKinds } from '@boli/shared/notifications/notifications.schema';
import mongoose from 'mongoose';

/**
 * A row of somebody's inbox. `_id` is derived from what happened and to whom, so that writing it again changes nothing.
 * Texts are kept as keys of the catalogue with what fills them: each reader has them in its own language.
 */
export interface NotificationDocument {
  _id: string;
  user_id: string;
  kind: NotificationKind;
  title: MessageKey;
  body: MessageKey;
  params: MessageParams;
  ride_request_id: string | null;
  booking_id: string | null;
  scheduled_time: Date | null;
  created_at: Date;
  read_at: Date | null;
}

const text = { type: String, required: true };
const time = { type: Date, default: null };

const schema = new mongoose.Schema<NotificationDocument>(
  {
    _id: text,
    user_id: text,
    kind: { type: String, enum: notificationKinds, required: true },
    title: text,
    body: text,
    params: { type: mongoose.Schema.Types.Mixed, required: true },
    ride_request_id: { type: String, default: null },
    booking_id: { type: String, default: null },
    scheduled_time: time,
    created_at: { type: Date, required: true },
    read_at: time,
  },
  { versionKey: false, minimize: false, collection: 'notifications' },
);
schema.index({ user_id: 1, created_at: -1 });
schema.index({ user_id: 1, read_at: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: NOTIFICATION_DAYS * 86_400 });

export const NotificationModel = mongoose.model<NotificationDocument>('Notification', schema);
