import 'fake-indexeddb/auto';
import type { Role } from '@boli/shared/auth/auth.schema';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { useAway } from '../core/away';
import { withDevice } from '../core/device-store';
import { signIn, signOut, updateUser } from '../core/session';
import { markFresh, useConnection } from '../core/socket';
import { applyEta, lastEta } from '../features/bookings/arrival';
import { applyBookingsPage, useBookings } from '../features/bookings/bookings.store';
import { applyPushedPosition, lastPosition } from '../features/bookings/positions';
import { upsertProfile, useDriver } from '../features/drivers/drivers.store';
import { upsertQuote, useQuotes } from '../features/rides/quotes/quotes.store';
import { applyRidesPage, useRides } from '../features/rides/rides.store';
import { aBooking, aPosition } from '../testing/booking.builder';
import { aQuote, aRide } from '../testing/ride.builder';
import { fakeServer } from '../testing/server';
import { startLastKnown } from './last-known';

const id = (n: number) => `0b0f2b52-6e55-4bd5-9f6e-${String(n).padStart(12, '0')}`;
const people = { customer_id: id(1), driver_id: id(2) };
const quote = aQuote({ id: id(3), driver_id: people.driver_id });
const booking = aBooking({ ...people, quote, status: 'in_progress' });
const ride = aRide({ id: id(4), customer_id: people.customer_id, quote_count: 1 });
const offered = { ...quote, ride_request_id: ride.id };
const profile: DriverProfile = {
  id: id(5),
  user_id: people.driver_id,
  car_model: 'Maruti Suzuki Dzire',
  vehicle_number: null,
  vehicle_class: null,
  experience_years: 7,
  license_number: 'DL-1',
  upi_id: null,
  cost_per_km: null,
  driver_photo: null,
  vehicle_image: null,
  rc_document: null,
  license_document: null,
  fitness_document: null,
  verification_status: 'verified',
  rejection_reason: null,
  average_rating: 0,
  total_ratings: 0,
  is_available: true,
};

/** Each test has its own user, who starts with an empty store. */
let user = '';
let users = 0;
let role: Role = 'customer';

const enter = (who = user) =>
  signIn({
    access_token: `of-${who}`,
    token_type: 'bearer',
    user: { id: who, name: 'Asha', email: 'a@example.in', role, phone: null },
  });

/** A new page of the same browser: its stores are empty and have nothing from the server yet. */
function reload(who = user): void {
  signOut();
  useAway.setState({ isAway: false });
  useConnection.setState({ lastFresh: null, lastPush: null });
  users += 1;
  enter(who);
}

const loseNetwork = () => useAway.setState({ isAway: true });
const shown = () => Object.keys(useBookings.getState().byId);
const kept = (part: string) => withDevice(user, async (db) => (await db.get('last_known', [user, part]))?.value);
const untilKept = (part: string, value: unknown) =>
  waitFor(async () => expect(await kept(part)).toMatchObject(Object(value)));
const put = (part: string, value: unknown, ageMs = 0) =>
  withDevice(user, (db) => db.put('last_known', { user, part, saved_at: Date.now() - ageMs, value }));
/** Waits until the kept data of this user have been applied. */
const restored = () => waitFor(() => expect(useConnection.getState().lastFresh).not.toBeNull());

beforeAll(() => startLastKnown());
beforeEach(() => {
  fakeServer({});
  users += 1;
  user = `u${users}`;
  role = 'customer';
});
afterEach(async () => {
  await withDevice(user, (db) => db.clear('last_known'));
  signOut();
  useAway.setState({ isAway: false });
  useConnection.setState({ lastFresh: null, lastPush: null, fallback: false });
});

test('without a network a customer sees the booking, the open request and its quotes as last known', async () => {
  enter();
  applyBookingsPage([booking], 1);
  applyRidesPage([ride, aRide({ id: id(6), status: 'expired' })], 2);
  upsertQuote(offered);
  markFresh();
  const asOf = useConnection.getState().lastFresh;
  await untilKept('bookings', [{ id: booking.id }]);
  await untilKept('rides', { rides: [{ id: ride.id }], quotes: [{ id: offered.id }] });
  reload();
  expect(shown()).toEqual([]);
  loseNetwork();
  await waitFor(() => expect(useBookings.getState().byId[booking.id]).toEqual(booking));
  expect(useRides.getState().byId).toEqual({ [ride.id]: ride });
  expect(useQuotes.getState().byId).toEqual({ [offered.id]: offered });
  expect(useConnection.getState().lastFresh).toBe(asOf);
  // The server has not responded: how many there are in total is not known.
  expect([useBookings.getState().total, useRides.getState().total]).toEqual([null, null]);
});

test('a driver sees the profile and the booking, with the newest position', async () => {
  role = 'driver';
  enter();
  upsertProfile(profile);
  applyBookingsPage([booking], 1);
  applyPushedPosition(aPosition({ lat: 28.7, recorded_at: '2026-11-21T04:30:00.000Z' }));
  markFresh();
  await untilKept('profile', profile);
  await untilKept('bookings', [{ driver_lat: 28.7 }]);
  reload();
  loseNetwork();
  await waitFor(() => expect(useDriver.getState()).toMatchObject({ profile, profileState: 'ready' }));
  expect(shown()).toEqual([booking.id]);
  expect(lastPosition(booking.id)).toMatchObject({ lat: 28.7, recorded_at: '2026-11-21T04:30:00.000Z' });
});

test('without a network the minutes are those of the last push, not those of the last read', async () => {
  const eta = { to: 'drop', seconds: 1_800, distance_m: 10_000, source: 'roads' } as const;
  const [first, last] = [
    { ...eta, at: '2026-11-21T04:28:00.000Z' },
    { ...eta, at: '2026-11-21T04:30:00.000Z', seconds: 1_200, distance_m: 7_000 },
  ];
  enter();
  applyBookingsPage([{ ...booking, eta: first }], 1);
  applyEta(booking.id, last);
  markFresh();
  await untilKept('bookings', [{ eta: last }]);
  reload();
  loseNetwork();
  await waitFor(() => expect(lastEta(booking.id)).toEqual(last));
});

test('the shown time is that of the parts that are shown; a request that has been booked since is not shown', async () => {
  enter();
  await put('bookings', [{ ...booking, ride_request_id: ride.id }], 20_000);
  await put('rides', { rides: [ride], quotes: [offered] }, 300_000);
  reload();
  loseNetwork();
  await restored();
  expect(Date.now() - Number(useConnection.getState().lastFresh)).toBeLessThan(120_000);
  expect([useRides.getState().byId, useQuotes.getState().byId]).toEqual([{}, {}]);
});

test('a network over which requests get no response counts as lost, too', async () => {
  enter();
  await put('bookings', [booking]);
  reload();
  useConnection.setState({ fallback: true });
  await waitFor(() => expect(shown()).toEqual([booking.id]));
});

test('kept data are not shown while the server can be reached, or once its data have arrived', async () => {
  enter();
  await put('bookings', [booking]);
  reload();
  await put('bookings', [booking]);
  expect(shown()).toEqual([]);
  markFresh();
  loseNetwork();
  await put('bookings', [booking]);
  expect(shown()).toEqual([]);
});

test('data of the server that arrive while the kept data are read are not replaced', async () => {
  enter();
  await put('bookings', [booking]);
  reload();
  loseNetwork();
  markFresh();
  await put('bookings', [booking]);
  expect(shown()).toEqual([]);
});

test('fresh data replace the data of the last page, and the quotes on its requests are read again', async () => {
  enter();
  await put('rides', { rides: [ride], quotes: [offered] });
  reload();
  const { requests } = fakeServer({ [`GET /quotes/ride/${ride.id}`]: () => ({ body: [] }) });
  loseNetwork();
  await restored();
  expect(requests).toEqual([]);
  applyRidesPage([{ ...ride, quote_count: 0, version: 2 }], 1);
  markFresh();
  await waitFor(() => expect(useQuotes.getState().byId).toEqual({}));
  expect(useRides.getState().byId[ride.id]).toMatchObject({ quote_count: 0 });
});

test('kept data that are older than a day are deleted and not shown', async () => {
  enter();
  await put('bookings', [booking], 24 * 60 * 60_000 + 1);
  await put('rides', { rides: [ride], quotes: [] });
  reload();
  loseNetwork();
  await restored();
  expect([shown(), Object.keys(useRides.getState().byId)]).toEqual([[], [ride.id]]);
  expect(await kept('bookings')).toBeUndefined();
});

test('kept data are not shown to another user', async () => {
  enter();
  await put('bookings', [booking]);
  const first = user;
  user = `${first}-other`;
  reload();
  await put('rides', { rides: [ride], quotes: [] });
  loseNetwork();
  await restored();
  expect(shown()).toEqual([]);
  await withDevice(user, (db) => db.delete('last_known', [first, 'bookings']));
});

test('a user who signs in while the kept data of another user are read sees none of these data', async () => {
  enter();
  await put('bookings', [booking]);
  reload();
  const close = jest.spyOn(IDBDatabase.prototype, 'close').mockImplementationOnce(() => enter(`${user}-other`));
  loseNetwork();
  await waitFor(() => expect(close).toHaveBeenCalled());
  close.mockRestore();
  await withDevice(`${user}-other`, (db) => db.count('last_known'));
  expect(shown()).toEqual([]);
  enter();
});

test('data that another version of the app has kept in another form are ignored', async () => {
  enter();
  await put('bookings', [{ ...booking, status: 'flying' }]);
  await put('rides', { rides: [ride], quotes: [] });
  reload();
  loseNetwork();
  await restored();
  expect([shown(), Object.keys(useRides.getState().byId)]).toEqual([[], [ride.id]]);
});

test('a ride that has ended is kept until it is paid', async () => {
  enter();
  const ended = { ...booking, status: 'completed' as const };
  applyBookingsPage([ended], 1);
  markFresh();
  await untilKept('bookings', [{ status: 'completed' }]);
  applyBookingsPage([{ ...ended, payment_status: 'completed', version: 2 }], 1);
  await waitFor(async () => expect(await kept('bookings')).toEqual([]));
});

test('a page that has not received the bookings yet does not overwrite the kept ones', async () => {
  enter();
  await put('bookings', [booking]);
  applyRidesPage([ride], 1);
  markFresh();
  await untilKept('rides', { rides: [{ id: ride.id }] });
  expect(await kept('bookings')).toEqual([booking]);
});

test('at most five bookings, three requests and twenty quotes of each are kept', async () => {
  enter();
  applyBookingsPage(
    Array.from({ length: 9 }, (_, n) => ({ ...booking, id: id(100 + n) })),
    9,
  );
  applyRidesPage(
    Array.from({ length: 9 }, (_, n) => ({ ...ride, id: id(200 + n) })),
    9,
  );
  for (let n = 0; n < 30; n += 1) upsertQuote({ ...offered, id: id(300 + n), ride_request_id: id(208) });
  markFresh();
  await untilKept('rides', { rides: { length: 3 }, quotes: { length: 20 } });
  expect(await kept('bookings')).toHaveLength(5);
});

/** The user leaves the page, which immediately saves the data. */
async function leavePage(): Promise<void> {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'hidden');
  // Timers of the same delay run in the order in which they were started: the one that saves runs first.
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('shown data are kept immediately when the user leaves the page, except those of a suspended user', async () => {
  role = 'driver';
  enter();
  upsertProfile(profile);
  markFresh();
  await leavePage();
  expect(await kept('profile')).toEqual(profile);
  await withDevice(user, (db) => db.clear('last_known'));
  const suspension = { reason: 'Complaints', suspended_at: '2026-11-21T04:00:00.000Z' };
  updateUser({ id: user, name: 'Ravi', email: 'r@example.in', role, phone: null, suspension });
  upsertProfile({ ...profile, is_available: false });
  await leavePage();
  expect(await withDevice(user, (db) => db.count('last_known'))).toBe(0);
});
