import { createHash } from 'node:crypto';
import type { PushKind } from '@boli/shared/push/push.schema';
import type { NotificationDocument } from '../notifications/notifications.model';
import type { PushSubscriptionDocument } from './push.model';

const SECOND = 1;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Kinds that concern a ride which is about to begin or has just begun: they are sent in quiet hours, too. */
const urgentKinds: readonly PushKind[] = [
  'booking_accepted',
  'booking_cancelled',
  'booking_rejected',
  'driver_arriving',
  'driver_arrived',
  'ride_started',
  'ride_reminder',
];
/** Kinds to which the person has to react soon: they are sent with high urgency, but not in quiet hours. */
const promptKinds: readonly PushKind[] = [
  'booking_requested',
  'quote_received',
  'counter_asked',
  'counter_answered',
  'request_near',
];

/**
 * How long a push service keeps a notification for a device that it cannot reach, in seconds; a day for a kind that is
 * not listed.
 */
const keptSeconds: Partial<Record<PushKind, number>> = {
  quote_received: 10 * MINUTE,
  // The driver may answer for this long.
  counter_asked: MINUTE,
  counter_answered: 5 * MINUTE,
  booking_requested: 15 * MINUTE,
  driver_arriving: 3 * MINUTE,
  driver_arrived: 10 * MINUTE,
  ride_started: 30 * MINUTE,
  request_near: 5 * MINUTE,
  ride_reminder: 30 * MINUTE,
};

export const secondsKept = (kind: PushKind): number => keptSeconds[kind] ?? DAY;
export const urgencyOf = (kind: PushKind): 'high' | 'normal' =>
  urgentKinds.includes(kind) || promptKinds.includes(kind) ? 'high' : 'normal';

/** Whether the session that made a subscription has expired. A row without the time counts as valid. */
export function hasExpired({ expires_at }: Pick<PushSubscriptionDocument, 'expires_at'>, now: Date): boolean {
  return expires_at != null && expires_at.getTime() <= now.getTime();
}

/** The minutes since midnight of a time of day like 22:30. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether `now` is within the quiet hours of a device. */
export function isQuiet(
  { quiet, time_zone }: Pick<PushSubscriptionDocument, 'quiet' | 'time_zone'>,
  now: Date,
): boolean {
  if (!quiet) return false;
  const clockOfDevice = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [from, to, at] = [quiet.from, quiet.to, clockOfDevice.format(now)].map(minutesOf) as [number, number, number];
  return from <= to ? at >= from && at < to : at >= from || at < to;
}

/** Whether a device is notified of a kind now. */
export function wants(device: PushSubscriptionDocument, kind: PushKind, now: Date): boolean {
  if (device.muted.some((muted) => muted === kind)) return false;
  return urgentKinds.includes(kind) || !isQuiet(device, now);
}

/**
 * The subject of a notification: a later notification on the same subject replaces an earlier one. All quotes on a
 * request are one subject, and so is all that happens to a booking.
 */
export function subjectOf({
  kind,
  booking_id,
  ride_request_id,
}: Pick<NotificationDocument, 'kind' | 'booking_id' | 'ride_request_id'>): string {
  return booking_id ?? ride_request_id ?? kind;
}

/** The `Topic` header of a subject (RFC 8030: at most 32 characters of base64url). */
export function topicOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url').slice(0, 32);
}
