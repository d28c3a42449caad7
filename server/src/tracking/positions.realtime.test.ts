import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import { expect, test } from '@jest/globals';
import { hasListeners } from '../realtime/push';
import { market } from '../testing/market';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});

async function driven(upTo: 'accepted' | 'in_progress'): Promise<Booking> {
  return steps.drive(driver, await steps.booked(customer, driver), upTo);
}

const watch = (socket: TestSocket, booking: Booking) => socket.ask('booking:watch', { booking_id: booking.id });
const fix = (booking: Booking, lat: number, more: object = {}) => ({ booking_id: booking.id, lat, lng: 77.2, ...more });

test('watching clients receive the newest position at most once a second, with increasing seq', async () => {
  const booking = await driven('in_progress');
  const [mine, own, other] = [await connect(customer), await connect(driver), await connect(rival)];
  await watch(mine, booking);
  expect(await watch(other, booking)).toMatchObject({ ok: false });
  for (let index = 0; index < 10; index += 1) await own.ask('booking:location', fix(booking, 28 + index / 100));
  await mine.waitFor('booking:location', ({ lat }) => lat === 28.09);
  const received = mine.all('booking:location');
  expect(received.length).toBeLessThanOrEqual(2);
  expect(received.map(({ seq }) => seq)).toEqual(
    [...new Set(received.map(({ seq }) => seq))].sort((one, two) => one - two),
  );
  expect(await watch(mine, booking)).toMatchObject({ position: { lat: 28.09 } });
  expect(await steps.readBooking(customer, booking.id)).toMatchObject({
    driver_lat: 28.09,
    driver_lng: 77.2,
    version: booking.version,
  });
  await settle(other, own);
  expect([...other.all('booking:location'), ...own.all('booking:location')]).toEqual([]);
});

test('a position sent by REST is pushed like one sent by socket', async () => {
  const booking = await driven('accepted');
  const mine = await connect(customer);
  await watch(mine, booking);
  const call = { token: driver.token, body: { lat: 28.5, lng: 77.1 } };
  expect((await app.request('PUT', `/bookings/${booking.id}/location`, call)).body).toEqual({
    success: true,
    live: true,
    reason: null,
  });
  expect(await mine.waitFor('booking:location')).toMatchObject({ booking_id: booking.id, lat: 28.5, heading: null });
  const stranger = await app.request('PUT', `/bookings/${booking.id}/location`, { ...call, token: rival.token });
  expect(stranger.status).toBe(404);
});

test('an earlier recorded position never appears as live, and a buffered trail never does either', async () => {
  const booking = await driven('accepted');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await own.ask('booking:location', fix(booking, 28.1, { recorded_at: ago(2) }));
  const late = await own.ask('booking:location', fix(booking, 28.2, { recorded_at: ago(20) }));
  expect(late).toEqual({ ok: true, live: false, reason: 'out_of_order' });
  const points = [10, 5].map((seconds) => ({ lat: 28.3, lng: 77.2, recorded_at: ago(seconds) }));
  const stored = await app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body: { points } });
  expect(stored.body).toEqual({ stored: 2 });
  await own.ask('booking:location', fix(booking, 28.4));
  await mine.waitFor('booking:location', ({ lat }) => lat === 28.4);
  expect(mine.all('booking:location').map(({ lat }) => lat)).toEqual([28.1, 28.4]);
  const track = await app.request<{ lat: number }[]>('GET', `/bookings/${booking.id}/track`, { token: customer.token });
  expect(track.body.map(({ lat }) => lat)).toEqual([28.2, 28.3, 28.3, 28.1, 28.4]);
});

test('an implausible position gets 200 with the reason and is not pushed', async () => {
  const booking = await driven('in_progress');
  const mine = await connect(customer);
  await watch(mine, booking);
  const put = async (body: object) =>
    (await app.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body })).body;
  const shown = { success: true, live: true, reason: null };
  const hidden = (reason: string) => ({ success: true, live: false, reason });
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  expect(await put({ lat: 28.5, lng: 77.1 })).toEqual(shown);
  expect(await put({ lat: 0, lng: 0 })).toEqual(hidden('zero'));
  expect(await put({ lat: 28.5001, lng: 77.1, accuracy: 900 })).toEqual(hidden('inaccurate'));
  expect(await put({ lat: 29.5, lng: 77.1, recorded_at: ago(0) })).toEqual(hidden('jump'));
  expect(await put({ lat: 28.5002, lng: 77.1, recorded_at: ago(31) })).toEqual(hidden('stale'));
  expect(await put({ lat: 28.7, lng: 77.1 })).toEqual(shown);
  await mine.waitFor('booking:location', ({ lat }) => lat === 28.7);
  expect(mine.all('booking:location').filter(({ lat }) => lat !== 28.5 && lat !== 28.7)).toEqual([]);
  const track = await app.request<{ flag: string | null }[]>('GET', `/bookings/${booking.id}/track`, {
    token: customer.token,
  });
  expect(track.body.map(({ flag }) => flag)).toContain(null);
});

test('a status event has the last position; after the end of the booking no position is pushed or accepted', async () => {
  const booking = await driven('in_progress');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  await own.ask('booking:location', fix(booking, 28.1));
  await own.ask('booking:location', fix(booking, 28.2));
  await steps.step(driver, booking, 'completed');
  const pushed = await mine.waitFor('booking:updated', ({ booking: now }) => now.status === 'completed');
  expect(pushed.booking).toMatchObject({ driver_lat: 28.2 });
  await eventually(() => !hasListeners(rooms.booking(booking.id)), 'the room was not left');
  expect(await own.ask('booking:location', fix(booking, 28.3))).toMatchObject({ ok: false, status: 409 });
  expect(await watch(mine, booking)).toMatchObject({ ok: true, booking: { status: 'completed' } });
  expect(hasListeners(rooms.booking(booking.id))).toBe(false);
  expect(mine.all('booking:location').map(({ lat }) => lat)).not.toContain(28.3);
});

test('a socket that unwatches receives no more positions', async () => {
  const booking = await driven('accepted');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  expect(await mine.ask('booking:unwatch', { booking_id: booking.id })).toEqual({ ok: true });
  await own.ask('booking:location', fix(booking, 28.1));
  await settle(mine);
  expect(mine.all('booking:location')).toEqual([]);
});
