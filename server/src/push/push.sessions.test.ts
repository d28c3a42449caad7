import { afterEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpPushBrowsers } from '../testing/push-browsers';
import type { TestBrowser } from '../testing/push-service';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { PushSubscriptionModel } from './push.model';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const app = setUpApp();
const steps = market(app);
const { subscribed, messages, received } = setUpPushBrowsers(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.register('customer'),
});
afterEach(() => clock.setOffset(0));

/** Signs a person in again, with a session of this duration, such as `1h`. */
const signedInFor = async ({ email, password }: TestPerson, duration: string) => {
  const restore = withSettings({ JWT_EXPIRES_IN: duration });
  const { body } = await app
    .request<{ access_token: string }>('POST', '/auth/login', { body: { email, password } })
    .finally(restore);
  return { token: body.access_token };
};

/** Subscribes this browser for a person; returns the status of the reply. */
const statusOf = async ({ token }: Pick<TestPerson, 'token'>, { endpoint, keys }: TestBrowser) =>
  (await app.request('PUT', '/push/subscription', { token, body: { endpoint, keys } })).status;

describe('a subscription', () => {
  test('gets nothing once its session has expired, and is removed', async () => {
    const browser = await subscribed(await signedInFor(customer, '1h'));
    const control = await subscribed(customer);
    clock.setOffset(HOUR + MINUTE);
    await steps.quote(driver, await steps.ride(customer));
    await received(control, 1);
    expect(messages(browser)).toEqual([]);
    await eventually(
      async () => (await PushSubscriptionModel.countDocuments({})) === 1,
      'the subscription is still there',
    );
  });

  test('can be replaced by another account once its session has expired', async () => {
    const browser = await subscribed(await signedInFor(customer, '1h'));
    expect(await statusOf(rival, browser)).toBe(409);
    clock.setOffset(HOUR + MINUTE);
    expect(await statusOf(rival, browser)).toBe(200);
    expect(await PushSubscriptionModel.distinct('user_id')).toEqual([rival.id]);
  });

  test('that a new session renews is valid as long as the new session', async () => {
    const browser = await subscribed(await signedInFor(customer, '1h'));
    expect(await statusOf(customer, browser)).toBe(200);
    clock.setOffset(HOUR + MINUTE);
    expect(await statusOf(rival, browser)).toBe(409);
    await steps.quote(driver, await steps.ride(customer));
    await received(browser, 1);
  });

  test('from before the expiry was stored counts as valid', async () => {
    const browser = await subscribed(customer);
    await PushSubscriptionModel.updateMany({}, { $unset: { expires_at: 1 } });
    expect(await statusOf(rival, browser)).toBe(409);
    await steps.quote(driver, await steps.ride(customer));
    await received(browser, 1);
  });
});
