import { z } from 'zod';
import { optional, says } from '../core/fields';
import { type NotificationKind, notificationKinds } from '../notifications/notifications.schema';
import { RadiusKm } from '../rides/rides.schema';

/**
 * A kind that a device is notified of: every kind of the inbox but the invitation to rate, for which the message of
 * `ride_completed` asks at the same moment; and new requests near a driver, which are in no inbox.
 */
export type PushKind = Exclude<NotificationKind, 'rate_ride'> | 'request_near';

/** Whether devices are notified of this kind of the inbox. */
export const isPushKind = (kind: NotificationKind): kind is Exclude<NotificationKind, 'rate_ride'> =>
  kind !== 'rate_ride';

export const pushKinds: readonly PushKind[] = [...notificationKinds.filter(isPushKind), 'request_near'];

/** The longest address of a push service that is accepted; real ones have some 200 characters. */
const MAX_ADDRESS = 1_000;
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), says('push.keys'));

const PushAddress = z.url(says('push.service')).max(MAX_ADDRESS, says('push.service'));

/** A time of day by the clock of the device: 22:30. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('push.time'));

/** The hours in which only urgent notifications are sent; `to` may lie on the next day. */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay });
export type QuietHours = z.infer<typeof QuietHours>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What this device is notified of. */
const PushChoice = z.object({
  /** Kinds of notifications that are switched off. */
  muted: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
  quiet: QuietHours.nullable(),
  /** An IANA time zone, for the quiet hours. */
  time_zone: z.string().max(64).refine(isTimeZone, says('push.time_zone')),
  /** The radius around a driver's last position in which the driver asks to be notified of new requests; null: none. */
  near_km: RadiusKm.nullable(),
});

/** A subscription as the browser's `PushSubscription.toJSON()` gives it, and what the device is notified of. */
export const PushSubscriptionInput = z.object({
  endpoint: PushAddress,
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  muted: PushChoice.shape.muted.default([]),
  quiet: optional(QuietHours),
  time_zone: PushChoice.shape.time_zone.default('Asia/Kolkata'),
  near_km: optional(RadiusKm),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

export const PushSubscription = PushChoice;
export type PushSubscription = z.infer<typeof PushSubscription>;

/** The server's public VAPID key (RFC 8292), in base64url, which a browser subscribes with. */
export const PushKey = z.object({ public_key: z.string() });

export const UnsubscribeInput = z.object({ endpoint: PushAddress });

/** What the service worker receives: a notification of the inbox, and the address that it opens. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A later notification with the same tag replaces this one. */
  tag: z.string(),
  /** Relative to the app's origin. */
  url: z.string().regex(/^\/\?/),
});
export type PushMessage = z.infer<typeof PushMessage>;
