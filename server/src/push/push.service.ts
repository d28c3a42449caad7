import { createHash } from 'node:crypto';
import { type Language, languageFor } from '@boli/shared/core/messages';
import {
  isPushKind,
  type PushKind,
  type PushMessage,
  type PushSubscriptionInput,
  type UnsubscribeInput,
  type WebSubscription,
} from '@boli/shared/push/push.schema';
import { hasToken } from '../auth/auth.policy';
import { type NamedHolder, users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { countOutcomes } from '../core/delivery.metrics';
import { DeliveryQueue, type QueueLimits } from '../core/delivery-queue';
import { Conflict, Invalid } from '../core/errors';
import { logger } from '../core/logger';
import type { DomainEvents } from '../domain-events';
import { profiles } from '../drivers/drivers.repository';
import type { NotificationDocument } from '../notifications/notifications.model';
import { closeSessions } from './push.http2';
import { isPublicKey } from './push.keys';
import type { PushSubscriptionDocument } from './push.model';
import { hasExpired, secondsKept, subjectOf, topicOf, urgencyOf, wants } from './push.policy';
import { pushSubscriptions, type SubscriptionOwner } from './push.repository';
import { pushMessage } from './push.text';
import type { Push } from './push.transport';
import { transportOf } from './push.transports';

/** The maximum number of devices of a person; a new one replaces the one that subscribed longest ago. */
const MAX_DEVICES = 10;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const limits: QueueLimits = {
  most: 5_000,
  atOnce: 8,
  ofOne: { most: 50, atOnce: 2 },
  attemptMs: 10 * SECOND,
  pausesMs: [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE],
};
const outcomes = countOutcomes('pushes');
/**
 * The queue of each push service, by its transport and its entry in `PUSH_SERVICES`: a service that answers slowly
 * holds up no other one.
 */
const queues = new Map<string, DeliveryQueue<Push>>();

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const idOf = (device: UnsubscribeInput) =>
  hashOf('token' in device ? `${device.transport}:${device.token}` : device.endpoint);

/** The stored fields that say how a device is reached. Throws 400 if the server may not, or cannot, send to it. */
function addressOf(
  device: PushSubscriptionInput,
): Pick<PushSubscriptionDocument, 'transport' | 'endpoint' | 'p256dh' | 'auth'> {
  if (!('token' in device)) return addressOfBrowser(device);
  const { transport, token: endpoint } = device;
  if (transportOf({ transport }).serviceOf({ endpoint }) === null) throw new Invalid('push.off');
  return { transport, endpoint };
}

function addressOfBrowser({ endpoint, keys }: WebSubscription): { transport: 'web'; endpoint: string } & typeof keys {
  if (transportOf({}).serviceOf({ endpoint }) === null) throw new Invalid('push.service');
  if (!isPublicKey(keys.p256dh)) throw new Invalid('push.keys');
  return { transport: 'web', endpoint, ...keys };
}

/** The account of a subscription; null once the session that subscribed has ended or expired. */
async function holderOf(owner: SubscriptionOwner): Promise<NamedHolder | null> {
  if (hasExpired(owner, clock.now())) return null;
  const user = await users.byId(owner.user_id);
  return user && hasToken(user, owner.token) ? user : null;
}

/**
 * Stores a subscription. A subscription of another account is replaced only if the session that made it has ended:
 * iPhones keep their token when another person signs in. Returns false if it still belongs to another account.
 */
async function save(row: PushSubscriptionDocument): Promise<boolean> {
  if (await pushSubscriptions.save(row)) return true;
  const other = await pushSubscriptions.owner(row._id);
  if (other && (await holderOf(other))) return false;
  if (other) await pushSubscriptions.removeOfSession(row._id, other);
  return pushSubscriptions.save(row);
}

/** The radius that is stored for the caller: null for everybody but drivers with a profile. */
async function radiusOf({ id, role }: Actor, chosen: number | null): Promise<number | null> {
  return chosen !== null && role === 'driver' && (await profiles.byUser(id)) ? chosen : null;
}

/**
 * Subscribes a device of the caller, or changes what it is notified of. Throws 400 for an address outside of the
 * allowed push services, for an invalid key and for a transport that is off, 409 for a subscription of another account.
 */
export async function subscribe(
  actor: Actor,
  device: PushSubscriptionInput,
  language: Language,
): Promise<PushSubscriptionDocument> {
  const { muted, quiet, time_zone, near_km } = device;
  const row: PushSubscriptionDocument = {
    _id: idOf(device),
    user_id: actor.id,
    token: actor.token ?? { jti: null },
    expires_at: actor.expiresAt === undefined ? null : new Date(actor.expiresAt),
    ...addressOf(device),
    language,
    muted,
    quiet,
    time_zone,
    near_km: await radiusOf(actor, near_km),
    seen_at: clock.now(),
  };
  if (!(await save(row))) throw new Conflict('push.taken');
  const beyond = (await pushSubscriptions.of(actor.id)).slice(MAX_DEVICES);
  if (beyond.length > 0)
    await pushSubscriptions.remove(
      actor.id,
      beyond.map(({ _id }) => _id),
    );
  return row;
}

/** Ends the subscription of this device of the caller; does nothing if it has none. */
export async function unsubscribe(actor: Actor, device: UnsubscribeInput): Promise<void> {
  await pushSubscriptions.remove(actor.id, [idOf(device)]);
}

/** Notifies the devices of a person of a new row in the inbox, without waiting for the result; failures are logged. */
export function pushToDevices({ notification }: DomainEvents['notification.created']): void {
  queueFor(notification).catch((error: unknown) => logger.warn({ err: error }, 'the devices could not be read'));
}

function queueTo(device: PushSubscriptionDocument): DeliveryQueue<Push> {
  const { serviceOf, send } = transportOf(device);
  const name = `${device.transport ?? 'web'} ${serviceOf(device)}`;
  const known = queues.get(name);
  if (known) return known;
  const queue = new DeliveryQueue<Push>({ of: 'push', send, limits, outcomes, writesAnew: true });
  queues.set(name, queue);
  return queue;
}

async function queueFor(notification: NotificationDocument): Promise<void> {
  const { kind, user_id: userId } = notification;
  if (!isPushKind(kind)) return;
  const message = async (language: Language) => pushMessage(notification, language);
  for (const device of await pushSubscriptions.of(userId))
    queuePush(device, { kind, subject: subjectOf(notification), message });
}

/** What a device of a person is notified of. */
export interface PushNotice {
  kind: PushKind;
  /** A later notice on the same subject replaces this one. */
  subject: string;
  /**
   * The message for this device, with the stored data at the time of sending; null if there is nothing to send any
   * more.
   */
  message(language: Language, device: PushSubscriptionDocument): Promise<PushMessage | null>;
}

/** Queues a message for a device, unless the settings of the device exclude it now. */
export function queuePush(device: PushSubscriptionDocument, notice: PushNotice): void {
  const { kind, subject } = notice;
  const now = clock.now();
  if (!wants(device, kind, now)) return;
  queueTo(device).add({
    kind,
    endsAt: clock.database() + secondsKept(kind) * SECOND,
    owner: device.user_id,
    subject: `${device._id}:${subject}`,
    write: () => writePush(device, notice),
  });
}

/**
 * The message for a device; null once the device has ended its subscription or is used by another account. If the
 * session that subscribed has ended or expired, or the account is suspended, this function removes the subscription and
 * returns null.
 */
async function writePush(
  { _id: id, user_id: userId }: PushSubscriptionDocument,
  { kind, subject, message: write }: PushNotice,
): Promise<Push | null> {
  const device = await pushSubscriptions.one(userId, id);
  if (!device) return null;
  const user = await holderOf(device);
  if (!user || user.suspension) {
    await pushSubscriptions.removeOfSession(id, device);
    return null;
  }
  const message = await write(languageFor(device.language), device);
  return (
    message && {
      to: device,
      message,
      urgency: urgencyOf(kind),
      topic: topicOf(subject),
      secondsKept: secondsKept(kind),
    }
  );
}

/** How many messages are waiting or being sent. */
export function pushesWaiting(): number {
  return [...queues.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Stops sending, when the process stops. */
export async function closePush(): Promise<void> {
  const closing = [...queues.values()];
  queues.clear();
  await Promise.all(closing.map((queue) => queue.close()));
  closeSessions();
}
