import type { ArrivalRoute } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Route } from '@boli/shared/geo/geo.schema';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { pointFrom } from '@boli/shared/testing/points';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { RideTimeModel } from '../geo/ride-times.model';
import { forgetTimeFactors, keepRideTime } from '../geo/ride-times.service';
import { forgetOutage, roadBetween } from '../geo/roads.service';
import { aRoute, market } from '../testing/market';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { routerStub } from '../testing/router';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';
import { runJobs } from '../wiring/scheduler';

const router = await routerStub({ isStraight: true });
afterAll(() => router.close());
const app = setUpRealtimeApp({ settings: { ROUTER_URL: router.url, ROUTER_KIND: 'osrm' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, stranger, admin } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  stranger: () => app.register('customer'),
  admin: () => app.register('admin'),
});
afterEach(() => {
  forgetOutage();
  router.mood = 'well';
});

const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
const drop = { lat: aRoute.drop_lat, lng: aRoute.drop_lng };
/** A driver's position this many metres from the pickup. */
const away = (meters: number) => pointFrom(pickup, -meters, 0);

const driven = async (upTo: 'accepted' | 'in_progress'): Promise<Booking> =>
  steps.drive(driver, await steps.booked(customer, driver), upTo);
const watch = (socket: TestSocket, { id }: Booking) => socket.ask('booking:watch', { booking_id: id });
const send = (socket: TestSocket, { id }: Booking, meters: number) =>
  socket.ask('booking:location', { booking_id: id, ...away(meters) });

describe('the arrival time of a booking', () => {
  test('is pushed to everybody who may see the driver, and to nobody else', async () => {
    const booking = await driven('accepted');
    const [own, mine, all, other, competitor] = await Promise.all([
      connect(driver),
      connect(customer),
      connect(admin),
      connect(stranger),
      connect(rival),
    ]);
    for (const socket of [own, mine, all])
      expect(await watch(socket, booking)).toMatchObject({ ok: true, route: null });
    for (const socket of [other, competitor]) expect(await watch(socket, booking)).toMatchObject({ ok: false });
    expect(await competitor.ask('rides:watch')).toMatchObject({ ok: true });
    await send(own, booking, 3_000);
    const route = await mine.waitFor('booking:route');
    // 300 seconds in free-flow traffic, multiplied by the time factor of 1.8.
    const eta = { to: 'pickup', seconds: 540, distance_m: 3_000, at: expect.any(String), source: 'roads' };
    expect(route).toEqual({
      booking_id: booking.id,
      version: expect.any(Number),
      to: 'pickup',
      shape: expect.any(String),
      eta,
    });
    expect(decodePolyline(route.shape ?? '').at(-1)).toMatchObject(pickup);
    for (const socket of [own, all]) expect(await socket.waitFor('booking:route')).toEqual(route);
    for (const person of [customer, driver, admin]) {
      expect((await steps.readBooking(person, booking.id)).eta).toEqual(eta);
      const list = await app.request<Booking[]>('GET', '/bookings/my', { token: person.token });
      expect(list.body.find(({ id }) => id === booking.id)?.eta).toEqual(eta);
    }
    expect(await watch(await connect(customer), booking)).toMatchObject({ route, booking: { eta } });
    await settle(other, competitor);
    expect([...other.received, ...competitor.received].filter(({ event }) => /route|eta/.test(event))).toEqual([]);
  });

  test('is the time to the drop once the ride runs, and is removed when the ride ends', async () => {
    const booking = await driven('accepted');
    const [own, mine] = [await connect(driver), await connect(customer)];
    await watch(mine, booking);
    await send(own, booking, 100);
    const first = await mine.waitFor('booking:route');
    await steps.step(driver, booking, 'in_progress');
    const second = await mine.waitFor('booking:route', ({ to }) => to === 'drop');
    expect(decodePolyline(second.shape ?? '').at(-1)).toMatchObject(drop);
    expect(second.version).toBeGreaterThan(first.version);
    expect((await steps.readBooking(customer, booking.id)).eta?.to).toBe('drop');
    await steps.step(driver, booking, 'completed');
    expect((await steps.readBooking(customer, booking.id)).eta).toBeNull();
    expect((await watch(mine, booking)).route).toBeNull();
  });

  test('does not exist for a booking that is not accepted or has no position', async () => {
    const booking = await steps.booked(customer, driver);
    expect(booking.eta).toBeNull();
    const own = await connect(driver);
    expect(await send(own, booking, 1_000)).toMatchObject({ ok: false, status: 409 });
    expect((await steps.step(driver, booking, 'accepted')).eta).toBeNull();
  });
});

describe('a router that is silent or stopped', () => {
  test('does not delay positions', async () => {
    const booking = await driven('in_progress');
    router.mood = 'silent';
    const [own, mine] = [await connect(driver), await connect(customer)];
    await watch(mine, booking);
    const before = router.asked.length;
    const elapsed = stopwatch();
    await send(own, booking, 3_000);
    await mine.waitFor('booking:location');
    expect(elapsed()).toBeLessThan(1_000);
    await eventually(() => router.asked.length > before, 'the router was not asked');
    expect(mine.all('booking:route')).toEqual([]);
  });

  test('is replaced by estimates; road times return with the router', async () => {
    await router.close();
    const booking = await driven('accepted');
    const [own, mine] = [await connect(driver), await connect(customer)];
    await watch(mine, booking);
    await send(own, booking, 3_000);
    expect(await mine.waitFor('booking:route')).toMatchObject({
      to: 'pickup',
      shape: null,
      eta: { source: 'estimate', distance_m: 4_200 },
    });
    await router.restart();
    await eventually(
      async () => (await roadBetween(pickup, drop)).source === 'roads',
      'the router was not asked again',
    );
    await steps.step(driver, booking, 'in_progress');
    const route = await mine.waitFor('booking:route', ({ to }: ArrivalRoute) => to === 'drop');
    expect(route.eta.source).toBe('roads');
  });
});

const askWay = async () =>
  (
    await app.request<Route>('POST', '/geo/route', {
      token: customer.token,
      body: { from: away(3_000), to: pickup },
    })
  ).body;

describe('the actual duration of a leg', () => {
  test('is counted in a metric with the source of its prediction, as `inside` if the prediction was right', async () => {
    const booking = await driven('accepted');
    const [own, mine] = [await connect(driver), await connect(customer)];
    await watch(mine, booking);
    await send(own, booking, 50);
    await mine.waitFor('booking:route');
    await steps.step(driver, booking, 'in_progress');
    const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
    await eventually(
      async () =>
        /^arrival_predictions_total\{to="pickup",source="roads",result="inside"\} [1-9]/m.test(await metrics()),
      'no outcome was counted',
    );
    expect(await metrics()).toMatch(/^arrival_predictions_inside_ratio\{source="roads"\} [01]/m);
    expect(await metrics()).toMatch(/^arrival_routes_total\{source="roads"\} [1-9]/m);
  });

  test('adjusts the time factor of the current band, with at most five rides of one driver', async () => {
    forgetTimeFactors();
    expect((await askWay()).duration_s).toBe(540);
    for (let n = 0; n < 20; n++)
      await keepRideTime({ bookingId: `b${n}`, driverId: `d${n}`, at: Date.now(), place: pickup, ratio: 2.4 });
    await runJobs();
    expect((await askWay()).duration_s).toBe(630);
    // A ride that is reported again does not count again.
    for (let n = 0; n < 20; n++)
      await keepRideTime({ bookingId: `b${n}`, driverId: 'ravi', at: Date.now(), place: pickup, ratio: 6 });
    await runJobs();
    expect((await askWay()).duration_s).toBe(630);
    // Only the newest five rides of one driver count, and they replace no rides of other drivers. The median ratio of the
    // 25 rides is still 2.4, and the setting of 1.8 counts as much as 20 rides: (20 * 1.8 + 25 * 2.4) / 45.
    for (let n = 0; n < 250; n++)
      await keepRideTime({ bookingId: `ravi ${n}`, driverId: 'ravi', at: Date.now() + n, place: pickup, ratio: 6 });
    await runJobs();
    expect((await askWay()).duration_s).toBe(640);
    expect((await RideTimeModel.find({ driver_id: 'ravi' }).lean()).map(({ _id }) => _id).sort()).toEqual(
      [245, 246, 247, 248, 249].map((n) => `ravi ${n}`),
    );
    forgetTimeFactors();
  });
});
