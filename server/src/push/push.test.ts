import type { PushSubscription } from '@boli/shared/push/push.schema';
import { describe, expect, test } from '@jest/globals';
import { registry } from '../core/metrics';
import { market } from '../testing/market';
import { setUpPushService } from '../testing/push-browsers';
import type { TestBrowser } from '../testing/push-service';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { PushSubscriptionModel } from './push.model';
import { pushesWaiting } from './push.service';

const app = setUpApp();
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver({ name: 'Ravi Kumar' }),
  rival: () => app.register('customer'),
});

const service = setUpPushService();

const subscribe = (person: { token: string }, browser: Pick<TestBrowser, 'endpoint' | 'keys'>, more: object = {}) =>
  app.request<PushSubscription>('PUT', '/push/subscription', {
    token: person.token,
    body: { endpoint: browser.endpoint, keys: browser.keys, ...more },
  });
const subscribed = async (person: { token: string }, more: object = {}) => {
  const browser = service().browser();
  expect((await subscribe(person, browser, more)).status).toBe(200);
  return browser;
};
const isIdle = () => eventually(() => pushesWaiting() === 0, 'messages still wait');
const arrived = (count: number) =>
  eventually(() => service().received.length >= count, `fewer than ${count} messages arrived`);
const last = () => {
  const push = service().received.at(-1);
  if (!push) throw new Error('no message arrived');
  return push;
};
const stored = () => PushSubscriptionModel.countDocuments({});
/** How many messages were put off to a later attempt. */
const delayed = async () =>
  Number((await registry.getSingleMetricAsString('pushes_total')).match(/outcome="delayed"} (\d+)/)?.[1] ?? 0);

describe('a new quote', () => {
  test('reaches the browser of the customer, encrypted for it and signed by the server', async () => {
    const browser = await subscribed(customer);
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride, 240);
    await arrived(1);
    const { body, headers, claims } = last();
    expect(browser.open(body)).toMatchObject({
      title: 'New quote',
      body: expect.stringContaining('offers ₹240.00'),
      url: `/?ride=${ride.id}`,
      tag: ride.id,
    });
    expect(body.includes('offers')).toBe(false);
    expect(headers).toMatchObject({ ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(claims).toMatchObject({ aud: service().origin, sub: expect.stringMatching(/^(mailto|https):/) });
  });

  test('replaces the earlier messages about the same request', async () => {
    const browser = await subscribed(customer);
    const [ride, other] = [await steps.ride(customer), await steps.ride(customer)];
    await steps.quote(driver, ride);
    await arrived(1);
    await steps.quote(await app.registerDriver(), ride);
    await arrived(2);
    await steps.quote(driver, other);
    await arrived(3);
    const [first, second, third] = service().received.map(({ headers }) => headers.topic);
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const tags = service().received.map(({ body }) => browser.open(body).tag);
    expect(tags).toEqual([ride.id, ride.id, other.id]);
  });

  test('reaches every browser of the customer, and nobody else', async () => {
    const [phone, computer] = [await subscribed(customer), await subscribed(customer)];
    const stranger = await subscribed(rival);
    await steps.quote(driver, await steps.ride(customer));
    await arrived(2);
    await isIdle();
    const paths = service().received.map(({ path }) => service().origin + path);
    expect(paths.sort()).toEqual([phone.endpoint, computer.endpoint].sort());
    expect(() => stranger.open(last().body)).toThrow();
  });
});

test('the choice of a quote, its acceptance and the arrival are pushed to the other side', async () => {
  const [mine, theirs] = [await subscribed(customer), await subscribed(driver)];
  const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
  await app.request('POST', `/bookings/${booking.id}/arrived`, { token: driver.token });
  const titles = (browser: TestBrowser) =>
    service()
      .received.filter(({ path }) => browser.endpoint.endsWith(path))
      .map(({ body }) => browser.open(body))
      .map(({ title, url }) => [title, url]);
  const url = `/?booking=${booking.id}&tab=bookings`;
  await eventually(() => titles(mine).some(([title]) => title === 'Your driver is here'), 'the arrival was not sent');
  expect(titles(mine)).toEqual(
    expect.arrayContaining([
      ['Booking accepted', url],
      ['Your driver is here', url],
    ]),
  );
  await eventually(() => titles(theirs).length > 0, 'the driver was not notified');
  expect(titles(theirs)[0]).toEqual(['New booking', url]);
});

describe('a subscription', () => {
  test.each([404, 410])('whose message the push service answers with %i is removed', async (status) => {
    service().answer(status);
    await subscribed(customer);
    await steps.quote(driver, await steps.ride(customer));
    await arrived(1);
    await eventually(async () => (await stored()) === 0, 'the subscription is still there');
  });

  test.each([429, 503])('stays when the push service answers with %i', async (status) => {
    service().answer(status);
    const before = await delayed();
    await subscribed(customer);
    await steps.quote(driver, await steps.ride(customer));
    await eventually(async () => (await delayed()) > before, 'no later attempt is planned');
    expect(await stored()).toBe(1);
    expect(pushesWaiting()).toBe(1);
  });

  test('gets nothing once its session has ended, and is removed', async () => {
    await subscribed(customer);
    const ride = await steps.ride(customer);
    await app.request('POST', '/auth/logout', { token: customer.token });
    await steps.quote(driver, ride);
    await eventually(async () => (await stored()) === 0, 'the subscription is still there');
    expect(service().received).toEqual([]);
  });

  test('gets nothing after the browser has ended it', async () => {
    const browser = await subscribed(customer);
    const end = () =>
      app.request('POST', '/push/unsubscribe', { token: customer.token, body: { endpoint: browser.endpoint } });
    expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
    expect(await stored()).toBe(0);
  });

  test.each([
    ['other', (browser: TestBrowser) => ({ ...service().browser(), endpoint: browser.endpoint })],
    ['the same', (browser: TestBrowser) => browser],
  ])('of another account is neither replaced nor ended, with %s keys', async (_which, presented) => {
    const browser = await subscribed(customer);
    const answer = await subscribe(rival, presented(browser));
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'push.taken' }]);
    await app.request('POST', '/push/unsubscribe', { token: rival.token, body: { endpoint: browser.endpoint } });
    expect(await PushSubscriptionModel.countDocuments({ user_id: customer.id })).toBe(1);
  });

  test('that two accounts store at the same time belongs to one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const browser = service().browser();
      const answers = await Promise.all([customer, rival, customer, rival].map((person) => subscribe(person, browser)));
      const [ofCustomer, ofRival, ...again] = answers.map(({ status }) => status);
      expect([ofCustomer, ofRival].sort()).toEqual([200, 409]);
      expect(again).toEqual([ofCustomer, ofRival]);
    }
  });

  test('is limited to ten of one account; a new one replaces an earlier one', async () => {
    for (let index = 0; index < 12; index += 1) await subscribed(customer);
    expect(await stored()).toBe(10);
  });
});

describe('a device chooses', () => {
  /** The titles that this device received for an accepted booking, once another device has received all of them. */
  const titlesOf = async (device: TestBrowser) => {
    const control = await subscribed(customer);
    const of = (browser: TestBrowser) =>
      service()
        .received.filter(({ path }) => browser.endpoint.endsWith(path))
        .map(({ body }) => browser.open(body).title);
    await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
    await eventually(() => of(control).length === 2, 'the quote and the acceptance were not sent');
    await isIdle();
    return of(device);
  };

  test('which kinds it is notified of', async () => {
    const phone = await subscribed(customer, { muted: ['quote_received'] });
    expect(await titlesOf(phone)).toEqual(['Booking accepted']);
  });

  test('quiet hours, in which only urgent messages are sent', async () => {
    // These hours leave out the minute before midnight, which is hours away in the chosen time zone.
    const isByDay = Math.abs(new Date().getUTCHours() - 12) < 6;
    const time_zone = isByDay ? 'UTC' : 'Etc/GMT+12';
    const phone = await subscribed(customer, { quiet: { from: '00:00', to: '23:59' }, time_zone });
    expect(await titlesOf(phone)).toEqual(['Booking accepted']);
  });
});

test('the key of the server stays the same', async () => {
  const key = () => app.request<{ public_key: string }>('GET', '/push/key', { token: customer.token });
  const keys = await Promise.all([key(), key(), key()]);
  expect(new Set(keys.map(({ body }) => body.public_key)).size).toBe(1);
  expect(Buffer.from(keys[0]?.body.public_key ?? '', 'base64url')).toHaveLength(65);
});
