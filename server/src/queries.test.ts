import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { clock } from './core/clock';
import { seedPromos } from './promos/promos.service';
import { RideModel } from './rides/rides.model';
import { startTestApp, type TestApp, type TestPerson } from './testing/app';
import { market } from './testing/market';
import { eventually } from './testing/realtime';
import { runJobs } from './wiring/scheduler';

/** The operations by which this product changes an existing document. */
const changing = new Set(['findOneAndUpdate', 'updateOne', 'updateMany', 'bulkWrite']);

interface Query {
  collection: string;
  method: string;
  filter: object;
  sort: Record<string, 1 | -1>;
  /** The arguments of the call as JSON. */
  call: string;
}

let app: TestApp;
let customer: TestPerson;
let driver: TestPerson;
let admin: TestPerson;
let steps: ReturnType<typeof market>;
let seen: Query[] = [];

beforeAll(async () => {
  app = await startTestApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
  steps = market(app);
  customer = await app.register('customer');
  driver = await app.registerDriver();
  admin = await app.register('admin');
  mongoose.set('debug', (collection: string, method: string, filter: object, ...rest: { sort?: Query['sort'] }[]) => {
    const call = JSON.stringify([filter, ...rest]);
    seen.push({ collection, method, filter, sort: rest.find((options) => options?.sort)?.sort ?? {}, call });
  });
});
afterEach(() => clock.setOffset(0));
afterAll(async () => {
  mongoose.set('debug', false);
  await app.close();
});

/** Waits until no quote has a pending `follow_up`. */
async function settled(): Promise<void> {
  const waiting = async () => RideModel.countDocuments({ 'quotes.follow_up': { $exists: true } });
  await eventually(async () => (await waiting()) === 0, 'the inboxes were not written');
}

/** The queries of a call as `collection.method`, without the read of the caller's account. */
async function costOf(person: TestPerson, path: string): Promise<{ rows: number; cost: string[] }> {
  await settled();
  // The first call fills the caches.
  await app.request('GET', path, { token: person.token });
  seen = [];
  const { body } = await app.request<unknown[]>('GET', path, { token: person.token });
  // Reads of `push_subscriptions` are not counted: they happen in the background, for pushes about earlier requests and
  // notifications.
  const own = seen.filter(({ collection }) => collection !== 'push_subscriptions');
  const cost = own.map(({ collection, method }) => `${collection}.${method}`);
  return { rows: body.length, cost: cost.slice(1).sort() };
}

describe('a list needs the same number of queries for one row and for many:', () => {
  const lists: Record<string, { reader: () => TestPerson; path: (ride: string) => string; cost: string[] }> = {
    "a customer's requests": {
      reader: () => customer,
      path: () => '/rides/requests',
      cost: ['ride_requests.countDocuments', 'ride_requests.find'],
    },
    'the open requests for a driver': {
      reader: () => driver,
      path: () => '/rides/requests',
      // One query checks whether the reader may see requests (`batched` joins such queries of several readers), and one
      // loads the data that quotes show.
      cost: ['driver_profiles.find', 'driver_profiles.find', 'ride_requests.find'],
    },
    'the quotes on a request': {
      reader: () => customer,
      path: (ride) => `/quotes/ride/${ride}`,
      cost: ['driver_profiles.find', 'ride_requests.find'],
    },
    'my bookings': {
      reader: () => customer,
      path: () => '/bookings/my',
      cost: ['bookings.countDocuments', 'bookings.find', 'driver_profiles.find', 'users.find'],
    },
    'the favorite drivers': {
      reader: () => customer,
      path: () => '/favorites/my',
      cost: ['driver_profiles.find', 'favorites.find', 'users.find'],
    },
    'the history': {
      reader: () => driver,
      path: () => '/rides/history',
      cost: ['bookings.countDocuments', 'bookings.find'],
    },
  };

  test.each(Object.entries(lists))('%s', async (_name, { reader, path, cost }) => {
    const others = await Promise.all([app.registerDriver(), app.registerDriver()]);
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    await steps.cancel(customer, await steps.booked(customer, driver));
    const few = await costOf(reader(), path(ride.id));
    for (const other of others) await steps.quote(other, ride);
    for (let more = 0; more < 5; more++) {
      await steps.quote(driver, await steps.ride(customer));
      await steps.cancel(customer, await steps.booked(customer, driver));
    }
    for (const other of others) await app.request('POST', `/favorites/add/${other.id}`, { token: customer.token });
    const many = await costOf(reader(), path(ride.id));
    expect(many.rows).toBeGreaterThan(few.rows);
    expect(few.cost).toEqual(cost);
    expect(many.cost).toEqual(cost);
  });
});

const withFilter = new Set(['find', 'findOne', 'findOneAndUpdate', 'updateOne', 'deleteOne', 'countDocuments']);

test('every query of a complete ride uses an index, and every change of a request sets its `changed_at`', async () => {
  seen = [];
  const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
  await steps.drive(driver, booking, 'completed');
  await app.request('PUT', `/bookings/${booking.id}/payment`, {
    token: driver.token,
    body: { payment_status: 'completed' },
  });
  await app.request('POST', '/ratings/create', { token: customer.token, body: { booking_id: booking.id, rating: 5 } });
  await steps.cancel(customer, await steps.booked(customer, driver));
  await seedPromos();
  const cheaper = await steps.booked(customer, driver, { book: { promo_code: 'SAVE100' } });
  await app.request('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
  await app.request('PUT', `/admin/payouts/${booking.id}`, { token: admin.token, body: { reference: 'NEFT-1' } });
  await steps.cancel(customer, cheaper);
  const quote = await steps.quote(driver, await steps.ride(customer));
  await app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
  await app.request('DELETE', `/rides/request/${quote.ride_request_id}`, { token: customer.token });
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, { token: admin.token });
  await app.request('POST', '/emergency/contacts', { token: customer.token, body: { name: 'Asha', phone: '112' } });
  await app.request('POST', `/favorites/add/${driver.id}`, { token: customer.token });
  await app.request('DELETE', `/favorites/remove/${driver.id}`, { token: customer.token });
  for (const { token } of [customer, driver]) await app.request('POST', '/notifications/read', { token, body: {} });
  const paths = [
    '/favorites/my',
    '/notifications',
    '/rides/requests',
    '/bookings/my',
    '/rides/history?status=completed',
    '/emergency/contacts',
    '/driver/earnings',
    '/drivers/near?lat=28.63&lng=77.21',
    '/driver/statement?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z',
    `/bookings/${booking.id}/receipt`,
    '/admin/promos',
    '/admin/payouts',
    '/admin/refunds',
    '/admin/reviews',
    '/admin/live',
    '/admin/users?q=example',
    '/admin/users?q=98765',
    '/admin/log',
    `/admin/log?subject=${booking.id}&from=2026-01-01T00:00:00Z`,
    `/admin/log?admin=${admin.id}&action=settlement.paid&before=2030-01-01T00:00:00Z`,
    '/rides/requests?lat=28.63&lng=77.21&radius_km=5',
    '/admin/market/calibration',
  ];
  for (const path of [...paths, '/admin/settlements/pending', '/admin/drivers/pending-verification']) {
    for (const { token } of [customer, driver, admin]) await app.request('GET', path, { token });
  }
  clock.setOffset(3_600_000);
  await runJobs();

  const asked = seen.filter(({ method }) => withFilter.has(method));
  expect(new Set(asked.map(({ collection }) => collection)).size).toBeGreaterThan(5);
  const scans: string[] = [];
  for (const { collection, method, filter, sort } of asked) {
    const found = mongoose.connection.collection(collection).find(filter);
    const plan = await (Object.keys(sort).length > 0 ? found.sort(sort) : found).explain('queryPlanner');
    if (JSON.stringify(plan).includes('COLLSCAN')) scans.push(`${collection}.${method} ${JSON.stringify(filter)}`);
  }
  expect([...new Set(scans)]).toEqual([]);

  // The list of open requests finds every change by its time (docs/decisions/0008).
  const writes = seen.filter(({ collection, method }) => collection === 'ride_requests' && changing.has(method));
  expect([...new Set(writes.map(({ method }) => method))].sort()).toEqual([
    'bulkWrite',
    'findOneAndUpdate',
    'updateOne',
  ]);
  expect(writes.filter(({ call }) => !call.includes('"$currentDate":{"changed_at":true}'))).toEqual([]);
}, 120_000);
