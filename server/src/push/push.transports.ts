import { type PhoneTransport, phoneTransports } from '@boli/shared/push/push.schema';
import { apnsTransport } from './push.apns';
import { fcmTransport } from './push.fcm';
import type { PushSubscriptionDocument } from './push.model';
import type { PushTransport } from './push.transport';
import { webTransport } from './push.web';

const transports = { web: webTransport, fcm: fcmTransport, apns: apnsTransport } satisfies Record<
  string,
  PushTransport
>;

/** The transport that reaches a device. */
export function transportOf({ transport = 'web' }: Pick<PushSubscriptionDocument, 'transport'>): PushTransport {
  return transports[transport];
}

/** The services for phones that this server has keys for. */
export function phonesReached(): PhoneTransport[] {
  return phoneTransports.filter((name) => transports[name].serviceOf({ endpoint: '' }) !== null);
}
