import { expect, test } from '@jest/globals';
import { users } from '../auth/auth.repository';
import { setUpApp, setUpPeople } from '../testing/set-up';
import type { BookingDocument } from './bookings.model';
import { keepPrefetched, prefetchedParties, prefetchParties } from './bookings.parties';

const app = setUpApp();
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
const booking = () => ({ _id: 'a booking', customer_id: customer.id, driver_id: driver.id }) as BookingDocument;

test('the parties that were read before the write are those of the written booking', async () => {
  const written = booking();
  keepPrefetched(written, prefetchParties(booking()));
  const parties = await prefetchedParties(written);
  expect([...(parties?.people.keys() ?? [])].sort()).toEqual([customer.id, driver.id].sort());
  expect(parties?.profiles.get(driver.id)?.user_id).toBe(driver.id);
  expect(prefetchedParties(booking())).toBeNull();
});

test('parties whose read has failed are read again', async () => {
  const { people } = users;
  users.people = () => Promise.reject(new Error('the database is away'));
  const written = booking();
  const prefetch = prefetchParties(booking());
  users.people = people;
  keepPrefetched(written, prefetch);
  await expect(prefetchedParties(written)).rejects.toThrow('the database is away');
  expect(prefetchedParties(written)).toBeNull();
});

test('parties that were read more than two seconds ago are read again', () => {
  const written = booking();
  keepPrefetched(written, { ...prefetchParties(booking()), beganAt: performance.now() - 2_001 });
  expect(prefetchedParties(written)).toBeNull();
});
