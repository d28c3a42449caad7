import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { fcmFailure, openFcm, type TestFcm } from '../testing/fcm-service';
import { market } from '../testing/market';
import { outcomeCame, phones, pushesCounted, pushesIdle } from '../testing/phones';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { PushSubscriptionModel } from './push.model';
import { closePush, pushesWaiting } from './push.service';

const app = setUpApp();
const steps = market(app);
const { cancelledAtLength, subscribed } = phones(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver({ name: 'Ravi Kumar' }),
});

let fcm: TestFcm;
let restore = () => {};
/** Changes the text of the setting for each test: the server then reads it as a new account, without an access token. */
let spaces = '';
beforeAll(async () => {
  fcm = await openFcm();
});
beforeEach(() => {
  spaces += ' ';
  restore = withSettings({ FCM_SERVICE_ACCOUNT: fcm.account.replace('{', `{${spaces}`), FCM_API_URL: fcm.origin });
});
afterEach(async () => {
  clock.setOffset(0);
  await closePush();
  restore();
  fcm.received.length = 0;
  fcm.answer(null);
  fcm.answerSignIns(null);
  await PushSubscriptionModel.deleteMany({});
});
afterAll(() => fcm.close());

const quoted = async () => steps.quote(driver, await steps.ride(customer), 240);
const arrived = (count: number) => eventually(() => fcm.received.length >= count, `fewer than ${count} arrived`);
const stored = () => PushSubscriptionModel.countDocuments({});

describe('a new quote', () => {
  test('reaches the phone of the customer with its text, its address in the app and its time to live', async () => {
    const device = await subscribed(customer, 'fcm');
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride, 240);
    await arrived(1);
    expect(fcm.received).toEqual([
      {
        token: device.token,
        notification: { title: 'New quote', body: expect.stringContaining('offers ₹240.00') },
        data: { url: `/?ride=${ride.id}` },
        android: {
          priority: 'HIGH',
          ttl: '600s',
          collapse_key: expect.stringMatching(/^[\w-]{32}$/),
          notification: { tag: ride.id, channel_id: 'inbox', default_sound: true },
        },
      },
    ]);
  });

  test('replaces the earlier messages about the same request, and no others', async () => {
    await subscribed(customer, 'fcm');
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    await arrived(1);
    await steps.quote(await app.registerDriver(), ride);
    await arrived(2);
    await quoted();
    await arrived(3);
    const [first, second, third] = fcm.received.map(({ android }) => android.collapse_key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is in the language of the phone', async () => {
    const headers = { 'Accept-Language': 'hi' };
    const body = { transport: 'fcm', token: 'hindi-phone-1234567890:x' };
    await app.request('PUT', '/push/subscription', { token: customer.token, headers, body });
    await quoted();
    await arrived(1);
    expect(fcm.received[0]?.notification.title).toMatch(/[\u0900-\u097f]/);
  });
});

describe('the access token', () => {
  test('is issued once for many messages at the same time', async () => {
    for (let device = 0; device < 5; device += 1) await subscribed(customer, 'fcm');
    const before = fcm.signIns();
    await quoted();
    await arrived(5);
    expect(fcm.signIns()).toBe(before + 1);
  });

  test('is issued anew shortly before it ends', async () => {
    await subscribed(customer, 'fcm');
    const before = fcm.signIns();
    await quoted();
    await arrived(1);
    clock.setOffset(56 * 60_000);
    await quoted();
    await arrived(2);
    expect(fcm.signIns()).toBe(before + 2);
  });

  test('that FCM refuses is replaced, and the message is sent again immediately with the new token', async () => {
    await subscribed(customer, 'fcm');
    await quoted();
    await arrived(1);
    const before = await pushesCounted('delayed');
    fcm.endTokens();
    await quoted();
    await arrived(2);
    await pushesIdle();
    expect(await pushesCounted('delayed')).toBe(before);
  });

  test.each([
    [503, 'delayed', 1],
    [400, 'refused', 0],
  ])('that cannot be issued (status %i) leaves its message %s', async (status, outcome, waiting) => {
    fcm.answerSignIns({ status });
    await subscribed(customer, 'fcm');
    const before = await pushesCounted(outcome);
    await quoted();
    await outcomeCame(outcome, before);
    expect([pushesWaiting(), await stored(), fcm.received.length]).toEqual([waiting, 1, 0]);
  });
});

const inAField = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.data' }] };

describe('a phone', () => {
  test.each([
    ['that is not registered any more is removed', fcmFailure(404, 'UNREGISTERED'), 0],
    ['with a token that FCM never issued is removed', fcmFailure(400, 'INVALID_ARGUMENT'), 0],
    [
      'stays subscribed if FCM refuses another field of the message',
      fcmFailure(400, 'INVALID_ARGUMENT', [inAField]),
      1,
    ],
    ['stays subscribed if the project is wrong', { status: 404 }, 1],
    ['stays subscribed if the account may not send', fcmFailure(403, 'SENDER_ID_MISMATCH'), 1],
  ])('%s', async (_what, answer, left) => {
    fcm.answer(answer);
    await subscribed(customer, 'fcm');
    const before = await pushesCounted('refused');
    await quoted();
    await outcomeCame('refused', before);
    expect([await stored(), pushesWaiting()]).toEqual([left, 0]);
  });

  test.each([429, 503])('stays subscribed when FCM answers with %i, and gets the message later', async (status) => {
    fcm.answer({ status });
    await subscribed(customer, 'fcm');
    const before = await pushesCounted('delayed');
    await quoted();
    await outcomeCame('delayed', before);
    expect(await stored()).toBe(1);
    fcm.answer(null);
    await pushesIdle();
    expect(fcm.received).toHaveLength(2);
  });

  test('gets no message whose time to live ends before the next attempt that FCM allows', async () => {
    // The message of a quote has a time to live of ten minutes.
    fcm.answer({ status: 503, headers: { 'retry-after': '3600' } });
    await subscribed(customer, 'fcm');
    const before = await pushesCounted('given_up');
    await quoted();
    await outcomeCame('given_up', before);
    expect([pushesWaiting(), await stored()]).toEqual([0, 1]);
  });

  test('gets nothing once its session has ended, and is removed', async () => {
    await subscribed(customer, 'fcm');
    const ride = await steps.ride(customer);
    await app.request('POST', '/auth/logout', { token: customer.token });
    await steps.quote(driver, ride);
    await eventually(async () => (await stored()) === 0, 'the phone is still there');
    expect(fcm.received).toEqual([]);
  });

  test('gets no message of a kind that is switched off on it', async () => {
    const [quiet, loud] = [
      await subscribed(customer, 'fcm', { muted: ['quote_received'] }),
      await subscribed(customer, 'fcm'),
    ];
    await quoted();
    await arrived(1);
    await pushesIdle();
    expect(fcm.received.map(({ token }) => token)).toEqual([loud.token]);
    expect(quiet.token).not.toBe(loud.token);
  });
});

test('a service that cannot be reached is tried again later', async () => {
  const back = withSettings({ FCM_API_URL: 'http://127.0.0.1:9' });
  await subscribed(customer, 'fcm');
  const before = await pushesCounted('delayed');
  await quoted();
  await outcomeCame('delayed', before);
  back();
  await pushesIdle();
  expect(fcm.received).toHaveLength(1);
});

test('a cancellation with the longest Hindi addresses and reason is no longer than FCM accepts', async () => {
  await cancelledAtLength(customer, driver, 'fcm');
  await eventually(() => fcm.received.some(({ notification }) => notification.title === 'बुकिंग रद्द हुई'), 'not sent');
  // FCM counts keys and values of notification and data.
  const sizes = fcm.received.map(({ notification, data }) => Buffer.byteLength(JSON.stringify({ notification, data })));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
});
