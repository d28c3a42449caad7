import { expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { aRoute, market } from '../testing/market';
import { setUpPushBrowsers } from '../testing/push-browsers';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { PushSubscriptionModel } from './push.model';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const app = setUpApp();
const steps = market(app);
const { subscribed, received } = setUpPushBrowsers(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

const CONSIDERED = 5_000;
const WEEK = 7 * 24 * 60 * MINUTE;

/**
 * As many idle devices as the maximum number of drivers that a search considers; each account has `devices` of them.
 * Times are in ms from now.
 */
const idle = (name: string, { devices = 1, seenMs = 0, expiresMs = WEEK }) =>
  Array.from({ length: CONSIDERED }, (_, index) => ({
    _id: `${name}-${index}`,
    user_id: `${name}-${Math.floor(index / devices)}`,
    ...{ token: { sid: 'idle' }, transport: 'fcm' as const, endpoint: 'x', language: 'en', near_km: 0.1 },
    ...{ muted: [], quiet: null, time_zone: 'UTC' },
    seen_at: new Date(clock.millis() + seenMs),
    expires_at: new Date(clock.millis() + expiresMs),
  }));

// One test for the three kinds of devices: the pause after a search among so many devices is longer than a test waits.
test('a driver is notified of a request although many devices are idle, have expired or belong to few accounts', async () => {
  const body = { is_available: true, lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
  expect((await app.request('PUT', '/driver/availability', { token: driver.token, body })).status).toBe(200);
  const browser = await subscribed(driver, { near_km: 5 });
  const rows = [
    ...idle('earlier', { seenMs: -HOUR }),
    ...idle('few', { devices: 10, seenMs: HOUR }),
    ...idle('expired', { seenMs: HOUR, expiresMs: -MINUTE }),
  ];
  await PushSubscriptionModel.insertMany(rows, { lean: true });
  await steps.ride(customer);
  expect(await received(browser, 1)).toHaveLength(1);
});

test('the devices that want requests are found by an index, in its order', async () => {
  const plan = await PushSubscriptionModel.find({ near_km: { $gt: 0 }, expires_at: { $not: { $lte: clock.now() } } })
    .sort({ seen_at: -1 })
    .explain('queryPlanner');
  expect(JSON.stringify(plan)).toContain('IXSCAN');
  expect(JSON.stringify(plan)).not.toMatch(/COLLSCAN|"SORT"/);
});
