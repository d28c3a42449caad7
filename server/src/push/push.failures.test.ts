import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { registry } from '../core/metrics';
import { market } from '../testing/market';
import { openPushService, type TestBrowser, type TestPushService } from '../testing/push-service';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { PushSubscriptionModel } from './push.model';
import { closePush, pushesWaiting } from './push.service';

const app = setUpApp();
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.register('customer'),
});

let services: TestPushService[] = [];
let restore = () => {};
beforeAll(async () => {
  services = [await openPushService(), await openPushService()];
  restore = withSettings({ PUSH_SERVICES: services.map(({ origin }) => origin).join() });
});
afterAll(async () => {
  restore();
  for (const service of services) await service.close();
});
afterEach(async () => {
  await closePush();
  for (const service of services) {
    service.received.length = 0;
    service.answer(201);
  }
  await PushSubscriptionModel.deleteMany({});
});

const serviceAt = (index: number) => {
  const service = services[index];
  if (!service) throw new Error('there is no such service');
  return service;
};
const subscribe = async (person: { token: string }, { endpoint, keys }: TestBrowser) => {
  const answer = await app.request('PUT', '/push/subscription', { token: person.token, body: { endpoint, keys } });
  expect(answer.status).toBe(200);
};
const subscribed = async (person: { token: string }, index = 0) => {
  const browser = serviceAt(index).browser();
  await subscribe(person, browser);
  return browser;
};
const counted = async (outcome: string) => {
  const text = await registry.getSingleMetricAsString('pushes_total');
  return Number(text.match(new RegExp(`outcome="${outcome}"} (\\d+)`))?.[1] ?? 0);
};
/** Submits a quote to the customer; the first attempt to send its message fails, and a later one is planned. */
const putOff = async () => {
  serviceAt(0).answer(503);
  const before = await counted('delayed');
  await steps.quote(driver, await steps.ride(customer));
  await eventually(async () => (await counted('delayed')) > before, 'no later attempt is planned');
  serviceAt(0).answer(201);
};
const isIdle = () => eventually(() => pushesWaiting() === 0, 'messages still wait');

describe('a later attempt', () => {
  test('sends the message again, once', async () => {
    const browser = await subscribed(customer);
    await putOff();
    await isIdle();
    expect(serviceAt(0).received.map(({ body }) => browser.open(body).title)).toEqual(['New quote', 'New quote']);
  });

  test('is not made once the session has ended', async () => {
    await subscribed(customer);
    await putOff();
    await app.request('POST', '/auth/logout', { token: customer.token });
    await isIdle();
    expect(serviceAt(0).received).toHaveLength(1);
    expect(await PushSubscriptionModel.countDocuments({})).toBe(0);
  });

  test('is not made once another account uses the browser', async () => {
    const browser = await subscribed(customer);
    await putOff();
    await app.request('POST', '/push/unsubscribe', { token: customer.token, body: { endpoint: browser.endpoint } });
    await subscribe(rival, browser);
    await isIdle();
    expect(serviceAt(0).received).toHaveLength(1);
    expect(await PushSubscriptionModel.countDocuments({ user_id: rival.id })).toBe(1);
  });
});

test('a subscription with an invalid key is removed, and its message is dropped without another attempt', async () => {
  await subscribed(customer);
  await PushSubscriptionModel.updateMany({}, { $set: { p256dh: `B${'x'.repeat(86)}` } });
  const before = await counted('refused');
  await steps.quote(driver, await steps.ride(customer));
  await eventually(async () => (await counted('refused')) > before, 'the message was not refused');
  expect(await PushSubscriptionModel.countDocuments({})).toBe(0);
  expect(serviceAt(0).received).toEqual([]);
});

test('the keys of the server are read once for many messages', async () => {
  await subscribed(customer);
  await steps.quote(driver, await steps.ride(customer));
  await isIdle();
  let reads = 0;
  mongoose.set('debug', (collection: string) => {
    if (collection === 'push_keys') reads += 1;
  });
  for (let round = 0; round < 3; round += 1) await steps.quote(driver, await steps.ride(customer));
  await eventually(() => serviceAt(0).received.length === 4, 'the messages did not arrive');
  mongoose.set('debug', false);
  expect(reads).toBe(0);
});

describe('a push service', () => {
  test('that redirects is not followed', async () => {
    let visits = 0;
    const inside = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
    serviceAt(0).answerWith((response) => void response.writeHead(307, { location: address }).end());
    await subscribed(customer);
    const before = await counted('refused');
    await steps.quote(driver, await steps.ride(customer));
    await eventually(async () => (await counted('refused')) > before, 'the message was not refused');
    expect(visits).toBe(0);
    await new Promise((resolve) => inside.close(resolve));
  });

  test('that answers without end is disconnected', async () => {
    let closed = 0;
    serviceAt(0).answerWith((response) => {
      response.writeHead(201);
      response.on('close', () => {
        closed += 1;
      });
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await subscribed(customer);
    await steps.quote(driver, await steps.ride(customer));
    await eventually(() => closed === 1, 'the answer is still read');
    await isIdle();
  });

  test('that does not answer holds up no other push service', async () => {
    serviceAt(0).answerWith(() => undefined);
    // The devices that subscribed last are served first.
    await subscribed(customer, 1);
    for (let device = 0; device < 9; device += 1) await subscribed(customer);
    await steps.quote(driver, await steps.ride(customer));
    await eventually(() => serviceAt(0).received.length === 2, 'the slow service was not called');
    // An attempt at the slow service takes ten seconds.
    await eventually(() => serviceAt(1).received.length === 1, 'the other service waits for the slow one', 5_000);
    await eventually(() => pushesWaiting() === 9, 'the slow service is not awaited any more');
  });
});

describe('one person', () => {
  test('with slow addresses holds up nobody else at the same push service', async () => {
    const slow = new Set<string>();
    serviceAt(0).answerWith((response, path) => void (slow.has(path) || response.writeHead(201).end()));
    for (let device = 0; device < 9; device += 1) slow.add(new URL((await subscribed(customer)).endpoint).pathname);
    const browser = await subscribed(rival);
    await steps.quote(driver, await steps.ride(customer));
    await eventually(() => serviceAt(0).received.length > 0, 'the slow addresses were not called');
    await steps.quote(driver, await steps.ride(rival));
    const isRival = ({ path }: { path: string }) => browser.endpoint.endsWith(path);
    // An attempt at a slow address takes ten seconds.
    await eventually(() => serviceAt(0).received.some(isRival), 'the other person waits', 5_000);
  });

  test('has at most fifty messages waiting at a push service', async () => {
    serviceAt(0).answerWith(() => undefined);
    for (let device = 0; device < 9; device += 1) await subscribed(customer);
    const before = await counted('dropped');
    for (let round = 0; round < 6; round += 1) await steps.quote(driver, await steps.ride(customer));
    await eventually(async () => (await counted('dropped')) === before + 4, 'not four of 54 messages were dropped');
    expect(pushesWaiting()).toBe(50);
  });
});

test('of several quotes on a request only the newest waits for a push service that is unavailable', async () => {
  const browser = await subscribed(customer);
  serviceAt(0).answer(503);
  const [ride, other] = [await steps.ride(customer), await app.registerDriver()];
  const before = await counted('delayed');
  await steps.quote(driver, ride, 240);
  await eventually(async () => (await counted('delayed')) > before, 'no later attempt is planned');
  serviceAt(0).answer(201);
  await steps.quote(other, ride, 230);
  await isIdle();
  const bodies = serviceAt(0).received.map(({ body }) => browser.open(body).body);
  expect(bodies).toEqual([expect.stringContaining('₹240.00'), expect.stringContaining('₹230.00')]);
});

test('a message to a host that does not exist is dropped without another attempt', async () => {
  // No resolver looks up a label of more than 63 characters.
  const origin = `http://${'a'.repeat(64)}.invalid`;
  const restoreServices = withSettings({ PUSH_SERVICES: origin });
  const before = await counted('refused');
  await subscribe(customer, { ...serviceAt(0).browser(), endpoint: `${origin}/x` });
  await steps.quote(driver, await steps.ride(customer));
  await eventually(async () => (await counted('refused')) > before, 'the message was not refused');
  restoreServices();
});

test('a cancellation with the longest Hindi addresses and reason is no longer than push services accept', async () => {
  const browser = serviceAt(0).browser();
  const { endpoint, keys } = browser;
  const headers = { 'Accept-Language': 'hi' };
  await app.request('PUT', '/push/subscription', { token: customer.token, headers, body: { endpoint, keys } });
  const place = 'क'.repeat(500);
  const ride = await steps.ride(customer, { pickup_location: place, drop_location: place });
  const booking = await steps.drive(driver, await steps.book(customer, await steps.quote(driver, ride)), 'accepted');
  await steps.cancel(driver, booking, place);
  const cancellation = () => serviceAt(0).received.find(({ body }) => browser.open(body).title === 'बुकिंग रद्द हुई');
  await eventually(() => cancellation() !== undefined, 'the cancellation was not sent');
  expect(cancellation()?.body.length).toBeLessThanOrEqual(4_096);
});

test('subscriptions that no device renews are removed by the database after ninety days', async () => {
  await PushSubscriptionModel.init();
  expect(await PushSubscriptionModel.collection.indexes()).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: { seen_at: 1 }, expireAfterSeconds: 90 * 86_400 })]),
  );
});
