import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { tally } from '../testing/races';
import { RideModel } from './rides.model';

const LIMIT = 5;
const CONTENDERS = 20;
const HOUR_MS = 3_600_000;

let app: TestApp;
let steps: ReturnType<typeof market>;
let driver: TestPerson;

beforeAll(async () => {
  app = await startTestApp({ settings: { MAX_OPEN_REQUESTS: String(LIMIT) } });
  steps = market(app);
  driver = await app.registerDriver();
});
afterAll(async () => {
  clock.setOffset(0);
  await app.close();
});

const post = (customer: TestPerson, key?: string) =>
  app.request<RideRequest>('POST', '/rides/request', {
    token: customer.token,
    body: aRoute,
    headers: { ...(key && { 'Idempotency-Key': key }) },
  });
/** Counts the statuses of twenty concurrent posts. */
const postMany = async (customer: TestPerson) =>
  tally((await Promise.all(Array.from({ length: CONTENDERS }, () => post(customer)))).map(({ status }) => status));
const openOf = (customer: TestPerson) => RideModel.countDocuments({ customer_id: customer.id, status: 'open' });
const read = async (customer: TestPerson) =>
  (await app.request<RideRequest[]>('GET', '/rides/requests', { token: customer.token })).body;

test('of twenty concurrent posts as many succeed as open requests are allowed', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await app.register('customer');
    expect(await postMany(customer)).toEqual({ 201: LIMIT, 409: CONTENDERS - LIMIT });
    expect(await openOf(customer)).toBe(LIMIT);
  }
});

test('a slot becomes free when its request is cancelled, booked or expired', async () => {
  const customer = await app.register('customer');
  await postMany(customer);
  const [cancelled, booked] = await read(customer);
  await app.request('DELETE', `/rides/request/${cancelled?.id}`, { token: customer.token });
  await steps.book(customer, await steps.quote(driver, { id: booked?.id ?? '' }));
  expect(await postMany(customer)).toEqual({ 201: 2, 409: CONTENDERS - 2 });
  clock.setOffset(HOUR_MS + 1_000);
  // The scheduler has not expired them yet.
  expect(await postMany(customer)).toEqual({ 201: LIMIT, 409: CONTENDERS - LIMIT });
  clock.setOffset(0);
});

test('a request that opens again counts, and so do requests stored before slots existed', async () => {
  const customer = await app.register('customer');
  const [first, second] = [await steps.ride(customer), await steps.ride(customer)];
  const booking = await steps.book(customer, await steps.quote(driver, first));
  await steps.step(driver, booking, 'rejected');
  expect((await steps.readRide(customer, first.id)).status).toBe('open');
  await RideModel.updateOne({ _id: second.id }, { $unset: { open_slot: 1 } });
  expect(await postMany(customer)).toEqual({ 201: LIMIT - 2, 409: CONTENDERS - LIMIT + 2 });
  expect(await openOf(customer)).toBe(LIMIT);
});

test('concurrent calls with one idempotency key take one slot', async () => {
  const customer = await app.register('customer');
  const answers = await Promise.all(Array.from({ length: CONTENDERS }, () => post(customer, 'once')));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: CONTENDERS });
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await postMany(customer)).toEqual({ 201: LIMIT - 1, 409: CONTENDERS - LIMIT + 1 });
});
