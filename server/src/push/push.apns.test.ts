import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { openApns, type TestApns } from '../testing/apns-service';
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

let apns: TestApns;
let restore = () => {};
beforeAll(async () => {
  apns = await openApns();
  restore = withSettings(apns.settings);
});
afterAll(async () => {
  restore();
  await apns.close();
});
afterEach(async () => {
  await closePush();
  apns.received.length = 0;
  apns.answer(200);
  await PushSubscriptionModel.deleteMany({});
});
// The clock only moves forward, so that no provider token is from the future.
let minutes = 0;
const later = (more: number) => {
  minutes += more;
  clock.setOffset(minutes * 60_000);
};
afterAll(() => clock.setOffset(0));

const quoted = async () => steps.quote(driver, await steps.ride(customer), 240);
const arrived = (count: number) => eventually(() => apns.received.length >= count, `fewer than ${count} arrived`);
const stored = () => PushSubscriptionModel.countDocuments({});
const providers = () => apns.received.map(({ provider }) => provider);

describe('a new quote', () => {
  test('reaches the iPhone of the customer with its text, its address in the app and its time to live', async () => {
    const device = await subscribed(customer, 'apns');
    const ride = await steps.ride(customer);
    const sentAt = clock.millis() / 1_000;
    await steps.quote(driver, ride, 240);
    await arrived(1);
    const [received] = apns.received;
    if (!received) throw new Error('no message arrived');
    const { headers, payload } = received;
    expect(received.device).toBe(device.token);
    expect(payload).toEqual({
      aps: {
        alert: { title: 'New quote', body: expect.stringContaining('offers ₹240.00') },
        sound: 'default',
        'thread-id': ride.id,
      },
      url: `/?ride=${ride.id}`,
    });
    expect(headers).toMatchObject({
      'apns-topic': 'org.example.cabs',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-collapse-id': expect.stringMatching(/^[\w-]{32}$/),
    });
    const kept = Number(headers['apns-expiration']) - sentAt;
    expect([kept > 590, kept < 640]).toEqual([true, true]);
  });

  test('replaces the earlier messages about the same request, and no others', async () => {
    await subscribed(customer, 'apns');
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    await arrived(1);
    await steps.quote(await app.registerDriver(), ride);
    await arrived(2);
    await quoted();
    await arrived(3);
    const [first, second, third] = apns.received.map(({ headers }) => headers['apns-collapse-id']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('an iPhone', () => {
  test.each([
    [410, 'Unregistered', 0],
    [400, 'BadDeviceToken', 0],
    [400, 'DeviceTokenNotForTopic', 1],
    [403, 'InvalidProviderToken', 1],
    [413, 'PayloadTooLarge', 1],
  ])('whose message APNs refuses with %i %s leaves %i subscriptions', async (status, reason, left) => {
    apns.answer(status, reason);
    await subscribed(customer, 'apns');
    const before = await pushesCounted('refused');
    await quoted();
    await outcomeCame('refused', before);
    expect([await stored(), pushesWaiting()]).toEqual([left, 0]);
  });

  test.each([
    [429, 'TooManyRequests'],
    [503, 'ServiceUnavailable'],
  ])('stays subscribed when APNs answers with %i %s, and gets the message later', async (status, reason) => {
    apns.answer(status, reason);
    await subscribed(customer, 'apns');
    const before = await pushesCounted('delayed');
    await quoted();
    await outcomeCame('delayed', before);
    expect(await stored()).toBe(1);
    apns.answer(200);
    await pushesIdle();
    expect(apns.received).toHaveLength(2);
  });

  test('gets no message whose time to live ends before the next attempt that APNs allows', async () => {
    apns.answer(503, 'ServiceUnavailable', { 'retry-after': '3600' });
    await subscribed(customer, 'apns');
    const before = await pushesCounted('given_up');
    await quoted();
    await outcomeCame('given_up', before);
    expect([pushesWaiting(), await stored()]).toEqual([0, 1]);
  });
});

describe('the provider token', () => {
  /** Lets APNs refuse the provider token of the first message as expired, and accept later messages. */
  const expiredOnce = () => {
    let answers = 0;
    apns.answerWith((stream) => {
      answers += 1;
      stream.respond({ ':status': answers === 1 ? 403 : 200 });
      stream.end(answers === 1 ? JSON.stringify({ reason: 'ExpiredProviderToken' }) : '');
    });
  };

  test('is used again, and replaced before its hour is over', async () => {
    later(60);
    await subscribed(customer, 'apns');
    await quoted();
    await arrived(1);
    later(45);
    await quoted();
    await arrived(2);
    later(6);
    await quoted();
    await arrived(3);
    const [first, second, third] = providers();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('that APNs calls expired is replaced, and the message is sent again immediately with the new token', async () => {
    later(60);
    await subscribed(customer, 'apns');
    await quoted();
    await arrived(1);
    later(25);
    expiredOnce();
    const before = await pushesCounted('delayed');
    await quoted();
    await arrived(3);
    await pushesIdle();
    const [first, second, third] = providers();
    expect([second === first, third === first, await pushesCounted('delayed')]).toEqual([true, false, before]);
  });

  test('is not replaced within 20 minutes, because Apple refuses servers that do so: the message is sent later', async () => {
    later(60);
    await subscribed(customer, 'apns');
    apns.answer(403, 'ExpiredProviderToken');
    const before = await pushesCounted('delayed');
    await quoted();
    await outcomeCame('delayed', before);
    apns.answer(200);
    await pushesIdle();
    expect(new Set(providers()).size).toBe(1);
    expect(await stored()).toBe(1);
  });
});

describe('the connection', () => {
  test('is kept for further messages, and opened anew if APNs has ended it', async () => {
    for (let device = 0; device < 3; device += 1) await subscribed(customer, 'apns');
    const before = apns.connections();
    await quoted();
    await arrived(3);
    await quoted();
    await arrived(6);
    expect(apns.connections()).toBe(before + 1);
    await pushesIdle();
    apns.leave();
    await quoted();
    await arrived(9);
    expect(apns.connections()).toBe(before + 2);
  });

  test('that breaks during a message is opened anew for the next attempt', async () => {
    await subscribed(customer, 'apns');
    apns.answerWith((stream) => stream.session?.destroy());
    const before = await pushesCounted('delayed');
    await quoted();
    await outcomeCame('delayed', before);
    apns.answer(200);
    await pushesIdle();
    expect(apns.received).toHaveLength(2);
  });

  test('that cannot be opened is tried again later', async () => {
    const back = withSettings({ APNS_API_URL: 'http://127.0.0.1:9' });
    await subscribed(customer, 'apns');
    const before = await pushesCounted('delayed');
    await quoted();
    await outcomeCame('delayed', before);
    back();
    await pushesIdle();
    expect(apns.received).toHaveLength(1);
  });
});

test('a cancellation with the longest Hindi addresses and reason is no longer than APNs accepts', async () => {
  await cancelledAtLength(customer, driver, 'apns');
  const isSent = () => apns.received.some(({ payload }) => payload.aps.alert.title === 'बुकिंग रद्द हुई');
  await eventually(isSent, 'the cancellation was not sent');
  expect(Math.max(...apns.received.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4_096);
});
