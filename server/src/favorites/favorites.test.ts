import { randomUUID } from 'node:crypto';
import { MAX_FAVORITES } from '@boli/shared/core/constants';
import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import { beforeEach, expect, test } from '@jest/globals';
import { DriverProfileModel } from '../drivers/drivers.model';
import { type RideDocument, RideModel } from '../rides/rides.model';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { rounds } from '../testing/races';
import { setUpApp, setUpPeople, setUpPeopleEach } from '../testing/set-up';
import { FavoriteModel } from './favorites.model';

const app = setUpApp();
const { driver } = setUpPeople({ driver: () => app.registerDriver() });
const { customer } = setUpPeopleEach({ customer: () => app.register('customer') });

beforeEach(async () => {
  await quoteTo(customer, driver);
});

async function quoteTo(person: TestPerson, ...drivers: TestPerson[]): Promise<void> {
  const steps = market(app);
  const ride = await steps.ride(person);
  for (const one of drivers) await steps.quote(one, ride);
}

const list = async (person: TestPerson) =>
  (await app.request<Favorite[]>('GET', '/favorites/my', { token: person.token })).body;
const add = (person: TestPerson, id: string) =>
  app.request<Favorite>('POST', `/favorites/add/${id}`, { token: person.token });
const remove = (person: TestPerson, id: string) =>
  app.request('DELETE', `/favorites/remove/${id}`, { token: person.token });

test('a customer adds a driver, sees the fields of the card, and removes the driver', async () => {
  const added = await add(customer, driver.id);
  const profile = (await app.request<{ id: string }>('GET', '/driver/profile', { token: driver.token })).body;
  expect(added).toMatchObject({
    status: 200,
    body: {
      id: profile.id,
      user_id: driver.id,
      driver_name: driver.name,
      verification_status: 'pending',
      car_model: 'Maruti Dzire',
      experience_years: 5,
      average_rating: 0,
      total_ratings: 0,
      is_available: false,
    },
  });
  expect(await list(customer)).toEqual([added.body]);
  expect(await list(await app.register('customer'))).toEqual([]);
  expect(await remove(customer, driver.id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await list(customer)).toEqual([]);
});

test('the newest favorite is first, with its rating and picture', async () => {
  const other = await app.registerDriver();
  const steps = market(app);
  const booking = await steps.booked(customer, other);
  await steps.drive(other, booking, 'completed');
  await app.request('POST', '/ratings/create', { token: customer.token, body: { booking_id: booking.id, rating: 4 } });
  await add(customer, driver.id);
  await add(customer, other.id);
  const rows = await list(customer);
  expect(rows.map((row) => row.user_id)).toEqual([other.id, driver.id]);
  expect(rows[0]).toMatchObject({ average_rating: 4, total_ratings: 1 });
  expect(rows[0]?.driver_photo).toMatch(/^\/api\/files\//);
});

test('adding twice and removing a driver who is not a favorite both succeed', async () => {
  const first = await add(customer, driver.id);
  expect(await add(customer, driver.id)).toMatchObject({ status: 200, body: first.body });
  expect(await list(customer)).toHaveLength(1);
  expect((await remove(customer, driver.id)).status).toBe(200);
  expect((await remove(customer, driver.id)).status).toBe(200);
  expect((await remove(customer, randomUUID())).status).toBe(200);
});

test('a person without a driver profile cannot be added', async () => {
  const bare = await app.register('driver');
  for (const id of [bare.id, customer.id, randomUUID(), 'nonsense'])
    expect([id, (await add(customer, id)).status]).toEqual([id, 404]);
  expect((await remove(customer, 'nonsense')).status).toBe(404);
});

test('only a driver who has quoted to the customer or driven them can be added; an existing favorite stays', async () => {
  const stranger = await app.registerDriver();
  const other = await app.register('customer');
  await quoteTo(other, stranger);
  expect(await add(customer, stranger.id)).toMatchObject({ status: 404, body: { code: 'favorites.no_profile' } });
  expect(await list(customer)).toEqual([]);
  expect((await add(other, stranger.id)).status).toBe(200);
  await FavoriteModel.create({
    _id: `${customer.id}:${stranger.id}`,
    customer_id: customer.id,
    driver_id: stranger.id,
    created_at: new Date(),
  });
  expect((await add(customer, stranger.id)).status).toBe(200);
  const steps = market(app);
  await steps.drive(driver, await steps.booked(other, driver), 'completed');
  expect((await add(other, driver.id)).status).toBe(200);
});

test('favorites are only for signed-in customers', async () => {
  const calls = [
    ['GET', '/favorites/my'],
    ['POST', `/favorites/add/${driver.id}`],
    ['DELETE', `/favorites/remove/${driver.id}`],
  ] as const;
  const admin = await app.register('admin');
  for (const [method, path] of calls) {
    expect((await app.request(method, path)).status).toBe(401);
    for (const { token } of [driver, admin]) expect((await app.request(method, path, { token })).status).toBe(403);
  }
});

test(`${MAX_FAVORITES} favorites are the limit, and an existing one may be added again`, async () => {
  const now = new Date();
  await FavoriteModel.insertMany(
    Array.from({ length: MAX_FAVORITES - 1 }, () => {
      const driver_id = randomUUID();
      return { _id: `${customer.id}:${driver_id}`, customer_id: customer.id, driver_id, created_at: now };
    }),
  );
  expect((await add(customer, driver.id)).status).toBe(200);
  expect((await add(customer, driver.id)).status).toBe(200);
  const one = await app.registerDriver();
  await quoteTo(customer, one);
  expect(await add(customer, one.id)).toMatchObject({
    status: 409,
    body: { detail: 'At most 50 favorite drivers', code: 'favorites.too_many' },
  });
});

test(`concurrent calls never store more than ${MAX_FAVORITES} favorites`, async () => {
  const { _id, ...profile } = (await DriverProfileModel.findOne({ user_id: driver.id }).lean()) ?? {};
  const ids = Array.from({ length: MAX_FAVORITES + 30 }, () => randomUUID());
  await DriverProfileModel.insertMany(ids.map((user_id) => ({ ...profile, _id: randomUUID(), user_id })));
  const ride = await RideModel.findOne({ customer_id: customer.id }).lean<RideDocument>();
  if (!ride) throw new Error('the request is not there');
  const [quote] = ride.quotes;
  const made = ids.map((driver_id) => ({ ...quote, _id: randomUUID(), driver_id }));
  await RideModel.updateOne({ _id: ride._id }, { $push: { quotes: { $each: made } } });
  const answers = await Promise.all(ids.map((id) => add(customer, id)));
  const kept = (await list(customer)).length;
  expect(kept).toBeLessThanOrEqual(MAX_FAVORITES);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(kept);
});

test.each(rounds.slice(0, 5))(
  'with concurrent adds and removes a driver is a favorite once or not at all (%#)',
  async () => {
    const calls = Array.from({ length: 20 }, (_, at) => (at % 2 ? remove : add)(customer, driver.id));
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect((await list(customer)).length).toBeLessThanOrEqual(1);
    await Promise.all(Array.from({ length: 10 }, () => add(customer, driver.id)));
    expect(await list(customer)).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => remove(customer, driver.id)));
    expect(await list(customer)).toEqual([]);
  },
);
