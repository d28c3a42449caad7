import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { RideModel } from './rides.model';

// Drivers see other distances than customers.
const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000', PICKUP_PRIVACY: 'approximate' } });
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});

const usual = async (person: TestPerson = driver) =>
  (await app.request<Earnings>('GET', '/driver/earnings', { token: person.token })).body.usual_price_per_km;
/** Quotes this many rupees for each kilometre of the distance that the driver is shown. */
async function quoteOn({ id }: Pick<RideRequest, 'id'>, perKm: number, person: TestPerson = driver) {
  const { road, distance_km } = await steps.readRide(person, id);
  return steps.quote(person, { id }, Math.round(perKm * (road?.distance_km ?? distance_km) * 100) / 100);
}
const quote = async (perKm: number, person?: TestPerson) => quoteOn(await steps.ride(customer), perKm, person);

test('a driver who has quoted less than three times has no usual price', async () => {
  expect(await usual()).toBeNull();
  await quote(10);
  await quote(20);
  expect(await usual()).toBeNull();
  await quote(90);
  expect(await usual()).toBeCloseTo(20, 1);
});

test('the usual price of an even number of quotes is the mean of the middle two', async () => {
  for (const perKm of [10, 20, 30, 90]) await quote(perKm);
  expect(await usual()).toBeCloseTo(25, 1);
});

test('a quote with a changed price counts once, with its current price', async () => {
  const ride = await steps.ride(customer);
  for (const perKm of [10, 30]) await quote(perKm);
  for (const perKm of [500, 400, 20]) await quoteOn(ride, perKm);
  expect(await usual()).toBeCloseTo(20, 1);
});

test('the usual price excludes quotes of other drivers', async () => {
  for (const _ of [1, 2, 3]) {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, 999);
    await quoteOn(ride, 15);
  }
  expect(await usual()).toBeCloseTo(15, 1);
  for (const _ of [1, 2, 3, 4]) await quote(100, rival);
  expect(await usual()).toBeCloseTo(15, 1);
});

test('the usual price counts only the last twenty quotes', async () => {
  for (let n = 0; n < 21; n++) await quote(100);
  for (let n = 0; n < 11; n++) await quote(10);
  expect(await usual()).toBeCloseTo(10, 1);
});

test('the usual price uses the distance from the approximate pickup, even for a driver who knows the exact one', async () => {
  for (const _ of [1, 2, 3]) {
    const ride = await steps.ride(customer);
    await quoteOn(ride, 100);
    const booking = await steps.book(customer, await quoteOn(ride, 50, rival));
    await steps.drive(rival, booking, 'completed');
  }
  expect(await usual()).toBeCloseTo(100, 1);
  expect(await usual(rival)).toBeCloseTo(50, 1);
});

test('the usual price counts the newest quotes, also those of a month and of years ago', async () => {
  for (const [days, perKm] of [
    [900, 10],
    [40, 20],
    [20, 60],
  ] as const) {
    const ride = await steps.ride(customer);
    await quoteOn(ride, perKm);
    const created_at = new Date(clock.millis() - days * 86_400_000);
    await RideModel.updateOne({ _id: ride.id }, { $set: { created_at } });
  }
  expect(await usual()).toBeCloseTo(20, 1);
});

test('the usual price counts twenty quotes in all, also when some of them are older than a week', async () => {
  const dayOf = async (id: string, days: number) => {
    const created_at = new Date(clock.millis() - days * 86_400_000);
    await RideModel.updateOne({ _id: id }, { $set: { created_at } });
  };
  for (let n = 0; n < 24; n++) {
    const ride = await steps.ride(customer);
    // The newest ten at 10, three of them of this week; then ten at 20, and four that do not count.
    await quoteOn(ride, n < 10 ? 10 : n < 20 ? 20 : 100);
    await dayOf(ride.id, n < 3 ? n : 10 + n / 10);
  }
  expect(await usual()).toBeCloseTo(15, 1);
});
