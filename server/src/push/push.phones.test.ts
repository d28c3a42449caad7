import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { openApns, type TestApns } from '../testing/apns-service';
import { fcmFailure, openFcm, type TestFcm } from '../testing/fcm-service';
import { market } from '../testing/market';
import { outcomeCame, phone, phones, pushesCounted } from '../testing/phones';
import { openPushService } from '../testing/push-service';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { PushSubscriptionModel } from './push.model';
import { closePush } from './push.service';

const app = setUpApp();
const steps = market(app);
const { subscribe, subscribed, unsubscribe } = phones(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.register('customer'),
});

let fcm: TestFcm;
let apns: TestApns;
let restore = () => {};
beforeAll(async () => {
  [fcm, apns] = await Promise.all([openFcm(), openApns()]);
  restore = withSettings({ FCM_SERVICE_ACCOUNT: fcm.account, FCM_API_URL: fcm.origin, ...apns.settings });
});
afterAll(async () => {
  restore();
  await Promise.all([fcm.close(), apns.close()]);
});
afterEach(async () => {
  await closePush();
  fcm.answer(null);
  apns.answer(200);
  await PushSubscriptionModel.deleteMany({});
});

const of = (person: { id: string }) => PushSubscriptionModel.countDocuments({ user_id: person.id });
const key = async () => (await app.request('GET', '/push/key', { token: customer.token })).body;

describe.each(['fcm', 'apns'] as const)('a phone reached by %s', (transport) => {
  test('of another account is neither replaced nor ended', async () => {
    const device = await subscribed(customer, transport);
    const answer = await subscribe(rival, device);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'push.taken' }]);
    expect((await unsubscribe(rival, device)).status).toBe(200);
    expect([await of(customer), await of(rival)]).toEqual([1, 0]);
  });

  test('can be subscribed by another account once the session of the first has ended, and then belongs to it', async () => {
    const device = await subscribed(customer, transport);
    await app.request('POST', '/auth/logout', { token: customer.token });
    expect((await subscribe(rival, device)).status).toBe(200);
    expect([await of(customer), await of(rival)]).toEqual([0, 1]);
  });

  test('that two accounts subscribe at the same time belongs to one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const device = phone(transport);
      const answers = await Promise.all([customer, rival].map((person) => subscribe(person, device)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('can be unsubscribed by its account', async () => {
    const device = await subscribed(customer, transport);
    expect((await unsubscribe(customer, device)).status).toBe(200);
    expect(await of(customer)).toBe(0);
  });

  test.each([
    ['too short', 'abc'],
    ['a path', '../../x'.repeat(12)],
    ['longer than any real one', 'a'.repeat(1_001)],
    ['of another type', 7],
  ])('with a token that is %s is refused with 400', async (_what, token) => {
    const body = { transport, token };
    expect((await app.request('PUT', '/push/subscription', { token: customer.token, body })).status).toBe(400);
  });
});

test('an iPhone is one device, whether its token is in capital letters or not', async () => {
  const device = await subscribed(customer, 'apns');
  await subscribe(customer, { ...device, token: device.token.toUpperCase() });
  expect(await of(customer)).toBe(1);
});

test('phones and browsers of one account are limited to ten together', async () => {
  const service = await openPushService();
  const back = withSettings({ PUSH_SERVICES: service.origin });
  for (let round = 0; round < 4; round += 1) {
    const { endpoint, keys } = service.browser();
    const body = { transport: 'web', endpoint, keys };
    expect((await app.request('PUT', '/push/subscription', { token: customer.token, body })).status).toBe(200);
    await subscribed(customer, 'fcm');
    await subscribed(customer, 'apns');
  }
  expect(await of(customer)).toBe(10);
  back();
  await service.close();
});

test('an unknown transport is refused with 400', async () => {
  const answer = await app.request('PUT', '/push/subscription', {
    token: customer.token,
    body: { transport: 'pigeon', token: 'a'.repeat(64) },
  });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'push.transport' }]);
});

test('without the keys of a service its phones are refused with 400, and the reply with the keys does not list the service', async () => {
  expect((await key()).phones).toEqual(['fcm', 'apns']);
  const back = withSettings({ APNS_KEY: '' });
  expect((await key()).phones).toEqual(['fcm']);
  const answer = await subscribe(customer, phone('apns'));
  expect([answer.status, answer.body.code]).toEqual([400, 'push.off']);
  expect((await subscribe(customer, phone('fcm'))).status).toBe(200);
  back();
});

test('no log line contains the token of a phone, a token of the server, or a key', async () => {
  const lines: unknown[] = [];
  const warn = logger.warn.bind(logger);
  Object.assign(logger, { warn: (...line: unknown[]) => lines.push(line) });
  try {
    const devices = [await subscribed(customer, 'fcm'), await subscribed(customer, 'apns')];
    fcm.answer(fcmFailure(404, 'UNREGISTERED'));
    apns.answer(410, 'Unregistered');
    const before = await pushesCounted('refused');
    await steps.quote(driver, await steps.ride(customer));
    await outcomeCame('refused', before + 1);
    const text = JSON.stringify(lines);
    expect(text).toContain('a push could not be sent');
    for (const secret of [
      ...devices.map(({ token }) => token),
      'access-',
      'PRIVATE KEY',
      ...apns.received.map(({ provider }) => provider),
    ])
      expect(text).not.toContain(secret);
  } finally {
    Object.assign(logger, { warn });
  }
});
