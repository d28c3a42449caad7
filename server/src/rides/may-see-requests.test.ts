import { rooms } from '@boli/shared/realtime/rooms';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { hasListeners } from '../realtime/push';
import { profileForm, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { quotes } from './quotes.repository';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});
let resetSettings: () => void = () => undefined;

afterEach(() => resetSettings());

const requireVerification = () => {
  resetSettings = withSettings({ REQUIRE_DRIVER_VERIFICATION: 'true', MAX_OPEN_REQUESTS: '1000' });
};
const decide = (person: TestPerson, status: string, reason?: string) =>
  app.request('PUT', `/admin/drivers/${person.id}/verify?status=${status}`, { token: admin.token, body: { reason } });
const get = (person: TestPerson, path: string) => app.request('GET', path, { token: person.token });
const near = (ride: RideRequest) => ({ lat: ride.pickup_lat, lng: ride.pickup_lng, radius_km: 5 });
const aboutRides = (socket: TestSocket) => socket.received.filter(({ event }) => event.startsWith('ride:'));

describe('a driver who may not use the open list', () => {
  const noProfile = { detail: 'Please create your driver profile first', code: 'drivers.no_profile' };
  const rejected = { detail: 'Your profile was rejected: The licence has expired', code: 'drivers.rejected' };
  const unverified = {
    detail: 'Your profile has to be verified before you can see ride requests',
    code: 'drivers.verification_required',
  };

  test.each([
    ['no profile', () => app.register('driver'), noProfile],
    [
      'rejected by an admin',
      async () => {
        const person = await app.registerDriver();
        await decide(person, 'rejected', 'The licence has expired');
        return person;
      },
      rejected,
    ],
    [
      'not verified although verification is required',
      async () => {
        requireVerification();
        return app.registerDriver();
      },
      unverified,
    ],
  ])('(%s) can read no list and no request, receives no pushes, and gets the reason', async (_who, make, refusal) => {
    const person = await make();
    const ride = await steps.ride(customer);
    const socket = await connect(person);
    for (const path of ['/rides/requests', `/rides/request/${ride.id}`, `/quotes/ride/${ride.id}`])
      expect([path, await get(person, path)]).toMatchObject([path, { status: 403, body: refusal }]);
    for (const payload of [{}, { near: near(ride) }])
      expect(await socket.ask('rides:watch', payload)).toEqual({ ok: false, status: 403, ...refusal });
    const body = { ride_request_id: ride.id, price: 1 };
    expect(await app.request('POST', '/quotes/create', { token: person.token, body })).toMatchObject({
      status: 403,
      body: refusal,
    });
    await steps.ride(customer);
    await settle(socket);
    expect(aboutRides(socket)).toEqual([]);
  });

  test('leaves the rooms as soon as an admin rejects the profile, and rejoins them with a `sync:required` event once verified', async () => {
    const [everywhere, around] = [await connect(driver), await connect(driver)];
    const first = await steps.ride(customer);
    await everywhere.ask('rides:watch');
    await around.ask('rides:watch', { near: near(first) });
    await steps.quote(driver, first);
    // The consequences of the decision may fail; the rooms are left nevertheless.
    const held = jest.spyOn(quotes, 'activeOf').mockRejectedValueOnce(new Error('the database is away'));
    await decide(driver, 'rejected');
    held.mockRestore();
    for (const socket of [everywhere, around]) socket.received.length = 0;
    const second = await steps.ride(customer);
    await app.request('DELETE', `/rides/request/${first.id}`, { token: customer.token });
    await settle(everywhere, around);
    expect([...aboutRides(everywhere), ...aboutRides(around)]).toEqual([]);

    await decide(driver, 'verified');
    for (const socket of [everywhere, around]) await socket.waitFor('sync:required');
    const third = await steps.ride(customer);
    for (const socket of [everywhere, around])
      expect((await socket.waitFor('ride:created')).ride_request.id).toBe(third.id);
    expect(JSON.stringify(await everywhere.ask('rides:watch'))).toContain(second.id);
  });

  test('regains, once verified, the watch that was requested last, but not one that was ended', async () => {
    const socket = await connect(driver);
    await socket.ask('rides:watch');
    await decide(driver, 'rejected');
    await eventually(() => !hasListeners(rooms.rides), 'the room was not left');
    expect(await socket.ask('rides:watch', { near: { lat: 1, lng: 1, radius_km: 5 } })).toMatchObject({ status: 403 });
    await decide(driver, 'verified');
    await socket.waitFor('sync:required');
    expect(hasListeners(rooms.rides)).toBe(false);
    await socket.ask('rides:watch');
    await decide(driver, 'rejected');
    await eventually(() => !hasListeners(rooms.rides), 'the room was not left');
    await socket.ask('rides:unwatch');
    await decide(driver, 'verified');
    await socket.waitFor('driver:updated', (pushed) => JSON.stringify(pushed).includes('verified'));
    expect(hasListeners(rooms.rides)).toBe(false);
  });

  test('leaves the rooms as soon as new documents wait for verification, if verification is required', async () => {
    await decide(driver, 'verified');
    requireVerification();
    const socket = await connect(driver);
    expect(await socket.ask('rides:watch')).toMatchObject({ ok: true });
    const form = profileForm({ license_number: 'DL-9' });
    expect((await app.request('PUT', '/driver/profile', { token: driver.token, form })).status).toBe(200);
    await eventually(() => !hasListeners(rooms.rides), 'the room was not left');
    expect(await get(driver, '/rides/requests')).toMatchObject({ status: 403, body: unverified });
  });

  test('may watch as soon as a profile exists', async () => {
    const fresh = await app.register('driver');
    const socket = await connect(fresh);
    expect(await socket.ask('rides:watch')).toMatchObject({ status: 403 });
    await app.request('POST', '/driver/profile', { token: fresh.token, form: profileForm() });
    await socket.waitFor('sync:required');
    const ride = await steps.ride(customer);
    await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  });

  test.each([1, 2, 3, 4, 5])(
    'is in the rooms exactly when the last decision allows it, after concurrent decisions and watches (%#)',
    async () => {
      const socket = await connect(driver);
      for (const last of ['rejected', 'verified']) {
        const other = last === 'rejected' ? 'verified' : 'rejected';
        await Promise.all([
          decide(driver, other),
          socket.ask('rides:watch'),
          decide(driver, other),
          socket.ask('rides:watch'),
        ]);
        await decide(driver, last);
        await eventually(() => hasListeners(rooms.rides) === (last === 'verified'), `not as ${last}`);
      }
    },
  );
});

test('a driver who is rejected during a ride can continue it and read its ride request, but no longer the list', async () => {
  const booking = await steps.booked(customer, driver);
  await steps.step(driver, booking, 'accepted');
  await decide(driver, 'rejected');
  const socket = await connect(driver);
  await steps.step(driver, booking, 'in_progress');
  await socket.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'in_progress');
  expect((await get(driver, `/rides/request/${booking.ride_request_id}`)).status).toBe(200);
  expect((await get(driver, '/rides/requests')).status).toBe(403);
});

describe('after a request is booked', () => {
  test('the losing driver receives a single event, which says that the request is closed, and nothing more about the ride', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, 300);
    const mine = await steps.quote(driver, ride, 200);
    const bystander = await app.registerDriver();
    const [chosen, losing, looking, quiet] = await Promise.all(
      [driver, rival, bystander, rival].map((person) => connect(person)),
    );
    if (!chosen || !losing || !looking || !quiet) throw new Error('not connected');
    for (const socket of [chosen, losing, looking]) await socket.ask('rides:watch');
    for (const socket of [losing, looking, quiet]) socket.received.length = 0;
    const booking = await steps.book(customer, mine);
    for (const status of ['accepted', 'in_progress', 'completed']) {
      await steps.step(driver, booking, status);
      expect([status, (await get(rival, `/rides/request/${ride.id}`)).status]).toEqual([status, 404]);
      expect([status, (await get(rival, `/quotes/ride/${ride.id}`)).status]).toEqual([status, 404]);
      expect([status, (await get(driver, `/rides/request/${ride.id}`)).status]).toEqual([status, 200]);
    }
    await chosen.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'completed');
    await settle(losing, looking, quiet);
    const closed = [{ event: 'ride:closed', payload: { ride_request_id: ride.id, version: 4 } }];
    const marketplace = (socket: TestSocket) => socket.received.filter(({ event }) => !event.startsWith('driver:'));
    for (const socket of [losing, looking, quiet]) expect(marketplace(socket)).toEqual(closed);
    expect(chosen.all('ride:closed')).toEqual([]);
    const versions = chosen.all('ride:updated').map(({ ride_request }) => ride_request.version);
    expect(versions).toEqual([...versions].sort((one, two) => one - two));
    expect(chosen.all('ride:updated').at(-1)?.ride_request).toMatchObject({ my_quote: { id: mine.id } });
  });

  test('a later cancellation pushes nothing to the losing drivers', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, 300);
    const booking = await steps.book(customer, await steps.quote(driver, ride, 200));
    await steps.step(driver, booking, 'accepted');
    const [losing, own] = [await connect(rival), await connect(driver)];
    await losing.ask('rides:watch');
    losing.received.length = 0;
    await steps.cancel(customer, booking);
    await own.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'cancelled');
    await settle(losing);
    expect(losing.received.filter(({ event }) => !event.startsWith('driver:'))).toEqual([]);
    expect((await get(rival, `/rides/request/${ride.id}`)).status).toBe(404);
    expect((await get(driver, `/rides/request/${ride.id}`)).status).toBe(200);
  });

  test("the losing driver can still withdraw the quote, and all of the driver's devices are updated", async () => {
    const ride = await steps.ride(customer);
    const losing = await steps.quote(rival, ride, 300);
    await steps.book(customer, await steps.quote(driver, ride, 200));
    const other = await connect(rival);
    expect((await app.request('DELETE', `/quotes/${losing.id}`, { token: rival.token })).status).toBe(200);
    expect((await other.waitFor('quote:withdrawn')).quote.id).toBe(losing.id);
  });

  test('a request that opens again is pushed to the losing driver with their own quote, and to other drivers without it', async () => {
    const ride = await steps.ride(customer);
    const standing = await steps.quote(rival, ride, 300);
    const booking = await steps.book(customer, await steps.quote(driver, ride, 200));
    const bystander = await app.registerDriver();
    const [losing, quiet, looking] = [await connect(rival), await connect(rival), await connect(bystander)];
    for (const socket of [losing, looking]) await socket.ask('rides:watch');
    await steps.step(driver, booking, 'rejected');
    const reopened = ({ ride_request }: { ride_request: RideRequest }) =>
      ride_request.id === ride.id && ride_request.status === 'open';
    for (const socket of [losing, quiet]) {
      expect((await socket.waitFor('ride:updated', reopened)).ride_request).toMatchObject({
        my_quote: { id: standing.id, price: 300, status: 'active' },
      });
      expect(socket.all('ride:updated')).toHaveLength(1);
    }
    expect((await looking.waitFor('ride:updated', reopened)).ride_request).not.toHaveProperty('my_quote');
    await settle(looking);
    expect(JSON.stringify(looking.received)).not.toContain(standing.id);
    expect((await get(rival, `/rides/request/${ride.id}`)).body).toMatchObject({ my_quote: { id: standing.id } });

    // The request is closed again when another quote is chosen.
    await steps.book(customer, standing);
    await looking.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === ride.id);
  });

  test('a driver who was rejected meanwhile receives nothing more about requests on which they have quoted', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, 300);
    const mine = await steps.quote(driver, ride, 200);
    const socket = await connect(rival);
    await decide(rival, 'rejected');
    await socket.waitFor('quote:withdrawn');
    await settle(socket);
    socket.received.length = 0;
    await steps.quote(driver, ride, 190);
    await steps.book(customer, mine);
    await settle(socket);
    expect(aboutRides(socket)).toEqual([]);
  });
});
