import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import type { Driven } from '@boli/shared/bookings/driven.schema';
import type { Replay } from '@boli/shared/bookings/replay.schema';
import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { matchToRoads } from '../geo/matching.service';
import type { TestApp, TestPerson } from '../testing/app';
import { startTestApp } from '../testing/app';
import { startAndDrive } from '../testing/drive';
import { aRoute, market } from '../testing/market';
import { type MatchStub, matchStub } from '../testing/match-stub';
import { eventually } from '../testing/realtime';
import { stopwatch } from '../testing/stopwatch';
import { runJobs } from '../wiring/scheduler';
import { BookingModel } from './bookings.model';
import { computeDriven } from './driven.service';

const DAY_MS = 86_400_000;

let app: TestApp;
let router: MatchStub;
let steps: ReturnType<typeof market>;
let customer: TestPerson;
let driver: TestPerson;

beforeAll(async () => {
  router = await matchStub();
  app = await startTestApp({
    settings: { ROUTER_URL: router.url, ROUTER_KIND: 'osrm', MAX_OPEN_REQUESTS: '1000', TRACK_RETENTION_DAYS: '30' },
  });
  steps = market(app);
});
beforeEach(async () => {
  clock.setOffset(0);
  Object.assign(router, { mood: 'well', factor: 1, unmatched: 0 });
  router.asked.length = 0;
  [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver()]);
});
afterEach(() => clock.setOffset(0));
afterAll(async () => {
  await app.close();
  await router.close();
});

const pass = (milliseconds: number) => clock.setOffset(clock.millis() - Date.now() + milliseconds);
const round = (signal = new AbortController().signal) => computeDriven(signal);
async function computed(afterMs = 4_000): Promise<void> {
  pass(afterMs);
  await round();
}

/** A ride of this many metres that has just been completed. */
async function completed(metres = 2_000): Promise<Booking> {
  const booking = await steps.booked(customer, driver);
  await startAndDrive(app, driver, { booking, metres, seconds: 90 });
  return steps.step(driver, booking, 'completed');
}

const drivenOf = async ({ id }: { id: string }) => (await steps.readBooking(customer, id)).driven;
const get = async <T>(path: string, person = customer) =>
  (await app.request<T>('GET', path, { token: person.token })).body;
const near = (km: number, source: Driven['source']) => ({
  distance_km: expect.closeTo(km, 1),
  duration_min: 1,
  source,
});

describe('the driven distance', () => {
  test('is matched to the roads four seconds after the ride, shown in booking, receipt and history, and does not change the price', async () => {
    router.factor = 1.1;
    const booking = await completed();
    expect(booking.driven).toBeNull();
    await round();
    expect(router.asked).toEqual([]);
    const inboxes = () => Promise.all([customer, driver].map((person) => get('/notifications', person)));
    const before = await inboxes();
    await computed();
    expect(await inboxes()).toEqual(before);
    const driven = near(2.2, 'matched');
    const after = await steps.readBooking(driver, booking.id);
    expect(after).toMatchObject({ driven, version: booking.version + 1, final_price: booking.final_price });
    const receipt = await get<Receipt>(`/bookings/${booking.id}/receipt`);
    expect(receipt).toMatchObject({ driven, distance_km: booking.distance_km, final_price: booking.final_price });
    expect(await get<HistoryEntry[]>('/rides/history')).toMatchObject([{ booking_id: booking.id, driven }]);
    expect(await BookingModel.countDocuments({ driven_due: { $exists: true } })).toBe(0);
    // Nothing is computed again, and the receipt stays identical.
    await computed(60_000);
    expect(router.asked).toHaveLength(1);
    expect(await get<Receipt>(`/bookings/${booking.id}/receipt`)).toEqual(receipt);
  });

  test('also exists for a ride cancelled in progress, but not for a ride that never began', async () => {
    const booking = await steps.booked(customer, driver);
    await startAndDrive(app, driver, { booking, metres: 1_000, seconds: 60 });
    await steps.cancel(driver, booking);
    const other = await steps.booked(customer, driver);
    await steps.cancel(customer, other);
    await computed();
    expect(await drivenOf(booking)).toEqual(near(1, 'matched'));
    expect(await drivenOf(other)).toBeNull();
    expect(router.asked).toHaveLength(1);
  });

  test.each([
    ['much longer than the track', { factor: 1.9 }],
    ['much shorter than the track', { factor: 0.5 }],
    ['away from 40 percent of the track', { unmatched: 0.4 }],
    ['unknown', { mood: 'lost' }],
  ] as const)('is the recorded distance if the matched roads are %s', async (_, change) => {
    Object.assign(router, change);
    const booking = await completed();
    await computed();
    expect(await drivenOf(booking)).toEqual(near(2, 'recorded'));
    const { lines } = await get<Replay>(`/bookings/${booking.id}/replay`);
    expect(lines).toEqual([]);
  });

  test.each(['broken', 'odd'] as const)(
    'is recorded while the router is away (mood: %s), and matched once the router is back',
    async (mood) => {
      router.mood = mood;
      const booking = await completed();
      await computed();
      expect(await drivenOf(booking)).toEqual(near(2, 'recorded'));
      router.mood = 'well';
      await round();
      expect(await drivenOf(booking)).toEqual(near(2, 'recorded'));
      await computed(10_000);
      expect(await drivenOf(booking)).toEqual(near(2, 'matched'));
    },
  );

  test('is requested from an unavailable router twenty times, and then no more', async () => {
    router.mood = 'broken';
    const booking = await completed();
    for (let at = 0; at < 30; at++) await computed(601_000);
    // Ten attempts, each with two requests.
    expect(router.asked).toHaveLength(20);
    expect(await drivenOf(booking)).toEqual(near(2, 'recorded'));
  });

  test('delays neither the end of a ride nor the stop of a server while the router is silent', async () => {
    router.mood = 'silent';
    const elapsed = stopwatch();
    const booking = await completed();
    expect(elapsed()).toBeLessThan(3_000);
    pass(4_000);
    const stopping = new AbortController();
    const running = round(stopping.signal);
    await eventually(() => router.asked.length > 0, 'the router is not asked');
    stopping.abort();
    await running;
    expect(await drivenOf(booking)).toBeNull();
    router.mood = 'well';
    await computed(31_000);
    expect(await drivenOf(booking)).toEqual(near(2, 'matched'));
  });

  test('is computed once when three rounds run at the same time', async () => {
    const booking = await completed();
    pass(4_000);
    await Promise.all([round(), round(), runJobs()]);
    expect(router.asked).toHaveLength(1);
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({
      driven: near(2, 'matched'),
      version: booking.version + 1,
    });
  });
});

describe('points that arrive after the end', () => {
  const late = async (booking: Booking, from: string | null, metres: number) => {
    const start = Date.parse(from ?? '');
    const points = Array.from({ length: 20 }, (_, n) => ({
      lat: aRoute.pickup_lat + metres / 111_195 + (n * 500) / 20 / 111_195,
      lng: aRoute.pickup_lng,
      recorded_at: new Date(start - 25_000 + n * 1_000).toISOString(),
    }));
    return app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body: { points } });
  };
  const stored = { status: 200, body: { stored: 20 } };

  test('while the distance is being computed are included', async () => {
    let release: () => void = () => undefined;
    router.held = new Promise((resolve) => {
      release = resolve;
    });
    const booking = await completed();
    pass(4_000);
    const running = round();
    await eventually(() => router.asked.length === 1, 'the router is not asked');
    expect(await late(booking, booking.completed_at, 2_000)).toMatchObject(stored);
    release();
    await running;
    expect(await drivenOf(booking)).toBeNull();
    await computed();
    expect(await drivenOf(booking)).toEqual({ ...near(2.5, 'matched'), duration_min: expect.any(Number) });
  });

  test('are counted if they were recorded during the ride', async () => {
    const booking = await completed();
    await computed();
    expect(await drivenOf(booking)).toEqual(near(2, 'matched'));
    expect(await late(booking, booking.completed_at, 2_000)).toMatchObject(stored);
    await computed();
    expect(await drivenOf(booking)).toEqual({ ...near(2.5, 'matched'), duration_min: expect.any(Number) });
  });

  test('are refused a day later', async () => {
    const booking = await completed();
    await computed();
    pass(DAY_MS);
    expect(await late(booking, booking.completed_at, 2_000)).toMatchObject({ status: 409 });
    await computed();
    expect(router.asked).toHaveLength(1);
    expect(await drivenOf(booking)).toEqual(near(2, 'matched'));
  });
});

describe('unusual trails', () => {
  async function rode(points: (at: number) => { lat: number; lng?: number }[]): Promise<Booking> {
    const booking = await steps.drive(driver, await steps.booked(customer, driver), 'in_progress');
    const from = Date.now();
    const body = {
      points: points(from).map(({ lat, lng = aRoute.pickup_lng }, n) => ({
        lat,
        lng,
        recorded_at: new Date(from + n * 1_000).toISOString(),
      })),
    };
    await app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body });
    clock.setOffset(90_000);
    const ended = await steps.step(driver, booking, 'completed');
    await computed();
    return ended;
  }
  const north = (metres: number) => aRoute.pickup_lat + metres / 111_195;

  test('with leaps to other cities and back have the distance without the leaps', async () => {
    const booking = await rode(() =>
      Array.from({ length: 50 }, (_, n) => ({ lat: north(n * 20 + (n % 7 === 3 ? 300_000 : 0)) })),
    );
    expect(await drivenOf(booking)).toEqual(near(1, 'matched'));
    const { points } = await get<Replay>(`/bookings/${booking.id}/replay`);
    expect(Math.max(...points.map(({ lat }) => lat))).toBeLessThan(north(1_500));
  });

  test('of a standing car have no distance, however its GPS position wanders', async () => {
    const booking = await rode(() =>
      Array.from({ length: 50 }, (_, n) => ({
        lat: north(Math.sin(n) * 12),
        lng: aRoute.pickup_lng + Math.cos(n * 1.7) * 1e-4,
      })),
    );
    expect(await drivenOf(booking)).toEqual({ distance_km: 0, duration_min: 1, source: 'recorded' });
  });

  test.each([0, 1, 9])('with %d points have no distance', async (count) => {
    const booking = await rode(() => Array.from({ length: count }, (_, n) => ({ lat: north(n * 20) })));
    expect(await drivenOf(booking)).toBeNull();
    expect(await BookingModel.countDocuments({ _id: booking.id, driven_due: { $exists: true } })).toBe(0);
  });
});

test('a long track is matched by requests of at most 100 points; each request begins where the previous one ended', async () => {
  const leg = Array.from({ length: 250 }, (_, n) => ({ lat: aRoute.pickup_lat + n * 6e-4, lng: aRoute.pickup_lng }));
  const match = await matchToRoads([leg], new AbortController().signal);
  expect(router.asked.map((points) => points.length)).toEqual([100, 100, 52]);
  expect(match).toMatchObject({ meters: expect.closeTo(16_612, -2), unmatched: 0 });
});

describe('the replay of a ride', () => {
  test('has the recorded track from start to end, the route, and each step with its actor', async () => {
    const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
    // This position is on the way from home to the pickup.
    await app.request('PUT', `/bookings/${booking.id}/location`, {
      token: driver.token,
      body: { lat: 28.7, lng: 77.3, recorded_at: new Date(Date.now() - 20_000).toISOString() },
    });
    const at = Date.now();
    await eventually(() => Date.now() > at, 'the clock does not advance');
    await steps.step(driver, booking, 'in_progress');
    await app.request('POST', `/bookings/${booking.id}/track`, {
      token: driver.token,
      body: {
        points: Array.from({ length: 50 }, (_, n) => ({
          lat: aRoute.pickup_lat + n * 2e-4,
          lng: aRoute.pickup_lng,
          recorded_at: new Date(at + n * 1_000).toISOString(),
        })),
      },
    });
    clock.setOffset(60_000);
    await steps.step(driver, booking, 'completed');
    await computed();
    const replay = await get<Replay>(`/bookings/${booking.id}/replay`);
    const { started_at, accepted_at, completed_at } = await steps.readBooking(customer, booking.id);
    const secondsAt = (time: string | null) => (Date.parse(time ?? '') - Date.parse(started_at ?? '')) / 1_000;
    expect(replay).toMatchObject({
      started_at,
      duration_s: secondsAt(completed_at),
      pickup: { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng },
      drop: { lat: aRoute.drop_lat, lng: aRoute.drop_lng },
      lines: [expect.any(String)],
      driven: near(1.1, 'matched'),
      events: [
        { kind: 'accepted', at: accepted_at, at_s: secondsAt(accepted_at), by: 'driver', name: driver.name },
        { kind: 'started', at: started_at, at_s: 0, by: 'driver', name: driver.name },
        { kind: 'completed', at: completed_at, at_s: secondsAt(completed_at), by: 'driver', name: driver.name },
      ],
    });
    expect(replay.points).toHaveLength(50);
    expect(Math.max(...replay.points.map(({ lat }) => lat))).toBeLessThan(28.65);
    expect(await get<Replay>(`/bookings/${booking.id}/replay`, driver)).toEqual(replay);
    expect(await get<Replay>(`/bookings/${booking.id}/replay`, await app.register('admin'))).toEqual(replay);
  });

  test('can be read by its parties and admins, once the ride has ended', async () => {
    const booking = await steps.booked(customer, driver);
    const read = async ({ token }: TestPerson) =>
      (await app.request('GET', `/bookings/${booking.id}/replay`, { token })).status;
    expect(await read(customer)).toBe(409);
    await steps.drive(driver, booking, 'in_progress');
    expect(await read(driver)).toBe(409);
    await steps.step(driver, booking, 'completed');
    const readers = [customer, driver, await app.register('admin')];
    const strangers = [await app.register('customer'), await app.registerDriver()];
    expect(await Promise.all([...readers, ...strangers].map(read))).toEqual([200, 200, 200, 404, 404]);
    expect(await get<Replay>(`/bookings/${booking.id}/replay`)).toMatchObject({ points: [], lines: [], driven: null });
  });

  test('does not exist for a booking that was cancelled before the ride began', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.cancel(customer, booking);
    const { status, body } = await app.request('GET', `/bookings/${booking.id}/replay`, { token: customer.token });
    expect([status, body.code]).toEqual([409, 'replay.not_ended']);
  });
});
