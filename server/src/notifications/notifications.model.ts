import { NOTIFICATION_DAYS } from '@boli/shared/core/constants';
import type { MessageKey, MessageParams } from '@boli/shared/core/messages';
import { notificationKinds } from '@boli/shared/notifications/notifications.schema';
import mongoose from 'mongoose';
import { anything, documentSchema, nullable, oneOf, type Stored, text, textOf, time } from '../store/document';

const notificationFields = {
  _id: text,
  user_id: text,
  kind: oneOf(notificationKinds),
  title: textOf<MessageKey>(),
  body: textOf<MessageKey>(),
  params: anything<MessageParams>(),
  ride_request_id: nullable(text),
  booking_id: nullable(text),
  scheduled_time: nullable(time),
  created_at: time,
  read_at: nullable(time),
};

/**
 * A row of a person's inbox. `_id` is derived from the event and the person, so that writing it again changes nothing.
 * Texts are stored as message keys with their values: each reader gets them in the reader's language.
 */
export type NotificationDocument = Stored<typeof notificationFields>;

const schema = documentSchema('notifications', notificationFields, { minimize: false });
schema.index({ user_id: 1, created_at: -1 });
schema.index({ user_id: 1, read_at: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: NOTIFICATION_DAYS * 86_400 });

export const NotificationModel = mongoose.model<NotificationDocument>('Notification', schema);
