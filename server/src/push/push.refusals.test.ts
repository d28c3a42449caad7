import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPushService, type TestPushService } from '../testing/push-service';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { withSettings } from '../testing/settings';

const app = setUpApp();
const { customer } = setUpPeople({ customer: () => app.register('customer') });

let service: TestPushService;
let restore = () => {};
beforeAll(async () => {
  service = await openPushService();
  restore = withSettings({ PUSH_SERVICES: `${service.origin}, *.push.example.org` });
});
afterAll(async () => {
  restore();
  await service.close();
});

/** Subscribes a new browser with these fields instead of its own; returns the status of the reply. */
const subscribe = async (more: object) => {
  const { endpoint, keys } = service.browser();
  const body = { endpoint, keys, ...more };
  return (await app.request('PUT', '/push/subscription', { token: customer.token, body })).status;
};

const padded = (padding: string) => {
  const own = createECDH('prime256v1');
  return { keys: { p256dh: own.generateKeys('base64url') + padding, auth: 'A'.repeat(22) + padding } };
};

test('a subscription at an allowed subdomain is accepted', async () => {
  expect(await subscribe({ endpoint: 'https://a.push.example.org/send/x?y=1', ...padded('==') })).toBe(200);
});

test.each([
  ['an address without TLS', { endpoint: 'http://fcm.googleapis.com/send/x' }],
  ["an address of the server's own machine", { endpoint: 'https://127.0.0.1/send/x' }],
  ['a host that only ends like a push service', { endpoint: 'https://evilpush.example.org/send/x' }],
  ['a host with an empty label', { endpoint: 'https://.push.example.org/send/x' }],
  ['a host with an empty label inside', { endpoint: 'https://a..push.example.org/send/x' }],
  ['another port of a push service', { endpoint: 'https://a.push.example.org:8443/send/x' }],
  ['an address with a name and a password', { endpoint: 'https://a:b@a.push.example.org/send/x' }],
  ['an address with a password alone', { endpoint: 'https://:b@a.push.example.org/send/x' }],
  ['an address with a fragment', { endpoint: 'https://a.push.example.org/send/x#1' }],
  ['an address with an empty fragment', { endpoint: 'https://a.push.example.org/send/x#' }],
  ['an address with an empty query', { endpoint: 'https://a.push.example.org/send/x?' }],
  ['an address in capital letters', { endpoint: 'https://A.push.example.org/send/x' }],
  ['an address with the usual port', { endpoint: 'https://a.push.example.org:443/send/x' }],
  ['a host with a dot at its end', { endpoint: 'https://a.push.example.org./send/x' }],
  ['an address with `..` in its path', { endpoint: 'https://a.push.example.org/other/../send/x' }],
  ['an address longer than any real one', { endpoint: `https://a.push.example.org/send/${'x'.repeat(1_000)}` }],
  ['a key of another length', { keys: { p256dh: 'short', auth: 'short' } }],
  ['keys with much padding', padded('='.repeat(1_000))],
  ['keys with three characters of padding', padded('===')],
  ['a key that is no point of the curve', { keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'A'.repeat(22) } }],
  ['an unknown kind of notification', { muted: ['weather'] }],
  ['a time that no clock shows', { quiet: { from: '24:00', to: '07:00' } }],
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
])('a subscription with %s is refused with 400', async (_what, more) => {
  expect(await subscribe(more)).toBe(400);
});
