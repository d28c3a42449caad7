import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { users } from './auth/auth.repository';
import { domainEvents } from './domain-events';
import { profiles } from './drivers/drivers.repository';
import { rides as requests } from './rides/rides.repository';
import { market } from './testing/market';
import { setUpPeople, setUpRealtimeApp } from './testing/set-up';
import { withSettings } from './testing/settings';
import { socketsOf } from './testing/sockets';

/**
 * How often calls and watches read the documents that they need, and what a push waits for: each read and each write is
 * a round trip to the database.
 */

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
let reads: string[] = [];
/** The writes, as `collection.method`, and the emitted statuses of bookings, in their order. */
let order: string[] = [];

beforeAll(() => {
  mongoose.set('debug', (collection: string, method: string, ...args: unknown[]) => {
    if (/^(insert|update|findOneAnd|bulkWrite)/.test(method)) order.push(`${collection}.${method}`);
    // The hub reads the accounts of open sockets every few seconds, with a projection that has `session_ids`.
    const isOfHub = collection === 'users' && JSON.stringify(args).includes('session_ids');
    // Half a second after a request was posted, the phones of drivers nearby are looked for.
    const isOfPush = collection === 'push_subscriptions';
    if ((method === 'find' || method === 'findOne') && !isOfHub && !isOfPush) reads.push(collection);
  });
});
beforeEach(() => {
  reads = [];
});
afterAll(() => void mongoose.set('debug', false));

const readsOf = (collection: string) => reads.filter((read) => read === collection).length;

describe('the profile of a driver is read', () => {
  test('three times for a quote: to check the driver before the write and after it, and to push the request to its bidders', async () => {
    const [mine, own] = [await connect(customer), await connect(driver)];
    const ride = await steps.ride(customer);
    reads = [];
    const quote = await steps.quote(driver, ride);
    const pushed = await mine.waitFor('quote:created', ({ quote: { id } }) => id === quote.id);
    await own.waitFor('ride:updated', ({ ride_request }) => ride_request.my_quote?.id === quote.id);
    expect(readsOf('driver_profiles')).toBe(3);
    expect(pushed.quote).toMatchObject({ id: quote.id, completed_rides: 0, price: quote.price });
  });

  test('once for the answer to a counter-offer', async () => {
    const mine = await connect(customer);
    const quote = await steps.quote(driver, await steps.ride(customer), 250);
    await steps.counter(customer, quote, 240);
    await mine.waitFor('quote:updated', (pushed) => pushed.quote.id === quote.id && pushed.quote.counter !== null);
    reads = [];
    const body = { answer: 'yes' };
    await app.request('POST', `/quotes/${quote.id}/counter/answer`, { token: driver.token, body });
    await mine.waitFor('quote:updated', (pushed) => pushed.quote.id === quote.id && pushed.quote.price === 240);
    expect(readsOf('driver_profiles')).toBe(1);
  });
});

test('the parties of a booking are read once for the push of a step and for its answer', async () => {
  const mine = await connect(customer);
  const booking = await steps.booked(customer, driver);
  await steps.drive(driver, booking, 'accepted');
  reads = [];
  await steps.step(driver, booking, 'in_progress');
  await mine.waitFor('booking:updated', (pushed) => pushed.booking.status === 'in_progress');
  expect(readsOf('driver_profiles')).toBe(1);
  // The account of the caller, and the two parties.
  expect(readsOf('users')).toBe(2);
  await steps.step(driver, booking, 'completed');
});

describe('the push of a booking', () => {
  let off = () => undefined as unknown;

  beforeAll(() => {
    off = domainEvents.on('booking.changed', ({ booking }) => void order.push(booking.status));
  });
  afterAll(() => void off());

  test('that was accepted or started does not wait for its request', async () => {
    const booking = await steps.booked(customer, driver);
    for (const status of ['accepted', 'in_progress'] as const) {
      order = [];
      await steps.step(driver, booking, status);
      const [write, follow] = ['bookings.findOneAndUpdate', 'ride_requests.updateOne'];
      expect(order.filter((name) => [write, status, follow].includes(name))).toEqual([write, status, follow]);
    }
    await steps.step(driver, booking, 'completed');
  });

  test('that was accepted waits for its request with approximate pickups', async () => {
    const restore = withSettings({ PICKUP_PRIVACY: 'approximate' });
    try {
      const booking = await steps.booked(customer, driver);
      order = [];
      await steps.step(driver, booking, 'accepted');
      const follow = 'ride_requests.updateOne';
      expect(order.filter((name) => ['accepted', follow].includes(name))).toEqual([follow, 'accepted']);
    } finally {
      restore();
    }
  });

  test('that is marked as paid waits for its journal entry', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    await steps.drive(driver, booking, 'in_progress');
    order = [];
    const paid = { token: driver.token, body: { payment_status: 'completed' } };
    expect((await app.request('PUT', `/bookings/${booking.id}/payment`, paid)).status).toBe(200);
    const journaled = order.findLastIndex((name) => name.startsWith('journal.'));
    expect(journaled).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('in_progress')).toBeGreaterThan(journaled);
    await steps.step(driver, booking, 'completed');
  });

  test('that is completed waits for its settlement', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    await steps.drive(driver, booking, 'in_progress');
    order = [];
    await steps.step(driver, booking, 'completed');
    const settled = order.findLastIndex((name) => name.startsWith('settlements.'));
    expect(settled).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('completed')).toBeGreaterThan(settled);
  });
});

describe('concurrent calls share a query', () => {
  const others = setUpPeople({ driver: () => app.registerDriver() });

  test('for accounts, profiles and requests', async () => {
    const rides = [await steps.ride(customer), await steps.ride(customer)];
    reads = [];
    await Promise.all([
      ...[customer, driver, others.driver].map(({ id }) => users.byId(id)),
      users.anySuspended([customer.id, driver.id]),
      ...[driver, others.driver].map(({ id }) => profiles.byUser(id)),
      ...rides.map(({ id }) => requests.byId(id)),
    ]);
    expect(reads.sort()).toEqual(['driver_profiles', 'ride_requests', 'users']);
  });
});

describe('a watch reads its subject and the permission once:', () => {
  test('a request', async () => {
    const mine = await connect(customer);
    const ride = await steps.ride(customer);
    reads = [];
    expect(await mine.ask('ride:watch', { ride_request_id: ride.id })).toMatchObject({ ok: true });
    expect(readsOf('ride_requests')).toBe(1);
  });

  test('a booking', async () => {
    const mine = await connect(customer);
    const booking = await steps.booked(customer, driver);
    reads = [];
    expect(await mine.ask('booking:watch', { booking_id: booking.id })).toMatchObject({ ok: true });
    expect(readsOf('bookings')).toBe(1);
  });

  test('the open requests', async () => {
    const own = await connect(driver);
    reads = [];
    expect(await own.ask('rides:watch')).toMatchObject({ ok: true });
    expect(readsOf('driver_profiles')).toBe(1);
  });
});
