import { login, me } from '@boli/shared/auth/auth.endpoints';
import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { bookingStatuses } from '@boli/shared/bookings/bookings.state';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clock } from '../server/src/core/clock';
import { type RealtimeApp, startRealtimeApp } from '../server/src/testing/realtime';
import { openApi } from './api';
import { DEMO_PASSWORD, type Login } from './seed-people';
import { seedTown } from './seed-town';

let app: RealtimeApp;
let logins: Login[];

beforeAll(async () => {
  app = await startRealtimeApp();
  logins = await seedTown({ api: openApi(app.url), setClock: clock.setOffset, tag: '' });
}, 60_000);
afterAll(() => app.close());

async function tokenOf(role: string): Promise<string> {
  const found = logins.find((one) => one.role === role);
  const body = { email: found?.email ?? '', password: DEMO_PASSWORD };
  return (await openApi(app.url).call(login, { body })).access_token;
}

test('the nine people of the demo town have different emails, and one of each role can sign in', async () => {
  const api = openApi(app.url);
  expect(new Set(logins.map((one) => one.email)).size).toBe(9);
  for (const role of ['customer', 'driver', 'admin'] as const) {
    expect(await api.call(me, { token: await tokenOf(role) })).toMatchObject({ role });
  }
});

test('there are bookings in every status, one at least seven days old, and one ride in progress with a position', async () => {
  const bookings = await openApi(app.url).call(listBookings, { token: await tokenOf('admin') });
  expect(new Set(bookings.map((booking) => booking.status))).toEqual(new Set(bookingStatuses));
  expect(bookings.some((booking) => Date.parse(booking.created_at) < Date.now() - 7 * 86_400_000)).toBe(true);
  const riding = bookings.filter((booking) => booking.status === 'in_progress');
  expect(riding).toHaveLength(1);
  expect(riding[0]?.driver_lat).not.toBeNull();
});

test('there are ride requests in every status; the open ones stay open for most of a day and have zero to three quotes', async () => {
  const rides = await openApi(app.url).call(listRides, { token: await tokenOf('admin') });
  expect(new Set(rides.map((ride) => ride.status))).toEqual(
    new Set(['open', 'booked', 'in_progress', 'completed', 'cancelled', 'expired']),
  );
  const open = rides.filter((ride) => ride.status === 'open');
  expect(open.every((ride) => Date.parse(ride.expires_at) > Date.now() + 20 * 3_600_000)).toBe(true);
  expect(new Set(open.map((ride) => ride.quote_count))).toEqual(new Set([0, 1, 2, 3]));
});
