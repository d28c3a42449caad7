import { me } from '@boli/shared/auth/auth.endpoints';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type Answer, fakeServer } from '../testing/server';
import { call } from './api';
import { signIn, signOut } from './session';

const subscription = {
  options: {},
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
  unsubscribe: async () => {
    held = null;
  },
};
/** The browser's subscription; null without one. */
let held: typeof subscription | null = null;
let permission = 'granted';
const pushManager = {
  getSubscription: async () => held,
  subscribe: async () => {
    held = subscription;
    return held;
  },
};
const registration = { pushManager, getNotifications: async () => [] };
Object.assign(globalThis, {
  PushManager: class {},
  Notification: {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  },
});
const worker = Object.assign(new EventTarget(), {
  ready: Promise.resolve(registration),
  getRegistration: async () => registration,
});
Object.defineProperty(navigator, 'serviceWorker', { value: worker });
const { startPush, turnOffPush, turnOnPush, usePush } = await import('./push');

const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
const choice = { owner: user.id, muted: ['rate_ride'], quiet: null, near_km: null };
const state = () => usePush.getState().state;
const isOn = () => waitFor(() => expect(state()).toBe('on'));

let requests: ReturnType<typeof fakeServer>['requests'];
/** Answers of the server in place of the usual ones. */
let answers: Record<string, Answer> = {};
const sent = () => requests.map(({ method, path }) => `${method} ${path}`);

beforeAll(() => startPush());
beforeEach(() => {
  [answers, permission] = [{}, 'granted'];
  ({ requests } = fakeServer({
    'GET /push/key': () => answers['GET /push/key'] ?? { body: { public_key: 'BKey' } },
    'PUT /push/subscription': () => ({ body: {} }),
    'POST /push/unsubscribe': () => ({ body: { success: true } }),
    'GET /auth/me': () => ({ body: user }),
  }));
});
afterEach(async () => {
  signOut();
  // This call runs after all pending renewals.
  await turnOffPush();
  localStorage.clear();
});

/** The app starts for a person for whom this device has stored a choice. */
const start = (stored: object) => {
  localStorage.setItem('push_choice', JSON.stringify({ ...choice, ...stored }));
  signIn({ access_token: 't', token_type: 'bearer', user });
};

test('a browser that has dropped its subscription is subscribed anew at the start', async () => {
  start({ is_on: true });
  await isOn();
  expect(sent()).toEqual(['GET /push/key', 'PUT /push/subscription']);
  expect(requests.at(-1)?.body).toMatchObject({ ...subscription.toJSON(), muted: ['rate_ride'] });
  expect(held).toBe(subscription);
});

test('when the service worker reports that the subscription was dropped, the browser is subscribed anew', async () => {
  start({ is_on: true });
  await isOn();
  held = null;
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'DROPPED' } }));
  expect(state()).toBe('off');
  await isOn();
  expect(held).toBe(subscription);
  expect(sent().filter((one) => one.startsWith('PUT'))).toHaveLength(2);
});

test.each([
  ['the person has turned notifications off', { is_on: false }, 'granted'],
  ['an older version of the app has not stored whether they are on', {}, 'granted'],
  ['the browser would ask the person again', { is_on: true }, 'default'],
])('a browser without a subscription is not subscribed at the start if %s', async (_why, stored, given) => {
  permission = given;
  start(stored);
  // This call runs after the renewal at the start.
  await turnOffPush();
  expect([sent(), held, state()]).toEqual([[], null, 'off']);
});

test('turning notifications off and on again is stored', async () => {
  const stored = () => JSON.parse(localStorage.getItem('push_choice') ?? '');
  start({ is_on: true });
  await isOn();
  await turnOffPush();
  expect([stored(), state()]).toEqual([{ ...choice, is_on: false }, 'off']);
  await turnOnPush();
  expect([stored(), state()]).toEqual([{ ...choice, is_on: true }, 'on']);
});

test.each([
  ['the network is back', async () => window.dispatchEvent(new Event('online'))],
  ['another call reaches the server again', async () => call(me)],
])('after a start without a network, notifications are on once %s', async (_when, comeBack) => {
  answers = { 'GET /push/key': { lost: true } };
  start({ is_on: true });
  // This call runs after the renewal at the start.
  await expect(turnOnPush()).rejects.toThrow();
  expect(state()).toBe('off');
  answers = {};
  await comeBack();
  await isOn();
});
