import type { Live, LiveUpdate } from '@boli/shared/admin/admin.schema';
import { LiveUpdate as LiveUpdateShape } from '@boli/shared/admin/admin.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import { hasListeners } from '../realtime/push';
import { rides } from '../rides/rides.repository';
import { market } from '../testing/market';
import { intoNextHour } from '../testing/observations';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { board } from './live.repository';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

// The signed addresses of pictures change at every full and half hour.
beforeAll(() => intoNextHour(1_000));
afterAll(() => clock.setOffset(0));

const rest = async () => (await app.request<Live>('GET', '/admin/live', { token: admin.token })).body;
async function watchBoard(): Promise<{ socket: TestSocket; live: Live }> {
  const socket = await connect(admin);
  const answer = await socket.ask('admin:watch');
  return { socket, live: answer.live as Live };
}
const at = { lat: 28.63, lng: 77.21 };

/** The rows of a board that started from this snapshot and applied every later update. */
function held(live: Live, updates: readonly LiveUpdate[]) {
  const rows = new Map<string, object>();
  const keep = (board: Live) => {
    for (const ride of board.ride_requests) rows.set(ride.id, ride);
    for (const booking of board.bookings) rows.set(booking.id, booking);
    for (const one of board.drivers) rows.set(one.driver_id, one);
  };
  keep(live);
  for (const update of updates) {
    for (const id of Object.values(update.removed).flat()) rows.delete(id);
    keep(update);
  }
  return rows;
}

describe('the live board', () => {
  test('can be read by admins only, by REST and by socket', async () => {
    for (const person of [customer, driver]) {
      expect((await app.request('GET', '/admin/live', { token: person.token })).status).toBe(403);
      const socket = await connect(person);
      expect(await socket.ask('admin:watch')).toMatchObject({ ok: false, status: 403 });
      expect(await socket.ask('admin:unwatch')).toMatchObject({ ok: false, status: 403 });
    }
    expect((await app.request('GET', '/admin/live')).status).toBe(401);
  });

  test('shows open requests, bookings that have not ended, and drivers with a known position', async () => {
    const before = (await rest()).counts;
    const driverSocket = await connect(driver);
    await connect(await app.registerDriver());
    await driverSocket.ask('driver:availability', { is_available: true, ...at });
    const [ride, booking] = [await steps.ride(customer), await steps.booked(customer, driver)];
    const { live } = await watchBoard();
    expect(live).toEqual(await rest());
    expect(live.ride_requests.map(({ id }) => id)).toContain(ride.id);
    expect(live.bookings).toContainEqual(await steps.readBooking(admin, booking.id));
    expect(live.drivers).toEqual([
      {
        driver_id: driver.id,
        name: driver.name,
        ...at,
        is_available: true,
        booking_id: null,
        seen_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(live.counts).toMatchObject({
      drivers_online: before.drivers_online + 2,
      pending_bookings: 1,
      on_a_ride: 0,
      recent_quotes: 1,
    });
    expect(live.counts.first_quote_seconds).toBeGreaterThanOrEqual(0);
  });

  test('shows the median wait for the first quote; for an even number of waits, the mean of the middle two', async () => {
    const posted = new Date(0);
    const quoted = (...seconds: number[]) => ({
      created_at: posted,
      quotes: seconds.map((after) => ({ created_at: new Date(after * 1_000) })),
    });
    const read = jest.spyOn(board, 'quoteTimes').mockResolvedValueOnce([quoted(), quoted(30, 10), quoted(20)]);
    expect((await rest()).counts.first_quote_seconds).toBe(15);
    read.mockRestore();
  });

  test('follows a request and its booking to the end; the snapshot plus all updates equals a fresh read', async () => {
    const { socket, live } = await watchBoard();
    const driverSocket = await connect(driver);
    await driverSocket.ask('driver:availability', { is_available: true, ...at });
    await socket.waitFor('live:updated', ({ drivers }) => drivers.some((one) => one.driver_id === driver.id));
    const other = await steps.ride(customer);
    const booking = await steps.booked(customer, driver);
    await socket.waitFor('live:updated', ({ bookings }) => bookings.some(({ id }) => id === booking.id));
    await steps.drive(driver, booking, 'in_progress');
    await socket.waitFor('live:updated', ({ counts }) => counts.on_a_ride === 1);
    await socket.waitFor('live:updated', ({ drivers }) => drivers.some((one) => one.booking_id === booking.id));
    expect([...held(live, socket.all('live:updated')).values()]).toEqual(
      expect.arrayContaining([await steps.readBooking(admin, booking.id), await steps.readRide(admin, other.id)]),
    );
    await steps.step(driver, booking, 'completed');
    await socket.waitFor('live:updated', ({ removed }) => removed.bookings.includes(booking.id));
    await app.request('DELETE', `/rides/request/${other.id}`, { token: customer.token });
    await socket.waitFor('live:updated', ({ removed }) => removed.ride_requests.includes(other.id));
    const now = await rest();
    expect(held(live, socket.all('live:updated'))).toEqual(held(now, []));
    for (const update of socket.all('live:updated')) expect(LiveUpdateShape.parse(update)).toEqual(update);
  });

  test('removes a rejected booking and shows its request again in one push, even if the read for its event is slow', async () => {
    const booking = await steps.booked(customer, driver);
    const { socket } = await watchBoard();
    const { byId } = rides;
    let go = () => {};
    const isPushed = new Promise<void>((resolve) => {
      go = resolve;
    });
    rides.byId = async (id) => {
      await isPushed;
      return byId(id);
    };
    try {
      const rejected = steps.step(driver, booking, 'rejected');
      const update = await socket.waitFor('live:updated', ({ removed }) =>
        Object.values(removed).flat().includes(booking.id),
      );
      expect(update.ride_requests.map(({ id }) => id)).toContain(booking.ride_request_id);
      go();
      await rejected;
    } finally {
      go();
      rides.byId = byId;
    }
  });

  test('is pushed at most once a second, however many changes there are, and no change is lost', async () => {
    const { socket, live } = await watchBoard();
    const times: number[] = [];
    socket.raw.on('live:updated', () => times.push(performance.now()));
    const began = performance.now();
    const made: string[] = [];
    while (performance.now() - began < 2_500) made.push((await steps.ride(customer)).id);
    await eventually(
      () => made.every((id) => held(live, socket.all('live:updated')).has(id)),
      'a request was not pushed',
      5_000,
    );
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(made.length).toBeGreaterThan(times.length);
    // Less than 1,000 ms, because the first push of a pair may arrive a little late.
    for (const gap of gaps) expect(gap).toBeGreaterThan(900);
  });

  test('misses no change that happens while a snapshot is being read', async () => {
    const rides = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const [{ socket, live }, ride] = await Promise.all([watchBoard(), steps.ride(customer)]);
        await eventually(
          () => held(live, socket.all('live:updated')).has(ride.id),
          'a request is neither in the snapshot nor in a push',
          5_000,
        );
        return ride.id;
      }),
    );
    expect(new Set(rides).size).toBe(6);
  });

  test('is pushed when a ride has a new position, and when a driver moves or goes offline; nothing is pushed after unwatching', async () => {
    const { socket } = await watchBoard();
    const idle = await connect(admin);
    const driverSocket = await connect(driver);
    await driverSocket.ask('driver:availability', { is_available: true, ...at });
    const booking: Booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
    await driverSocket.ask('booking:location', { booking_id: booking.id, lat: 28.7, lng: 77.3 });
    expect(await socket.waitFor('booking:location')).toMatchObject({ booking_id: booking.id, lat: 28.7, lng: 77.3 });
    expect((await rest()).drivers).toContainEqual(
      expect.objectContaining({ driver_id: driver.id, booking_id: booking.id, lat: 28.7, lng: 77.3 }),
    );
    await steps.cancel(driver, booking, 'Vehicle trouble');
    await driverSocket.ask('driver:availability', { is_available: true, lat: 28.8, lng: 77.4 });
    await socket.waitFor('live:updated', ({ drivers }) => drivers.some(({ lat }) => lat === 28.8));
    await driverSocket.ask('driver:availability', { is_available: false });
    await socket.waitFor('live:updated', ({ removed }) => removed.drivers.includes(driver.id));
    await socket.ask('admin:unwatch');
    expect(hasListeners(rooms.liveAdmins)).toBe(false);
    const before = socket.all('live:updated').length;
    await steps.ride(customer);
    await settle(socket, idle);
    expect(socket.all('live:updated')).toHaveLength(before);
    expect([...idle.all('live:updated'), ...idle.all('booking:location')]).toEqual([]);
  });
});

describe('the live updates of the admin dashboard:', () => {
  test('documents are pushed when they are submitted, changed or decided on, but not when the driver goes online', async () => {
    const office = await connect(admin);
    const fresh = await app.registerDriver({ license_number: 'KA 77' });
    const items = () => office.all('verification:updated').filter(({ item }) => item.user.id === fresh.id);
    await eventually(() => items().length === 1, 'a new profile was not pushed');
    const form = new FormData();
    form.set('license_number', 'KA 78');
    await app.request('PUT', '/driver/profile', { token: fresh.token, form });
    await eventually(() => items().length === 2, 'an edit was not pushed');
    await app.request('PUT', '/driver/availability', { token: fresh.token, body: { is_available: true, ...at } });
    await app.request('PUT', `/admin/drivers/${fresh.id}/verify?status=verified`, { token: admin.token });
    await eventually(() => items().length === 3, 'a decision was not pushed');
    expect(items().map(({ item }) => [item.profile.license_number, item.profile.verification_status])).toEqual([
      ['KA 77', 'pending'],
      ['KA 78', 'pending'],
      ['KA 78', 'verified'],
    ]);
  });

  test('a completed ride and its paid settlement update the statistics, and only admins receive the update', async () => {
    const office = await connect(admin);
    const mine = await connect(driver);
    const booking = await steps.booked(customer, driver);
    await steps.drive(driver, booking, 'completed');
    await office.waitFor('settlement:updated', ({ settlement }) => settlement.id === booking.id);
    await office.waitFor('stats:updated', ({ stats }) => stats.pending_collections > 0 && stats.total_rides > 0);
    await app.request('PUT', `/admin/settlements/${booking.id}`, {
      token: admin.token,
      body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-7' },
    });
    await office.waitFor('settlement:updated', ({ settlement }) => settlement.settlement_status === 'paid');
    const { body } = await app.request('GET', '/admin/stats', { token: admin.token });
    await office.waitFor('stats:updated', ({ stats }) => JSON.stringify(stats) === JSON.stringify(body));
    expect([...mine.all('stats:updated'), ...mine.all('settlement:updated')]).toEqual([]);
  });
});
