import { pointFrom } from '@boli/shared/testing/points';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clock } from '../core/clock';
import { limiterKey, limiterOf, shareLimiters } from '../core/limiters';
import { DriverProfileModel } from '../drivers/drivers.model';
import { openRides } from '../rides/open-rides.repository';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { holdClock } from '../testing/monotonic';
import { setUpPushBrowsers } from '../testing/push-browsers';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { runJobs } from '../wiring/scheduler';
import { PushSubscriptionModel } from './push.model';
import { pushSubscriptions } from './push.repository';
import { closeRequestsNear } from './requests-near';

const MINUTE = 60_000;
const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { subscribed, messages, headers, received } = setUpPushBrowsers(app);
const { customer, driver, control } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
  /**
   * A driver who wants every request near the pickup. By the time this driver is notified, another driver would have
   * been notified, too.
   */
  control: () => app.registerDriver(),
});

const { wantingRequests } = pushSubscriptions;
let resumeClock: () => void;
beforeEach(() => {
  // The pause after a search is a multiple of its duration.
  resumeClock = holdClock();
});
afterEach(() => {
  resumeClock();
  clock.setOffset(0);
  pushSubscriptions.wantingRequests = wantingRequests;
});

/** Reports that this driver is online at so many metres from the pickup. */
const placeOnline = async (person: TestPerson, metres: number, is_available = true) => {
  const body = { is_available, ...pointFrom(pickup, metres, 0) };
  expect((await app.request('PUT', '/driver/availability', { token: person.token, body })).status).toBe(200);
};
const wanting = async (person: TestPerson, near_km = 5, more: object = {}) => subscribed(person, { near_km, ...more });
/** Posts a request and waits until the control driver is notified of it. */
const posted = async (more: object = {}) => {
  await placeOnline(control, 100);
  const browser = await wanting(control);
  const ride = await steps.ride(customer, { ...more });
  await received(browser, 1);
  return { ride, browser };
};

test('a new request is pushed to an online driver who has chosen a distance, and is in no inbox', async () => {
  await placeOnline(driver, 1_200);
  const browser = await wanting(driver);
  await steps.ride(customer);
  expect(await received(browser, 1)).toEqual([
    {
      title: 'New request near you',
      body: 'From Connaught Place to India Gate, 1.2 km from you',
      tag: 'requests_near',
      url: '/?tab=available',
    },
  ]);
  expect(headers(browser)).toMatchObject([{ ttl: '300', urgency: 'high' }]);
  const { body } = await app.request('GET', '/notifications', { token: driver.token });
  expect(body).toEqual({ notifications: [], unread: 0 });
});

test('a server that stops forgets the requests that wait for a search, and searches no more', async () => {
  await placeOnline(driver, 1_200);
  const browser = await wanting(driver);
  // A search that is already running finds nobody.
  pushSubscriptions.wantingRequests = async () => [];
  await steps.ride(customer);
  await closeRequestsNear();
  pushSubscriptions.wantingRequests = wantingRequests;
  await posted();
  expect(await received(browser, 1)).toMatchObject([{ title: 'New request near you' }]);
});

test('no request is pushed until a driver chooses a distance; the reply contains that distance', async () => {
  await placeOnline(driver, 100);
  const browser = await subscribed(driver);
  await posted();
  expect(messages(browser)).toEqual([]);
  const { body } = await app.request('PUT', '/push/subscription', {
    token: driver.token,
    body: { endpoint: browser.endpoint, keys: browser.keys, near_km: 10 },
  });
  expect(body).toMatchObject({ near_km: 10, muted: [], quiet: null });
  const refused = await app.request('PUT', '/push/subscription', {
    token: driver.token,
    body: { endpoint: browser.endpoint, keys: browser.keys, near_km: 501 },
  });
  expect(refused.status).toBe(400);
});

test('a distance chosen by a person who is no driver, or has no profile, is not stored', async () => {
  await wanting(customer);
  await wanting(await app.register('driver'));
  expect(await PushSubscriptionModel.countDocuments({ near_km: { $gt: 0 } })).toBe(0);
});

describe('a request is not pushed to a driver', () => {
  const browserOf = async (more: object = {}) => wanting(driver, 5, more);

  test('beyond the chosen distance', async () => {
    await placeOnline(driver, 5_100);
    const browser = await browserOf();
    await posted();
    expect(messages(browser)).toEqual([]);
  });

  test('who is offline', async () => {
    await placeOnline(driver, 100, false);
    const browser = await browserOf();
    await posted();
    expect(messages(browser)).toEqual([]);
  });

  test('whose position is unknown, or older than half an hour', async () => {
    const other = await app.registerDriver();
    await placeOnline(driver, 100);
    await DriverProfileModel.updateOne(
      { user_id: driver.id },
      { position_at: new Date(clock.millis() - 30 * MINUTE - 1_000) },
    );
    const [old, unknown] = [await browserOf(), await wanting(other)];
    await posted();
    expect([messages(old), messages(unknown)]).toEqual([[], []]);
  });

  test('who is rejected, or not verified if that is required', async () => {
    await placeOnline(driver, 100);
    const browser = await browserOf();
    await DriverProfileModel.updateOne({ user_id: driver.id }, { verification_status: 'rejected' });
    await posted();
    expect(messages(browser)).toEqual([]);
    const restore = withSettings({ REQUIRE_DRIVER_VERIFICATION: 'true' });
    await DriverProfileModel.updateOne({ user_id: driver.id }, { verification_status: 'pending' });
    await DriverProfileModel.updateOne({ user_id: control.id }, { verification_status: 'verified' });
    clock.setOffset(5 * MINUTE);
    await posted().finally(restore);
    expect(messages(browser)).toEqual([]);
  });

  test('in the quiet hours of the device', async () => {
    await placeOnline(driver, 100);
    const isByDay = Math.abs(new Date().getUTCHours() - 12) < 6;
    const time_zone = isByDay ? 'UTC' : 'Etc/GMT+12';
    const browser = await browserOf({ quiet: { from: '00:00', to: '23:59' }, time_zone });
    await posted();
    expect(messages(browser)).toEqual([]);
  });

  test('once it is cancelled or has a quote of this driver', async () => {
    await placeOnline(driver, 100);
    const browser = await browserOf();
    const cancelled = await steps.ride(customer);
    await app.request('DELETE', `/rides/request/${cancelled.id}`, { token: customer.token });
    await steps.quote(driver, await steps.ride(customer));
    await posted();
    const [only] = await received(browser, 1);
    expect(only?.title).toBe('New request near you');
  });
});

test('a request that is no longer open when its message is made does not delay the notification of the next one', async () => {
  await placeOnline(driver, 100);
  const browser = await wanting(driver);
  const { byIds } = openRides;
  const isRead = new Promise<void>((resolve) => {
    openRides.byIds = async () => {
      openRides.byIds = byIds;
      resolve();
      return [];
    };
  });
  await steps.ride(customer);
  await isRead;
  await steps.ride(customer);
  await received(browser, 1);
});

test('a request that is posted while the drivers are read is pushed to a driver who came meanwhile', async () => {
  let proceed = () => {};
  const isReading = new Promise<void>((resolve) => {
    pushSubscriptions.wantingRequests = async (...asked) => {
      pushSubscriptions.wantingRequests = wantingRequests;
      const found = await wantingRequests(...asked);
      resolve();
      await new Promise<void>((end) => {
        proceed = end;
      });
      return found;
    };
  });
  await steps.ride(customer);
  await isReading;
  await placeOnline(driver, 100);
  const browser = await wanting(driver);
  await steps.ride(customer);
  proceed();
  await received(browser, 1);
});

describe('the requests in the five minutes after a first one', () => {
  test('are one notification at the end of that time, about those that are still open', async () => {
    await placeOnline(driver, 100);
    const browser = await wanting(driver);
    await steps.ride(customer);
    await received(browser, 1);
    const cancelled = await steps.ride(customer);
    for (const pickup_location of ['Karol Bagh', 'Saket']) await steps.ride(customer, { pickup_location });
    await app.request('DELETE', `/rides/request/${cancelled.id}`, { token: customer.token });
    await posted({ pickup_location: 'Hauz Khas' });
    clock.setOffset(4.9 * MINUTE);
    await runJobs();
    expect(messages(browser)).toHaveLength(1);
    clock.setOffset(5.1 * MINUTE);
    await Promise.all([runJobs(), runJobs()]);
    const [, later] = await received(browser, 2);
    expect(later).toMatchObject({
      title: '3 new requests near you',
      body: 'The newest goes from Hauz Khas to India Gate, 0.1 km from you',
    });
    expect(new Set(headers(browser).map(({ topic }) => topic)).size).toBe(1);
    expect(messages(browser)).toHaveLength(2);
  });

  test('are not announced earlier because another device of the driver, with a smaller circle, got nothing', async () => {
    await placeOnline(driver, 3_000);
    const [wide, narrow] = [await wanting(driver, 5), await wanting(driver, 2)];
    await steps.ride(customer);
    await received(wide, 1);
    await posted();
    expect([messages(wide).length, messages(narrow).length]).toEqual([1, 0]);
  });

  test('are kept for later if another node has notified the driver, until its five minutes are over', async () => {
    shareLimiters((options) => new RateLimiterMemory(options));
    try {
      await placeOnline(driver, 100);
      const browser = await wanting(driver);
      const turns = limiterOf('requests_near', { points: 1, seconds: 300 });
      await turns.consume(limiterKey(driver.id));
      await posted();
      await runJobs();
      expect(messages(browser)).toEqual([]);
      await turns.delete(limiterKey(driver.id));
      await runJobs();
      expect(await received(browser, 1)).toHaveLength(1);
    } finally {
      shareLimiters(null);
    }
  });

  test('are announced once each, even if the call that posts one is repeated', async () => {
    await placeOnline(driver, 100);
    const browser = await wanting(driver);
    const post = () =>
      app.request('POST', '/rides/request', {
        token: customer.token,
        headers: { 'Idempotency-Key': '5a1f0f5e-3f4e-4c55-9d15-f4f5f5a0b1c2' },
        body: aRoute,
      });
    expect((await post()).status).toBeLessThan(300);
    await received(browser, 1);
    expect((await post()).status).toBeLessThan(300);
    await posted();
    clock.setOffset(5.1 * MINUTE);
    await runJobs();
    const [, later] = await received(browser, 2);
    expect(later?.title).toBe('New request near you');
  });
});

describe('a widened request', () => {
  const widen = ({ id }: { id: string }) =>
    app.request('POST', `/rides/request/${id}/widen`, { token: customer.token });

  test('is pushed to drivers within twice the distance that they have chosen, and no farther', async () => {
    const [beyond, switchedOff] = [await app.registerDriver(), await app.registerDriver()];
    await placeOnline(driver, 9_900);
    await placeOnline(beyond, 10_100);
    await placeOnline(switchedOff, 9_900, false);
    const [near, far, offline] = [await wanting(driver), await wanting(beyond), await wanting(switchedOff)];
    const { ride } = await posted();
    expect(messages(near)).toEqual([]);
    expect((await widen(ride)).status).toBe(200);
    expect(await received(near, 1)).toMatchObject([
      { title: 'New request near you', body: 'From Connaught Place to India Gate, 9.9 km from you' },
    ]);
    expect([messages(far), messages(offline)]).toEqual([[], []]);
  });

  test('is pushed once more to a near driver without a quote on it, five minutes after the last push', async () => {
    const { ride, browser } = await posted();
    expect((await widen(ride)).status).toBe(200);
    expect((await widen(ride)).status).toBe(200);
    clock.setOffset(5.1 * MINUTE);
    await runJobs();
    const [, later] = await received(browser, 2);
    expect(later?.title).toBe('New request near you');
    clock.setOffset(10.2 * MINUTE);
    await runJobs();
    expect(messages(browser)).toHaveLength(2);
  });
});

test('with an approximate pickup the message has neither the house number nor the name of the customer', async () => {
  const restore = withSettings({ PICKUP_PRIVACY: 'approximate' });
  await placeOnline(driver, 100);
  const browser = await wanting(driver);
  await steps.ride(customer, { pickup_location: '12 Barakhamba Road, New Delhi' });
  const [message] = await received(browser, 1);
  restore();
  expect(message?.body).toMatch(/^From Barakhamba Road, New Delhi to India Gate/);
  expect(JSON.stringify(message)).not.toMatch(/12|Asha/);
});

test('a ride request can be posted while the drivers near it cannot be read, and is pushed once they can', async () => {
  let reads = 0;
  pushSubscriptions.wantingRequests = async () => {
    reads += 1;
    throw new Error('the database cannot be reached');
  };
  await placeOnline(driver, 100);
  const browser = await wanting(driver);
  expect((await steps.ride(customer)).status).toBe('open');
  await eventually(() => reads === 1, 'nothing was read');
  pushSubscriptions.wantingRequests = wantingRequests;
  expect(await received(browser, 1)).toMatchObject([{ body: expect.stringMatching(/^From Connaught Place/) }]);
});
