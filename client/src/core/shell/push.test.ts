import { PUSH_CHANNEL } from '@boli/shared/push/push.channel';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { fakeServer } from '../../testing/server';
import { choosePush, startPush, turnOffPush, turnOnPush, usePush } from '../push';
import { setPhonePush } from '../push-device';
import { signIn, signOut } from '../session';
import { startPhonePush } from './push';

const TOKEN = 'a'.repeat(40);
const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
let phone: FakeBridge;
let receive = 'granted';
let phones = ['fcm'];
let isAway = false;
/** The status of the server's response to a subscription. */
let status = 200;
let requests: ReturnType<typeof fakeServer>['requests'];

beforeEach(async () => {
  [receive, phones, status, isAway] = ['granted', ['fcm'], 200, false];
  phone = fakeBridge(
    {
      'PushNotifications.checkPermissions': async () => ({ receive: 'prompt' }),
      'PushNotifications.requestPermissions': async () => ({ receive }),
      'PushNotifications.unregister': async () => {
        if (isAway) throw new Error('SERVICE_NOT_AVAILABLE');
      },
      'PushNotifications.register': async () => phone.emit('registration', { value: TOKEN }),
    },
    'android',
  );
  ({ requests } = fakeServer({
    'GET /push/key': () => ({ body: { public_key: 'BKey', phones } }),
    'PUT /push/subscription': (body) =>
      status === 200
        ? { body: { muted: [], quiet: null, time_zone: 'UTC', ...Object(body) } }
        : { status, body: { code: 'push.taken' } },
    'POST /push/unsubscribe': () => ({ body: { success: true } }),
  }));
  signIn({ access_token: 't', token_type: 'bearer', user });
  await startPhonePush();
});
afterEach(() => {
  signOut();
  setPhonePush(null);
  phone.remove();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

const named = (name: string) => phone.calls.filter((call) => call.name === `PushNotifications.${name}`);
const last = () => requests.at(-1);

test('the start asks the person for nothing and registers nothing', () => {
  expect([named('requestPermissions'), named('register')]).toEqual([[], []]);
});

test('switching on asks the person, makes the channel and sends the token; switching off ends the subscription and the registration', async () => {
  expect(await turnOnPush()).toBe('on');
  expect(named('createChannel')[0]?.options).toMatchObject({ id: PUSH_CHANNEL });
  expect(last()).toMatchObject({ method: 'PUT', body: { transport: 'fcm', token: TOKEN, muted: [] } });
  await choosePush({ muted: ['quote_received'], quiet: null, near_km: null });
  expect(last()).toMatchObject({ method: 'PUT', body: { token: TOKEN, muted: ['quote_received'] } });
  await turnOffPush();
  expect(last()).toMatchObject({ path: '/push/unsubscribe', body: { transport: 'fcm', token: TOKEN } });
  expect(named('unregister')).toHaveLength(1);
});

test('a refusal on the phone registers nothing', async () => {
  receive = 'denied';
  await turnOnPush();
  expect([usePush.getState().state, named('register')]).toEqual(['denied', []]);
});

test('the person is not asked if the server has no keys for the phone', async () => {
  phones = ['apns'];
  await turnOnPush();
  expect([usePush.getState().state, named('requestPermissions')]).toEqual(['unsupported', []]);
});

test('a phone is not left registered if the server still has its token for another account after a second try', async () => {
  status = 409;
  await expect(turnOnPush()).rejects.toThrow('409');
  expect([named('register').length, named('unregister').length]).toEqual([2, 2]);
  expect(localStorage.getItem('push_token')).toBeNull();
});

test('sign-out ends the registration and removes the shown notifications', async () => {
  startPush();
  await turnOnPush();
  signOut();
  await waitFor(() => expect(named('unregister')).toHaveLength(1));
  await waitFor(() => expect(named('removeAllDeliveredNotifications').length).toBeGreaterThan(0));
  expect(localStorage.getItem('push_token')).toBeNull();
});

test('a sign-out without a network ends the registration once the network is back', async () => {
  startPush();
  await turnOnPush();
  isAway = true;
  signOut();
  await waitFor(() => expect(named('unregister').length).toBeGreaterThan(0));
  expect(localStorage.getItem('push_token')).toBe(TOKEN);
  isAway = false;
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(localStorage.getItem('push_token')).toBeNull();
  });
});

test('a pressed notification shows its page; a URL of another kind is ignored', () => {
  const press = (url: unknown) => phone.emit('pushNotificationActionPerformed', { notification: { data: { url } } });
  press('https://example.org/?booking=b1');
  expect(window.location.search).toBe('');
  press('/?booking=b1');
  expect(window.location.search).toBe('?booking=b1');
});
