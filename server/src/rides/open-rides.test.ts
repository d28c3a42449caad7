import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { domainEvents } from '../domain-events';
import type { TestPerson } from '../testing/app';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import type { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { RideModel } from './rides.model';

let two: CrashableServer;
let here: ReturnType<typeof market>;
let there: ReturnType<typeof market>;
let customer: TestPerson;
let driver: TestPerson;

beforeAll(async () => {
  two = await openCrashableServer({ MAX_OPEN_REQUESTS: '1000' });
  await two.start();
  [here, there] = [two.here.steps, two.there.steps];
  customer = await two.here.api.register('customer');
  driver = await two.here.api.registerDriver();
}, 60_000);
afterEach(async () => {
  await RideModel.updateMany({}, { $set: { status: 'cancelled' }, $inc: { version: 1 } });
});
afterAll(async () => {
  await two.rest();
  await two.close();
});

async function listed(place: CrashableServer['here']): Promise<Record<string, number>> {
  const { body } = await place.api.request<RideRequest[]>('GET', '/rides/requests', { token: driver.token });
  return Object.fromEntries(body.map((ride) => [ride.id, ride.version]));
}

test('of two processes on one database, each lists the changes of the other immediately', async () => {
  expect([await listed(two.here), await listed(two.there)]).toEqual([{}, {}]);
  const ride = await there.ride(customer);
  expect(await listed(two.here)).toEqual({ [ride.id]: 1 });
  const quote = await there.quote(driver, ride);
  expect(await listed(two.here)).toEqual({ [ride.id]: 2 });
  const booking = await there.book(customer, quote);
  expect(await listed(two.here)).toEqual({});
  await there.step(driver, booking, 'rejected');
  const reopened = await here.readRide(customer, ride.id);
  expect(reopened.status).toBe('open');
  expect(await listed(two.here)).toEqual({ [ride.id]: reopened.version });
  await two.here.api.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
  expect(await listed(two.there)).toEqual({});
});

test('a request stored before `changed_at` existed is listed from the first read on, and removed when it is cancelled', async () => {
  const ride = await here.ride(customer);
  // As stored by a version without these fields.
  await RideModel.collection.updateOne(
    { pickup_location: ride.pickup_location, status: 'open' },
    { $unset: { changed_at: 1, open_slot: 1 } },
  );
  await two.start();
  expect(await listed(two.there)).toEqual({ [ride.id]: 1 });
  await two.here.api.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
  expect(await listed(two.there)).toEqual({});
});

test('the list is read again after an interruption of the database', async () => {
  const ride = await here.ride(customer);
  expect(await listed(two.here)).toEqual({ [ride.id]: 1 });
  // A change that the list cannot notice, as after a failover to a primary that has not received every write.
  await RideModel.collection.updateMany({}, { $set: { status: 'cancelled' } });
  domainEvents.emit('database.restored', { reasons: ['server lost'] });
  await eventually(async () => !(ride.id in (await listed(two.here))), 'what was lost is still listed');
});

test('each of several concurrent calls returns the writes that were made before it', async () => {
  for (let round = 0; round < 10; round++) {
    const ride = await there.ride(customer);
    const lists = await Promise.all(Array.from({ length: 5 }, () => listed(two.here)));
    expect(lists.map((list) => list[ride.id])).toEqual([1, 1, 1, 1, 1]);
  }
});

test('a driver gets only their own quotes', async () => {
  const ride = await here.ride(customer);
  const [rival, mine] = [
    await here.quote(await two.here.api.registerDriver(), ride, 100),
    await here.quote(driver, ride, 200),
  ];
  const { body } = await two.here.api.request<RideRequest[]>('GET', '/rides/requests', { token: driver.token });
  expect(body).toMatchObject([{ quote_count: 2, my_quote: { id: mine.id } }]);
  expect(JSON.stringify(body)).not.toContain(rival.id);
});
