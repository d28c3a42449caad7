import webPush from 'web-push';
import { clock } from '../core/clock';
import { DeliveryFailed } from '../core/delivery-queue';
import { settings } from '../settings';
import { connectionFailed, isTemporary, pauseAsked } from './push.connection';
import { isPublicKey, vapidKeys } from './push.keys';
import { pushSubscriptions } from './push.repository';
import type { PushTransport } from './push.transport';

/** The statuses of a push service that does not know the subscription any more. */
const GONE = [404, 410];
/** The error code for a host that does not exist. */
const NO_HOST = 'ENOTFOUND';

const hasEmptyLabel = (host: string) => host.split('.').includes('');
const matches = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && !hasEmptyLabel(host) : host === pattern;

/**
 * The entry of `PUSH_SERVICES` that allows the server to send to this address; null if none does. An entry with a scheme
 * allows exactly that origin, any other entry its hosts over HTTPS. Only one spelling of an address is allowed, because
 * with another spelling the same browser would have a second subscription.
 */
function serviceOf(address: string): string | null {
  const { protocol, hostname, origin, href, username, password, port } = new URL(address);
  if (username + password !== '' || href !== address || /#|\?$/.test(address)) return null;
  const services = settings()
    .PUSH_SERVICES.split(',')
    .map((name) => name.trim());
  if (services.includes(origin)) return origin;
  const isPlain = protocol === 'https:' && port === '';
  return (isPlain && services.find((pattern) => matches(hostname, pattern))) || null;
}

/** The contact to whom a push service may write about this server's messages (RFC 8292). */
function contact(): string {
  const { PUBLIC_URL } = settings();
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'mailto:operator@boli.invalid';
}

/** Encrypts a message for its browser (RFC 8291) and posts it to the push service (RFC 8030). */
const send: PushTransport['send'] = async ({ to, message, urgency, topic, secondsKept }, signal) => {
  if (serviceOf(to.endpoint) === null) throw new DeliveryFailed('not_allowed', true);
  const { p256dh = '', auth = '' } = to;
  if (!isPublicKey(p256dh)) {
    await pushSubscriptions.remove(to.user_id, [to._id]);
    throw new DeliveryFailed('keys', true);
  }
  const { public_key: publicKey, private_key: privateKey } = await vapidKeys();
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject: contact(), publicKey, privateKey }, TTL: secondsKept, urgency, topic },
  );
  const { status, retryAfter } = await post(endpoint, { headers, body, signal });
  if (GONE.includes(status)) await pushSubscriptions.remove(to.user_id, [to._id]);
  const pause = pauseAsked(retryAfter, clock.millis());
  if (status >= 300) throw new DeliveryFailed(String(status), !isTemporary(status), pause);
};

/** Posts an encrypted message. Redirects are not followed, so that only allowed services are called. */
async function post(
  address: string,
  { headers, body, signal }: { headers: Record<string, string | number>; body: Buffer; signal: AbortSignal },
): Promise<{ status: number; retryAfter: string | null }> {
  const { 'Content-Length': _ours, ...others } = headers;
  const named = Object.entries(others).map(([name, value]) => [name, String(value)] as const);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: new Headers(named.map(([name, value]): [string, string] => [name, value])),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    await answer.body?.cancel();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    const { code } = connectionFailed(error);
    throw new DeliveryFailed(code, code === NO_HOST);
  }
}

/** Reaches browsers through their push services (Web Push). */
export const webTransport: PushTransport = { serviceOf: ({ endpoint }) => serviceOf(endpoint), send };
