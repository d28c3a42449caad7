import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { setUpRouter } from '../testing/set-up-router';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';
import { openPoint } from './pickup';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});
const { router, use } = await setUpRouter();
afterEach(() => clock.setOffset(0));

const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
/** The minutes of the stub router: twice the straight line, driven at 10 m/s, times the time factor of 1.8. */
const minutes = (from: Point, to: Point) => Math.max(1, Math.round((distanceKm(from, to) * 200 * 1.8) / 60));
const north = ({ lat, lng }: Point, km: number) => ({ lat: Number((lat + km / 111.195).toFixed(6)), lng });
const placeOnline = (person: TestPerson, at: Point) =>
  app.request('PUT', '/driver/availability', { token: person.token, body: { is_available: true, ...at } });
const tables = () => router.asked.filter(({ path }) => path === 'table');

describe('a quote', () => {
  test('has the minutes from the driver to the pickup in every answer, and in the booking', async () => {
    await placeOnline(driver, north(pickup, 2));
    const own = await connect(customer);
    const ride = await steps.ride(customer);
    const away = { pickup_eta_min: minutes(north(pickup, 2), pickup), eta_source: 'roads' };
    expect(away.pickup_eta_min).toBe(12);
    const quote = await steps.quote(driver, ride);
    expect(quote).toMatchObject(away);
    expect((await own.waitFor('quote:created')).quote).toMatchObject(away);
    expect((await steps.quotesOn(customer, ride))[0]).toMatchObject(away);
    const booking = await steps.book(customer, quote);
    expect(booking.quote).toMatchObject(away);
    expect((await steps.readBooking(customer, booking.id)).quote).toMatchObject(away);
    expect(tables()).toHaveLength(1);
  });

  test('that is changed has new minutes', async () => {
    await placeOnline(driver, north(pickup, 2));
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    await placeOnline(driver, north(pickup, 1));
    const changed = await steps.quote(driver, ride, 199);
    expect(changed.pickup_eta_min).toBe(minutes(north(pickup, 1), pickup));
    clock.setOffset(2 * 60_000);
    expect((await steps.quote(driver, ride, 198)).pickup_eta_min).toBeNull();
  });

  test.each<[string, (ride: () => Promise<RideRequest>) => Promise<RideRequest>]>([
    ['of a driver without a position', (ride) => ride()],
    [
      'of a driver with a position two minutes old',
      async (ride) => {
        await placeOnline(driver, north(pickup, 2));
        clock.setOffset(2 * 60_000);
        return ride();
      },
    ],
    [
      'on a scheduled ride',
      async () => {
        await placeOnline(driver, north(pickup, 2));
        const scheduled_time = new Date(Date.now() + 3 * 3_600_000).toISOString();
        return steps.ride(customer, { is_scheduled: true, scheduled_time });
      },
    ],
  ])('%s has no minutes', async (_what, prepare) => {
    const ride = await prepare(() => steps.ride(customer));
    expect(await steps.quote(driver, ride)).toMatchObject({ pickup_eta_min: null, eta_source: null });
    expect(tables()).toEqual([]);
  });

  test('has no minutes once their computation is older than 15 minutes', async () => {
    await placeOnline(driver, north(pickup, 2));
    const ride = await steps.ride(customer);
    const body = { ride_request_id: ride.id, price: 240, hold_min: 30 };
    expect((await app.request('POST', '/quotes/create', { token: driver.token, body })).status).toBe(201);
    clock.setOffset(14 * 60_000);
    expect((await steps.quotesOn(customer, ride))[0]).toMatchObject({ pickup_eta_min: 12, eta_source: 'roads' });
    clock.setOffset(16 * 60_000);
    expect((await steps.quotesOn(customer, ride))[0]).toMatchObject({ pickup_eta_min: null, eta_source: null });
  });

  test.each(['silent', 'broken', 'busy'] as const)('has an estimate while the router is %s', async (mood) => {
    await placeOnline(driver, north(pickup, 2));
    const ride = await steps.ride(customer);
    router.mood = mood;
    const elapsed = stopwatch();
    const quote = await steps.quote(driver, ride);
    expect(elapsed()).toBeLessThan(1_500);
    // Straight line times 1.4 at 22 km/h.
    expect(quote).toMatchObject({ pickup_eta_min: 8, eta_source: 'estimate' });
  });

  test('measures to the approximate pickup, so that measuring from many places does not reveal the exact one', async () => {
    use({ PICKUP_PRIVACY: 'approximate' });
    const shown = openPoint({ pickup_lat: pickup.lat, pickup_lng: pickup.lng });
    const place = north(pickup, 3);
    await placeOnline(driver, place);
    const quote = await steps.quote(driver, await steps.ride(customer));
    expect(quote.pickup_eta_min).toBe(minutes(place, shown));
    expect(tables()).toEqual([{ path: 'table', points: [place, shown] }]);
  });
});

describe('the list of open requests for a driver', () => {
  const list = async (person: TestPerson, query = '') =>
    (await app.request<RideRequest[]>('GET', `/rides/requests${query}`, { token: person.token })).body;
  /** Posts requests this many kilometres to the north. */
  const postAt = (kms: number[], base: Point) =>
    Promise.all(
      kms.map((km) => {
        const at = north(base, km);
        return steps.ride(customer, { pickup_lat: at.lat, pickup_lng: at.lng });
      }),
    );
  const minutesOf = (rows: readonly RideRequest[], ride: RideRequest | undefined) => {
    const row = rows.find(({ id }) => id === ride?.id);
    return { to_pickup_min: row?.to_pickup_min, to_pickup_source: row?.to_pickup_source };
  };
  const unknown = { to_pickup_min: null, to_pickup_source: null };
  let base = { lat: 20, lng: 77 };
  beforeEach(() => {
    // An area without other requests, of which nothing is cached.
    base = { lat: base.lat + 1, lng: 77 };
  });

  test('has the minutes to the ten nearest pickups, by one router request', async () => {
    const rides = await postAt([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], base);
    expect(minutesOf(await list(driver), rides[0])).toEqual(unknown);
    await placeOnline(driver, base);
    router.asked.length = 0;
    const rows = await list(driver);
    rides.forEach((ride, at) => {
      const km = at + 1;
      const known = { to_pickup_min: minutes(base, north(base, km)), to_pickup_source: 'roads' };
      expect([km, minutesOf(rows, ride)]).toEqual([km, km <= 10 ? known : unknown]);
      // The roads of the stub router are twice the straight line.
      const away = rows.find(({ id }) => id === ride.id)?.to_pickup_km ?? null;
      if (km > 10) expect(away).toBeNull();
      else expect(away).toBeCloseTo(2 * distanceKm(base, north(base, km)), 1);
    });
    expect(tables().map(({ points }) => points.length)).toEqual([11]);
    for (const row of await list(customer)) expect(row).not.toHaveProperty('to_pickup_min');
  });

  test('has the minutes from the centre of a requested circle, and asks the router once for all drivers of a neighbourhood', async () => {
    const rides = await postAt([1, 2], base);
    router.asked.length = 0;
    const circle = `?lat=${base.lat}&lng=${base.lng}&radius_km=5`;
    const first = await list(driver, circle);
    expect(minutesOf(first, rides[1])).toEqual({ to_pickup_min: 12, to_pickup_source: 'roads' });
    await placeOnline(rival, base);
    expect(minutesOf(await list(rival), rides[1])).toEqual({ to_pickup_min: 12, to_pickup_source: 'roads' });
    const watching = await connect(rival);
    const watched = (await watching.ask('rides:watch', { near: { ...base, radius_km: 5 } })).ride_requests;
    expect(minutesOf(watched as RideRequest[], rides[0])).toEqual({ to_pickup_min: 6, to_pickup_source: 'roads' });
    expect(tables()).toHaveLength(1);
    const [later] = await postAt([3], base);
    // A push is sent to every driver who watches the area, so it contains no minutes.
    const pushed = (await watching.waitFor('ride:created', ({ ride_request }) => ride_request.id === later?.id))
      .ride_request;
    expect(pushed).not.toHaveProperty('to_pickup_min');
    expect(minutesOf(await list(driver, circle), later)).toEqual({ to_pickup_min: 18, to_pickup_source: 'roads' });
    expect(tables().map(({ points }) => points.length)).toEqual([3, 2]);
  });

  test('requests the minutes once for all drivers who read it at the same moment', async () => {
    const [ride] = await postAt([1, 2], base);
    await placeOnline(driver, base);
    await placeOnline(rival, base);
    router.asked.length = 0;
    const lists = await Promise.all([driver, rival, driver, rival].map((person) => list(person)));
    for (const rows of lists) expect(minutesOf(rows, ride)).toEqual({ to_pickup_min: 6, to_pickup_source: 'roads' });
    expect(tables()).toHaveLength(1);
  });

  test('has an estimate for a request that no road leads to, and road times for the others', async () => {
    const [near, island] = await postAt([1, 2], base);
    router.offRoad = ({ lat }) => Math.abs(lat - (island?.pickup_lat ?? 0)) < 1e-5;
    await placeOnline(driver, base);
    const rows = await list(driver);
    expect(minutesOf(rows, near)).toEqual({ to_pickup_min: 6, to_pickup_source: 'roads' });
    expect(minutesOf(rows, island)).toEqual({ to_pickup_min: 8, to_pickup_source: 'estimate' });
  });

  test.each(['silent', 'broken', 'busy'] as const)(
    'is complete, with estimates, while the router is %s',
    async (mood) => {
      const [ride] = await postAt([2], base);
      await placeOnline(driver, base);
      router.mood = mood;
      const elapsed = stopwatch();
      expect(minutesOf(await list(driver), ride)).toEqual({ to_pickup_min: 8, to_pickup_source: 'estimate' });
      expect(elapsed()).toBeLessThan(1_500);
      router.mood = 'well';
      await eventually(
        async () => minutesOf(await list(driver), ride).to_pickup_source === 'roads',
        'roads did not come back',
      );
      expect(minutesOf(await list(driver), ride).to_pickup_min).toBe(12);
    },
  );

  test('has no minutes for a far pickup', async () => {
    const [near, far] = await postAt([2, 60], base);
    await placeOnline(driver, base);
    const rows = await list(driver);
    expect(minutesOf(rows, near)).toEqual({ to_pickup_min: 12, to_pickup_source: 'roads' });
    expect(minutesOf(rows, far)).toEqual(unknown);
  });

  test('has no minutes for a scheduled request, which does not count among the ten nearest', async () => {
    const at = north(base, 1);
    const scheduled_time = new Date(Date.now() + 3 * 3_600_000).toISOString();
    const planned = await steps.ride(customer, {
      ...{ pickup_lat: at.lat, pickup_lng: at.lng, is_scheduled: true, scheduled_time },
    });
    const rides = await postAt([2, 3, 4, 5, 6, 7, 8, 9, 10, 11], base);
    await placeOnline(driver, base);
    const rows = await list(driver);
    expect(minutesOf(rows, planned)).toEqual(unknown);
    expect(minutesOf(rows, rides[9]).to_pickup_min).toBe(minutes(base, north(base, 11)));
  });

  test('has no minutes for a driver with an old position', async () => {
    const [ride] = await postAt([2], base);
    await placeOnline(driver, base);
    clock.setOffset(2 * 60_000);
    expect(minutesOf(await list(driver), ride)).toEqual(unknown);
  });

  test('measures to the approximate pickups', async () => {
    use({ PICKUP_PRIVACY: 'approximate' });
    const [ride] = await postAt([2], base);
    const shown = openPoint({ pickup_lat: ride?.pickup_lat ?? 0, pickup_lng: ride?.pickup_lng ?? 0 });
    router.asked.length = 0;
    await placeOnline(driver, base);
    expect(minutesOf(await list(driver), ride).to_pickup_min).toBe(minutes(base, shown));
    for (const { points } of tables()) expect(points).not.toContainEqual(north(base, 2));
  });

  test('is updated after a quote by a push without minutes, so that the client keeps those it has', async () => {
    const [ride] = await postAt([2], base);
    await placeOnline(driver, base);
    const own = await connect(driver);
    const quote: Quote = await steps.quote(driver, { id: ride?.id ?? '' });
    const pushed = (await own.waitFor('ride:updated')).ride_request;
    expect(pushed.my_quote?.id).toBe(quote.id);
    expect(pushed).not.toHaveProperty('to_pickup_min');
  });
});
