import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import { phoneTransports, type QuietHours } from '@boli/shared/push/push.schema';
import type { TokenId } from '@boli/shared/realtime/events';
import mongoose from 'mongoose';
import {
  added,
  anything,
  documentSchema,
  nullable,
  number,
  oneOf,
  optional,
  type Stored,
  text,
  time,
} from '../store/document';

/** How long a subscription is kept without a renewal by its device, in days. */
const PUSH_SUBSCRIPTION_DAYS = 90;

const subscriptionFields = {
  _id: text,
  user_id: text,
  /** The token of the session that subscribed: nothing is sent once that session has ended. */
  token: anything<TokenId>(),
  /**
   * When that session expires. Missing in rows from before this field existed: these sessions count as valid until the
   * subscription is renewed or is deleted after `PUSH_SUBSCRIPTION_DAYS`.
   */
  expires_at: added(nullable(time)),
  /** How the device is reached; missing in rows from before there was more than Web Push. */
  transport: added(oneOf(['web', ...phoneTransports])),
  /** The browser's address at its push service, or the token of the phone. */
  endpoint: text,
  /** The keys of a browser, with which its messages are encrypted. */
  p256dh: optional(text),
  auth: optional(text),
  language: text,
  muted: anything<NotificationKind[]>(),
  quiet: anything<QuietHours | null>(),
  time_zone: text,
  /**
   * The radius in which a driver is notified of new ride requests, in km; missing or null if the driver is not
   * notified.
   */
  near_km: added(nullable(number)),
  /** When the device last subscribed. */
  seen_at: time,
};

/** A browser or a phone that is notified. `_id` is a hash of its address or token. */
export type PushSubscriptionDocument = Stored<typeof subscriptionFields>;

const schema = documentSchema('push_subscriptions', subscriptionFields);
schema.index({ user_id: 1, seen_at: -1 });
// The devices that want new requests, the newest first.
schema.index({ seen_at: -1 }, { partialFilterExpression: { near_km: { $gt: 0 } } });
// The app renews a subscription at each start; a row that nothing renews belongs to a session that has long ended.
schema.index({ seen_at: 1 }, { expireAfterSeconds: PUSH_SUBSCRIPTION_DAYS * 86_400 });

export const PushSubscriptionModel = mongoose.model<PushSubscriptionDocument>('PushSubscription', schema);

const keyFields = { _id: text, public_key: text, private_key: text, created_at: time };

/** The VAPID keys of this installation: one document, made when the first browser asks for the key. */
export type PushKeysDocument = Stored<typeof keyFields>;

export const PushKeysModel = mongoose.model<PushKeysDocument>('PushKeys', documentSchema('push_keys', keyFields));
