import { type PhoneTransport, phoneTransports } from '@boli/shared/push/push.schema';
import { apnsTransport } from './push.apns';
import { fcmTransport } from './push.fcm';
import type { PushSubscriptionDocument } from './push.model';
import { sendPush, serviceOf } from './push.sender';
import type { PushTransport } from './push.transport';

const web: PushTransport = { serviceOf: ({ endpoint }) => serviceOf(endpoint), send: sendPush };
const transports = { web, fcm: fcmTransport, apns: apnsTransport } satisfies Record<string, PushTransport>;

/** The transport that reaches a device. */
export function transportOf({ transport = 'web' }: Pick<PushSubscriptionDocument, 'transport'>): PushTransport {
  return transports[transport];
}

/** The services for phones that this server has keys for. */
export function phonesReached(): PhoneTransport[] {
  return phoneTransports.filter((name) => transports[name].serviceOf({ endpoint: '' }) !== null);
}
