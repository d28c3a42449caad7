import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { distanceKm, shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline } from '@boli/shared/geo/polyline';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { bandOf, clearTimeFactors, setTimeFactor } from '../geo/time-factor';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { settle } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { setUpRouter } from '../testing/set-up-router';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';
import { openPoint } from './pickup';
import { RideModel } from './rides.model';
import { RideShapeModel } from './shapes.model';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});
const { router, use, useNone } = await setUpRouter();
afterEach(() => clearTimeFactors());

const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
const drop = { lat: aRoute.drop_lat, lng: aRoute.drop_lng };
/**
 * The distance and duration of the stub router: twice the straight line, driven at 10 m/s, the duration times the time
 * factor of 1.8.
 */
const byRoad = (from: Point, to: Point = drop) => {
  const metres = distanceKm(from, to) * 2_000;
  return {
    distance_km: Number((metres / 1_000).toFixed(2)),
    duration_min: Math.round(Math.round((metres / 10) * 1.8) / 60),
    source: 'roads',
  };
};
const get = <T>(person: TestPerson, path: string) => app.request<T>('GET', path, { token: person.token });
const oneRide = async (person: TestPerson, id: string) => (await get<RideRequest>(person, `/rides/request/${id}`)).body;
const oneBooking = async (person: TestPerson, { id }: Booking) => (await get<Booking>(person, `/bookings/${id}`)).body;
const lineOf = (row: { shape?: string | null | undefined }) => decodePolyline(row.shape ?? '');

describe('a ride request and its booking', () => {
  test('have the road distance and time, and keep the straight-line distance', async () => {
    const ride = await steps.ride(customer);
    expect(ride).toMatchObject({ distance_km: 2.4, road: byRoad(pickup) });
    expect((await get<RideRequest[]>(customer, '/rides/requests')).body[0]?.road).toEqual(byRoad(pickup));
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    expect(booking).toMatchObject({ distance_km: 2.4, road: byRoad(pickup) });
    expect(router.asked.filter(({ path }) => path === 'route')).toEqual([{ path: 'route', points: [pickup, drop] }]);
  });

  test('have the shape of the road when read singly, but not in lists', async () => {
    const own = await connect(customer);
    const ride = await steps.ride(customer);
    for (const person of [customer, driver, admin]) {
      expect(lineOf(await oneRide(person, ride.id))).toEqual([pickup, { lat: pickup.lat, lng: drop.lng }, drop]);
    }
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    for (const person of [customer, driver, admin]) {
      expect(lineOf(await oneBooking(person, booking))).toHaveLength(3);
    }
    expect((await oneRide(customer, ride.id)).shape).toBe((await oneBooking(customer, booking)).shape);
    const lists = [
      ride,
      booking,
      ...(await get<RideRequest[]>(customer, '/rides/requests')).body,
      ...(await get<Booking[]>(customer, '/bookings/my')).body,
    ];
    for (const row of lists) expect(row).not.toHaveProperty('shape');
    await settle(own);
    expect(JSON.stringify(own.received)).not.toContain('"shape"');
    expect((await get(rival, `/rides/request/${ride.id}`)).status).toBe(404);
  });

  test('keep their shape for 180 days', async () => {
    const ride = await steps.ride(customer);
    expect(await RideShapeModel.collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { created_at: 1 }, expireAfterSeconds: 180 * 86_400 }),
    );
    await RideShapeModel.deleteOne({ _id: ride.id });
    expect(await oneRide(customer, ride.id)).toMatchObject({ shape: null, road: byRoad(pickup) });
  });

  test('that are scheduled use the time factor of the scheduled time, not of the time of posting', async () => {
    const planned = new Date(clock.millis() + 6 * 3_600_000);
    setTimeFactor(bandOf(clock.now(), pickup.lng), 1);
    setTimeFactor(bandOf(planned, pickup.lng), 3);
    const minutes = (factor: number) => Math.round(Math.round(distanceKm(pickup, drop) * 200 * factor) / 60);
    expect((await steps.ride(customer)).road?.duration_min).toBe(minutes(1));
    const ride = await steps.ride(customer, { is_scheduled: true, scheduled_time: planned.toISOString() });
    expect(ride.road?.duration_min).toBe(minutes(3));
  });

  test('have no road if they were stored before roads existed', async () => {
    const ride = await steps.ride(customer);
    await RideModel.updateOne({ _id: ride.id }, { $unset: { roads: 1 } });
    expect((await steps.readRide(customer, ride.id)).road).toBeNull();
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    expect(booking.road).toBeNull();
    expect((await steps.readBooking(driver, booking.id)).road).toBeNull();
  });
});

describe('if the router fails, a request is posted with an estimate:', () => {
  const estimate = { distance_km: 3.4, duration_min: 9, source: 'estimate' };

  test.each([
    ['is unreachable', () => use({ ROUTER_URL: 'http://127.0.0.1:1' })],
    ['is not configured', () => useNone()],
    ['never answers', () => Object.assign(router, { mood: 'silent' })],
    ['closes the connection', () => Object.assign(router, { mood: 'broken' })],
    ['is overloaded', () => Object.assign(router, { mood: 'busy' })],
    ['knows no road near the point', () => Object.assign(router, { offRoad: () => true })],
  ])('the router %s', async (_what, begin) => {
    begin();
    const elapsed = stopwatch();
    const ride = await steps.ride(customer);
    expect(elapsed()).toBeLessThan(1_500);
    const { source, distance_km, duration_min } = ride.road ?? {};
    expect({ source, duration_min, distance_km: Number(distance_km?.toFixed(1)) }).toEqual(estimate);
    expect((await oneRide(customer, ride.id)).shape).toBeNull();
  });
});

describe('the router gets no request', () => {
  const post = (key: string) =>
    app.request('POST', '/rides/request', { token: customer.token, body: aRoute, headers: { 'Idempotency-Key': key } });

  test('for a repeated post of the same request', async () => {
    const key = randomUUID();
    const first = await post(key);
    router.asked.length = 0;
    expect(await post(key)).toMatchObject({ status: first.status, body: first.body });
    expect(router.asked).toEqual([]);
  });

  test('for a request beyond the limit of open requests', async () => {
    use({ MAX_OPEN_REQUESTS: '1' });
    const key = randomUUID();
    const { body } = await post(key);
    router.asked.length = 0;
    expect((await post(randomUUID())).status).toBe(409);
    expect(await post(key)).toMatchObject({ status: 201, body });
    expect(router.asked).toEqual([]);
  });
});

describe('before a driver has accepted', () => {
  const door = { lat: 28.631512, lng: 77.216721 };
  const posted = { pickup_location: 'Barakhamba Road', pickup_lat: door.lat, pickup_lng: door.lng };
  let shown: Point;
  beforeEach(() => {
    use({ PICKUP_PRIVACY: 'approximate' });
    shown = openPoint({ pickup_lat: door.lat, pickup_lng: door.lng });
  });

  test('every distance and shape that drivers get begins at the approximate pickup, in every answer and push', async () => {
    const looking = await connect(driver);
    await looking.ask('rides:watch');
    const ride = await steps.ride(customer, posted);
    expect(ride.road).toEqual(byRoad(door));
    expect(lineOf(await oneRide(customer, ride.id))[0]).toEqual(door);
    expect(lineOf(await oneRide(admin, ride.id))[0]).toEqual(door);

    const watched = (await looking.ask('rides:watch')).ride_requests as RideRequest[];
    const single = await oneRide(driver, ride.id);
    const ways = [
      (await looking.waitFor('ride:created')).ride_request,
      (await get<RideRequest[]>(driver, '/rides/requests')).body.find((row) => row.id === ride.id),
      watched.find((row) => row.id === ride.id),
      single,
    ];
    for (const way of ways) expect(way?.road).toEqual(byRoad(shown));
    expect(byRoad(shown)).not.toEqual(byRoad(door));
    expect(lineOf(single)[0]).toEqual(shown);

    const booking = await steps.book(customer, await steps.quote(driver, ride));
    const pending = [await oneBooking(driver, booking), await oneRide(driver, ride.id)];
    for (const way of pending) {
      expect(way).toMatchObject({ pickup_is_approximate: true, road: byRoad(shown) });
      expect(lineOf(way)[0]).toEqual(shown);
    }
    await settle(looking);
    const sent = JSON.stringify([looking.received, ways, pending]);
    const exact = (await oneRide(customer, ride.id)).shape ?? '-';
    expect(sent).not.toContain(JSON.stringify(exact).slice(1, -1));
    expect(sent).not.toContain(`"distance_km":${byRoad(door).distance_km},`);
    expect(sent).not.toMatch(/28\.6315|77\.2167/);

    await steps.step(driver, booking, 'accepted');
    for (const way of [await oneBooking(driver, booking), await oneRide(driver, ride.id)]) {
      expect(way).toMatchObject({ pickup_is_approximate: false, road: byRoad(door) });
      expect(lineOf(way)[0]).toEqual(door);
    }
  });

  test('a request posted before the setting changed from exact to approximate has an estimate from the approximate pickup and no shape', async () => {
    use({ PICKUP_PRIVACY: 'exact' });
    const ride = await steps.ride(customer, posted);
    use({ PICKUP_PRIVACY: 'approximate' });
    const seen = await oneRide(driver, ride.id);
    expect(seen).toMatchObject({ pickup_is_approximate: true, road: { source: 'estimate' }, shape: null });
    expect(seen.road?.distance_km).toBe(Number((distanceKm(shown, drop) * 1.4).toFixed(2)));
    expect(seen.distance_km).toBe(shownDistanceKm(shown, drop));
    expect((await oneRide(customer, ride.id)).road).toEqual(byRoad(door));
  });
});
