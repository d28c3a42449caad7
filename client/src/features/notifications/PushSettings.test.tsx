import { notificationKinds } from '@boli/shared/notifications/notifications.schema';
import { isPushKind } from '@boli/shared/push/push.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signIn, signOut } from '../../core/session';
import { renderPart } from '../../testing/render';
import { fakeServer } from '../../testing/server';

/** The server's key, as the bytes that a subscription names; in base64url the same key is BKey. */
const ofServer = new Uint8Array([4, 167, 178]).buffer;
const ofOldServer = new Uint8Array([1, 2, 3]).buffer;
const subscription = {
  options: { applicationServerKey: ofServer },
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
  unsubscribe: jest.fn(async () => {
    held = null;
    return true;
  }),
};
let held: typeof subscription | null = null;
const pushManager = {
  getSubscription: async () => held,
  subscribe: jest.fn(async (_options: object) => {
    if (held && held.options.applicationServerKey !== ofServer)
      throw new DOMException('another key', 'InvalidStateError');
    subscription.options.applicationServerKey = ofServer;
    held = subscription;
    return subscription;
  }),
};
/** A notification that the system shows. */
const shown = { close: jest.fn() };
const registration = { pushManager, getNotifications: jest.fn(async () => [shown]) };
const permission = { answer: 'granted', given: 'default' };

Object.assign(globalThis, {
  PushManager: class {},
  Notification: {
    get permission() {
      return permission.given;
    },
    requestPermission: async () => permission.answer,
  },
});
const worker = Object.assign(new EventTarget(), {
  ready: Promise.resolve(registration),
  getRegistration: async () => registration,
});
Object.defineProperty(navigator, 'serviceWorker', { value: worker });
const { startPush, turnOnPush, usePush } = await import('../../core/push');
const { PushSettings } = await import('./PushSettings');
const { groupsOf } = await import('./push-kinds');

const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  permission.answer = 'granted';
  permission.given = 'default';
});
afterEach(() => {
  cleanup();
  signOut();
  held = null;
  usePush.setState({ state: 'off', choice: { muted: [], quiet: null, near_km: null } });
  localStorage.clear();
});

/** Stores a choice, as if the user had made it on this device before. */
const stored = (choice: object) => localStorage.setItem('push_choice', JSON.stringify({ owner: user.id, ...choice }));

const open = (more: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({
    'GET /push/key': () => ({ body: { public_key: 'BKey' } }),
    'PUT /push/subscription': (body) => ({ body: { muted: [], quiet: null, time_zone: 'UTC', ...Object(body) } }),
    'POST /push/unsubscribe': () => ({ body: { success: true } }),
    ...more,
  });
  renderPart(<PushSettings />);
  const sent = () =>
    server.requests.filter(({ path }) => path.startsWith('/push/')).map(({ method, path }) => `${method} ${path}`);
  const lastBody = () => server.requests.filter(({ method }) => method === 'PUT').at(-1)?.body;
  return { sent, lastBody };
};
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('switch', { name: new RegExp(`^${name}`) }));
const turnOn = async () => {
  await press('Notify me on this device');
  await waitFor(() => expect(usePush.getState().state).toBe('on'));
};

test('the switch asks the browser, subscribes with the key of the server and sends the subscription', async () => {
  const { sent, lastBody } = open();
  await turnOn();
  expect(sent()).toEqual(['GET /push/key', 'PUT /push/subscription']);
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(lastBody()).toMatchObject({ ...subscription.toJSON(), muted: [], quiet: null });
});

test('a refusal in the browser sends nothing', async () => {
  permission.answer = 'denied';
  const { sent } = open();
  await press('Notify me on this device');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Notify me on this device/ }).disabled).toBe(false),
  );
  expect(sent()).toEqual([]);
  expect(usePush.getState().state).not.toBe('on');
});

test('a group of kinds is switched off and on, and the quiet hours are from 22:00 to 07:00 by default', async () => {
  const { lastBody } = open();
  await turnOn();
  await press('New quotes and bookings');
  await waitFor(() => expect(lastBody()).toMatchObject({ muted: ['quote_received', 'counter_answered'] }));
  await waitFor(() => expect(usePush.getState().choice.muted).toEqual(['quote_received', 'counter_answered']));
  await press('Quiet hours');
  await waitFor(() => expect(lastBody()).toMatchObject({ quiet: { from: '22:00', to: '07:00' } }));
  await screen.findByLabelText('From');
  await press('New quotes and bookings');
  await waitFor(() => expect(lastBody()).toMatchObject({ muted: [], quiet: { from: '22:00', to: '07:00' } }));
});

test('quick changes are shown immediately, and the last of them is sent', async () => {
  const { sent, lastBody } = open();
  await turnOn();
  await screen.findByRole('switch', { name: /^My rides/ });
  for (const name of ['New quotes and bookings', 'My rides', 'Quiet hours', 'Payments and refunds'])
    fireEvent.click(screen.getByRole('switch', { name: new RegExp(`^${name}`) }));
  const muted = groupsOf('customer').flatMap(({ kinds }) => kinds);
  expect(usePush.getState().choice).toEqual({ muted, quiet: { from: '22:00', to: '07:00' }, near_km: null });
  await waitFor(() => expect(lastBody()).toMatchObject({ muted, quiet: { from: '22:00', to: '07:00' } }));
  expect(sent()).toEqual(['GET /push/key', 'PUT /push/subscription', 'PUT /push/subscription']);
});

test('a choice that cannot be saved is reverted, with a message', async () => {
  open({ 'PUT /push/subscription': () => ({ status: 503, body: {} }) });
  held = subscription;
  usePush.setState({ state: 'on' });
  await press('My rides');
  expect(await screen.findByText('Your choice could not be saved. Please try again.')).toBeTruthy();
  expect(usePush.getState().choice.muted).toEqual([]);
});

test('kinds that the server does not know are left out of a choice that an older version has stored', async () => {
  stored({ muted: ['weather', 'rate_ride', 7], quiet: { from: '25:00' } });
  held = subscription;
  permission.given = 'granted';
  const { lastBody } = open();
  startPush();
  await waitFor(() => expect(lastBody()).toMatchObject({ muted: ['rate_ride'], quiet: null }));
});

test('without a service worker the switch gives up after ten seconds', async () => {
  const { ready } = worker;
  worker.ready = new Promise(() => undefined);
  const { sent } = open();
  jest.useFakeTimers();
  try {
    const turned = expect(turnOnPush()).rejects.toThrow('not ready');
    await jest.advanceTimersByTimeAsync(10_000);
    await turned;
  } finally {
    jest.useRealTimers();
    worker.ready = ready;
  }
  expect(sent()).not.toContain('PUT /push/subscription');
});

describe('a subscription with the key of another database is replaced', () => {
  beforeEach(() => {
    subscription.unsubscribe.mockClear();
    subscription.options.applicationServerKey = ofOldServer;
    held = subscription;
  });
  afterEach(() => {
    subscription.options.applicationServerKey = ofServer;
  });

  test('when the switch is turned on', async () => {
    const { sent } = open();
    await turnOn();
    expect(sent()).toContain('PUT /push/subscription');
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
  });

  test('at the start of the app', async () => {
    permission.given = 'granted';
    stored({});
    const { sent } = open();
    startPush();
    await waitFor(() => expect(sent()).toContain('PUT /push/subscription'));
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(held).toBe(subscription);
  });
});

describe('a subscription that the server has for another account', () => {
  const taken = { status: 409, body: { code: 'push.taken' } };
  beforeEach(() => {
    subscription.unsubscribe.mockClear();
    held = subscription;
  });

  test('is replaced by a fresh one', async () => {
    const answers = [taken];
    const { sent } = open({ 'PUT /push/subscription': () => answers.pop() ?? { body: {} } });
    await turnOn();
    expect(sent()).toEqual(['GET /push/key', 'PUT /push/subscription', 'PUT /push/subscription']);
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(held).toBe(subscription);
  });

  test('is replaced once only: if the server refuses the fresh one too, the browser keeps none', async () => {
    const { sent } = open({ 'PUT /push/subscription': () => taken });
    await expect(turnOnPush()).rejects.toThrow('409');
    expect(sent()).toEqual(['GET /push/key', 'PUT /push/subscription', 'PUT /push/subscription']);
    expect(held).toBeNull();
  });
});

describe('what another account left on this device', () => {
  beforeEach(() => {
    shown.close.mockClear();
    held = subscription;
    permission.given = 'granted';
  });

  test.each([
    ['with its choice', { owner: 'u0', muted: ['booking_accepted'], quiet: { from: '00:00', to: '23:59' } }],
    ['with a choice that names no owner', { muted: ['booking_accepted'] }],
    ['without a choice', null],
  ])('is removed: the subscription %s, and the shown notifications', async (_what, choice) => {
    localStorage.setItem('push_choice', JSON.stringify(choice));
    const { sent } = open();
    startPush();
    await waitFor(() => expect(shown.close).toHaveBeenCalledTimes(1));
    expect([held, localStorage.getItem('push_choice'), sent()]).toEqual([null, null, []]);
    expect(usePush.getState()).toEqual({ state: 'off', choice: { muted: [], quiet: null, near_km: null } });
  });

  test('is not used as the choice of the person who then turns notifications on', async () => {
    held = null;
    localStorage.setItem('push_choice', JSON.stringify({ owner: 'u0', muted: ['booking_accepted'] }));
    const { lastBody } = open();
    startPush();
    await turnOn();
    expect(lastBody()).toMatchObject({ muted: [] });
    expect(JSON.parse(localStorage.getItem('push_choice') ?? '')).toEqual({
      owner: 'u1',
      muted: [],
      quiet: null,
      near_km: null,
      is_on: true,
    });
  });
});

test('the stored choice is kept for its owner while notifications are off', () => {
  stored({ muted: ['rate_ride'] });
  startPush();
  expect(usePush.getState()).toEqual({ state: 'off', choice: { muted: ['rate_ride'], quiet: null, near_km: null } });
});

test('a response that arrives after the sign-out does not switch notifications on for the next account', async () => {
  open({
    'PUT /push/subscription': () => {
      signOut();
      signIn({ access_token: 't2', token_type: 'bearer', user: { ...user, id: 'u2' } });
      return { body: { muted: [], quiet: null, time_zone: 'UTC' } };
    },
  });
  await press('Notify me on this device');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Notify me on this device/ }).disabled).toBe(false),
  );
  expect([usePush.getState().state, localStorage.getItem('push_choice')]).toEqual(['off', null]);
});

test('switching off ends the subscription on the server and in the browser', async () => {
  const { sent } = open();
  await turnOn();
  await press('Notify me on this device');
  await waitFor(() => expect(usePush.getState().state).toBe('off'));
  expect(sent().at(-1)).toBe('POST /push/unsubscribe');
  expect(held).toBeNull();
});

test('sign-out ends the subscription of the browser, removes the stored choice and closes the shown notifications', async () => {
  startPush();
  open();
  await turnOn();
  shown.close.mockClear();
  signOut();
  expect([usePush.getState(), localStorage.getItem('push_choice')]).toEqual([
    { state: 'off', choice: { muted: [], quiet: null, near_km: null } },
    null,
  ]);
  await waitFor(() => expect(held).toBeNull());
  expect(shown.close).toHaveBeenCalled();
  expect(registration.getNotifications).toHaveBeenLastCalledWith();
});

test('if notifications are refused in the browser, the reason is shown', () => {
  usePush.setState({ state: 'denied' });
  open();
  expect(screen.getByText(/Notifications are blocked/)).toBeTruthy();
});

test('a customer or a driver can switch off every kind of inbox notification that is also pushed; an admin is offered none', () => {
  const kinds = notificationKinds.filter(isPushKind).sort();
  expect(groupsOf('admin')).toEqual([]);
  const ofRoles = (['customer', 'driver'] as const).flatMap((role) => groupsOf(role).flatMap((group) => group.kinds));
  expect([...new Set(ofRoles)].sort()).toEqual(kinds);
});

test('each kind can be switched off on its own, under the title of its notifications', async () => {
  const { lastBody } = open();
  await turnOn();
  fireEvent.click(await screen.findByRole('button', { name: 'Choose each kind' }));
  expect(screen.queryByRole('switch', { name: 'You are verified' })).toBeNull();
  await press('Your ride has started');
  await waitFor(() => expect(lastBody()).toMatchObject({ muted: ['ride_started'] }));
});

test('a driver switches on notifications of new requests, and chooses the radius', async () => {
  signIn({ access_token: 't', token_type: 'bearer', user: { ...user, role: 'driver' } });
  const { lastBody } = open();
  await turnOn();
  expect(lastBody()).toMatchObject({ near_km: null });
  await press('New requests near me');
  await waitFor(() => expect(lastBody()).toMatchObject({ near_km: 5 }));
  fireEvent.change(await screen.findByLabelText('How far from me'), { target: { value: '25' } });
  await waitFor(() => expect(lastBody()).toMatchObject({ near_km: 25 }));
});
