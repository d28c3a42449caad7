import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { clock } from '../core/clock';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { type RideDocument, RideModel } from './rides.model';
import { encodeRideToDriver, presentRideToDriver } from './rides.presenter';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

/** How often each collection is read by `find` while `work` runs. */
async function readsDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const reads: Record<string, number> = {};
  mongoose.set('debug', (collection: string, method: string) => {
    if (method.startsWith('find')) reads[collection] = (reads[collection] ?? 0) + 1;
  });
  await work().finally(() => mongoose.set('debug', false));
  return reads;
}

test('a request is encoded once for all drivers; what only one driver is shown is added for that driver', async () => {
  const { id } = await steps.ride(customer);
  const stored = await RideModel.findById(id).lean<RideDocument>();
  if (!stored) throw new Error('the request is not stored');
  let presented = 0;
  const ride = Object.defineProperty({ ...stored }, 'pickup_location', {
    enumerable: true,
    get: () => {
      presented += 1;
      return stored.pickup_location;
    },
  });
  const own = { my_quote: null, to_pickup_min: 4, to_pickup_km: 1.5, to_pickup_source: 'estimate' as const };
  expect(JSON.parse(encodeRideToDriver(ride, own))).toEqual({ ...presentRideToDriver(stored, null), ...own });
  const before = presented;
  expect(JSON.parse(encodeRideToDriver(ride, { my_quote: null }))).toEqual(presentRideToDriver(stored, null));
  expect(presented).toBe(before);
});

test("a watch of the open requests returns the same as the REST list, with the driver's own quote and the minutes to the pickup", async () => {
  const rides = [await steps.ride(customer), await steps.ride(customer)];
  await steps.quote(driver, { id: rides[0]?.id ?? '' }, 200);
  const near = { lat: rides[0]?.pickup_lat ?? 0, lng: rides[0]?.pickup_lng ?? 0, radius_km: 5 };
  const socket = await connect(driver);
  const query = new URLSearchParams(
    Object.entries(near).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { body } = await app.request<RideRequest[]>('GET', `/rides/requests?${query}`, { token: driver.token });
  const answer = await socket.ask('rides:watch', { near });
  expect(answer).toEqual({ ok: true, ride_requests: body, more: false, total: body.length });
  expect(body.filter(({ my_quote }) => my_quote).map(({ id }) => id)).toEqual([rides[0]?.id]);
  expect(body.every(({ to_pickup_min }) => typeof to_pickup_min === 'number')).toBe(true);
});

test('the profiles of drivers who come in a crowd are read together, and so are the requests that a crowd watches', async () => {
  const drivers = await Promise.all(Array.from({ length: 12 }, () => app.registerDriver()));
  const sockets = await Promise.all(drivers.map((person) => connect(person)));
  const ofDrivers = await readsDuring(() => Promise.all(sockets.map((socket) => socket.ask('rides:watch', {}))));
  expect(ofDrivers.driver_profiles).toBeLessThan(12);
  const people = await Promise.all(Array.from({ length: 8 }, () => app.register('customer')));
  const rides = await Promise.all(people.map((person) => steps.ride(person)));
  const waiting = await Promise.all(people.map((person) => connect(person)));
  const ofRides = await readsDuring(() =>
    Promise.all(waiting.map((socket, nth) => socket.ask('ride:watch', { ride_request_id: rides[nth]?.id }))),
  );
  expect(ofRides.ride_requests).toBeLessThan(12);
});

test('a customer who has the current version of a request gets `unchanged`, unless something else may have changed', async () => {
  const person = await app.register('customer');
  const socket = await connect(person);
  const ride = await steps.ride(person);
  const watch = (since?: number) => socket.ask('ride:watch', { ride_request_id: ride.id, since });
  const full = await watch();
  expect(full).toMatchObject({ ok: true, ride_request: { id: ride.id }, quotes: [] });
  expect(await watch(ride.version)).toEqual({ ok: true, unchanged: true });
  expect(await watch(ride.version - 1)).toEqual(full);
  expect(await watch(ride.version + 1)).toEqual(full);
  // A request ends when its time is over, but its version rises only later, when the end is written.
  clock.setOffset(24 * 3_600_000);
  const expired = await watch(ride.version).finally(() => clock.setOffset(0));
  expect(expired).toMatchObject({ ok: true, ride_request: { status: 'expired', version: ride.version } });
  // A quote shows fields of its driver's profile, which change without a new version of the request.
  await steps.quote(driver, ride);
  const { version } = await steps.readRide(person, ride.id);
  expect(await watch(version)).toMatchObject({ ok: true, quotes: [{ driver_id: driver.id }] });
});

test('a watch with a version subscribes or is refused like a watch without a version', async () => {
  const [person, stranger] = await Promise.all([app.register('customer'), app.register('customer')]);
  const ride = await steps.ride(person);
  const [mine, theirs] = [await connect(person), await connect(stranger)];
  const watch = { ride_request_id: ride.id, since: ride.version };
  expect(await mine.ask('ride:watch', watch)).toEqual({ ok: true, unchanged: true });
  expect(await theirs.ask('ride:watch', watch)).toMatchObject({ ok: false, status: 404 });
  expect(await mine.ask('ride:watch', { ...watch, since: 'one' })).toMatchObject({ ok: false, status: 400 });
  const { id } = await steps.quote(driver, ride);
  await mine.waitFor('quote:created', ({ quote }) => quote.id === id);
});
