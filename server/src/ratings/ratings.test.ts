import { expect, test } from '@jest/globals';
import { profiles } from '../drivers/drivers.repository';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp();
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

const completed = async () => steps.drive(driver, await steps.booked(customer, driver), 'completed');
const rate = (bookingId: string, rating: unknown, more: { review?: string | null; person?: TestPerson } = {}) =>
  app.request('POST', '/ratings/create', {
    token: (more.person ?? customer).token,
    body: { booking_id: bookingId, rating, review: more.review },
  });
const profile = async () => (await app.request('GET', '/driver/profile', { token: driver.token })).body;

test('a completed ride is rated once, by its customer', async () => {
  const booking = await completed();
  expect((await rate(booking.id, 5, { person: driver })).status).toBe(403);
  expect((await rate(booking.id, 5, { person: await app.register('customer') })).status).toBe(404);
  expect(await rate(booking.id, 5, { review: ' Safe and kind ' })).toMatchObject({
    status: 201,
    body: { booking_id: booking.id, rating: 5, review: 'Safe and kind' },
  });
  expect(await rate(booking.id, 1)).toMatchObject({ status: 409, body: { code: 'ratings.already' } });
  expect(await steps.readBooking(customer, booking.id)).toMatchObject({ has_rating: true, rating: 5 });
});

test.each([0, 6, 4.5, '5', null, undefined])('the rating %p is refused', async (rating) => {
  const booking = await completed();
  expect((await rate(booking.id, rating)).status).toBe(400);
  await rate(booking.id, 5);
});

test('a review is optional and has at most a thousand characters', async () => {
  const booking = await completed();
  expect((await rate(booking.id, 5, { review: 'x'.repeat(1001) })).status).toBe(400);
  expect((await rate(booking.id, 5, { review: '' })).body).toMatchObject({ review: null });
});

test('of twenty concurrent ratings of a ride one is stored, and the average counts only that one', async () => {
  const before = await profile();
  const booking = await completed();
  const answers = await Promise.all(Array.from({ length: 20 }, () => rate(booking.id, 1)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  const total = Number(before.total_ratings);
  const after = await profile();
  expect(after.total_ratings).toBe(total + 1);
  expect(after.average_rating).toBeCloseTo((Number(before.average_rating) * total + 1) / (total + 1), 12);
});

test('ratings of different rides at the same moment all count in the average', async () => {
  const fresh = await app.registerDriver();
  const rides = [];
  for (const price of [10, 20, 30, 40]) {
    rides.push(await steps.drive(fresh, await steps.booked(customer, fresh, { price }), 'completed'));
  }
  await Promise.all(rides.map((booking, n) => rate(booking.id, n + 1)));
  const read = await app.request('GET', '/driver/profile', { token: fresh.token });
  expect(read.body).toMatchObject({ total_ratings: 4, average_rating: 2.5 });
  const quote = await steps.quote(fresh, await steps.ride(customer));
  expect(quote).toMatchObject({ completed_rides: 4, total_ratings: 4, average_rating: 2.5 });
});

test('an older average never replaces a newer one', async () => {
  const fresh = await app.registerDriver();
  await profiles.setFigures(fresh.id, { average_rating: 4, total_ratings: 2, completed_rides: 3 });
  for (const older of [
    { average_rating: 5, total_ratings: 1, completed_rides: 3 },
    { average_rating: 5, total_ratings: 2, completed_rides: 2 },
  ]) {
    expect(await profiles.setFigures(fresh.id, older)).toBeNull();
  }
  expect(await profiles.byUser(fresh.id)).toMatchObject({ average_rating: 4, total_ratings: 2, completed_rides: 3 });
});
