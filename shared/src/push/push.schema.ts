import { z } from 'zod';
import { optional, says } from '../core/fields';
import { type NotificationKind, notificationKinds } from '../notifications/notifications.schema';
import { RadiusKm } from '../rides/rides.schema';

/**
 * A kind of notification that devices receive: `request_near`, which is in no inbox, and every kind of the inbox except
 * `rate_ride`. Only older inboxes have `rate_ride`: today `ride_completed` asks for the rating.
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
  /** The device is notified of new requests within this radius of the driver's last position; null: of none. */
  near_km: RadiusKm.nullable(),
});

/** The services for phones: Firebase Cloud Messaging for Android, and Apple's for iPhones. */
export const phoneTransports = ['fcm', 'apns'] as const;
export type PhoneTransport = (typeof phoneTransports)[number];

/** A registration token of Firebase Cloud Messaging; real ones have some 160 characters. */
const FcmToken = z
  .string()
  .max(1_000, says('push.token'))
  .regex(/^[\w:.-]{20,}$/, says('push.token'));
/** A device token of APNs in hexadecimal digits, 32 bytes today; capital letters are the same token. */
const ApnsToken = z
  .string()
  .toLowerCase()
  .regex(/^([0-9a-f]{2}){32,100}$/, says('push.token'));

const asChosen = {
  muted: PushChoice.shape.muted.default([]),
  quiet: optional(QuietHours),
  time_zone: PushChoice.shape.time_zone.default('Asia/Kolkata'),
  near_km: optional(RadiusKm),
};
/** The app on a phone, with the token of its service. */
const FcmDevice = z.object({ transport: z.literal('fcm'), token: FcmToken });
const ApnsDevice = z.object({ transport: z.literal('apns'), token: ApnsToken });
const transport = { error: says('push.transport') };

/** A browser's subscription as its `PushSubscription.toJSON()` gives it, and what the device is notified of. */
const WebSubscription = z.object({
  transport: z.literal('web').optional(),
  endpoint: PushAddress,
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  ...asChosen,
});
export type WebSubscription = z.infer<typeof WebSubscription>;

/** How a device is reached (by Web Push if `transport` is missing), and what it is notified of. */
export const PushSubscriptionInput = z.discriminatedUnion(
  'transport',
  [WebSubscription, FcmDevice.extend(asChosen), ApnsDevice.extend(asChosen)],
  transport,
);
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

export const PushSubscription = PushChoice;
export type PushSubscription = z.infer<typeof PushSubscription>;

/** What a device needs before it subscribes. */
export const PushKey = z.object({
  /** The server's public VAPID key (RFC 8292), in base64url, which a browser subscribes with. */
  public_key: z.string(),
  /** The services for phones that this server has keys for. */
  phones: z.array(z.enum(phoneTransports)),
});
export type PushKey = z.infer<typeof PushKey>;

/** The device whose subscription ends. */
export const UnsubscribeInput = z.discriminatedUnion(
  'transport',
  [z.object({ transport: z.literal('web').optional(), endpoint: PushAddress }), FcmDevice, ApnsDevice],
  transport,
);
export type UnsubscribeInput = z.infer<typeof UnsubscribeInput>;

/**
 * A message about a notification of the inbox or a new request near the driver: the texts that a device shows, and the
 * address that it opens. In a browser the service worker receives the message.
 */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A later notification with the same tag replaces this one. */
  tag: z.string(),
  /** Relative to the app's origin. */
  url: z.string().regex(/^\/\?/),
});
export type PushMessage = z.infer<typeof PushMessage>;
