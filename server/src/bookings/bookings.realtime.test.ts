import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { hasListeners, push } from '../realtime/push';
import type { TestPerson } from '../testing/app';
import { eventually, type LiveApp, startLiveApp, type TestSocket } from '../testing/live';
import { book, cancel, offer, postRide, step } from '../testing/rides';

let app: LiveApp;
let customer: TestPerson;
let driver: TestPerson;
let rival: TestPerson;
let admin: TestPerson;
const open: TestSocket[] = [];

beforeAll(async () => {
  app = await startLiveApp();
  admin = await app.register('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  [customer, driver, rival] = await Promise.all([
    app.register('customer', { phone: '+91 98100 11111' }),
    app.registerDriver({ upi_id: 'driver@bank' }),
    app.registerDriver({ upi_id: 'rival@bank' }),
  ]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function connect(person: TestPerson): Promise<TestSocket> {
  const socket = await app.connect(person.token);
  open.push(socket);
  return socket;
}

/** Everything sent so far has arrived once an answer asked for later is here: a link keeps its order. */
async function settle(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await socket.ask('settled');
}

async function booked(method = 'phonepe'): Promise<Booking> {
  const ride = await postRide(app, customer);
  await offer(app, rival, { ride, price: 777.77 });
  return book(app, customer, await offer(app, driver, { ride, price: 240.5 }), method);
}

async function readAs(person: TestPerson, booking: Booking): Promise<Booking> {
  return (await app.request<Booking>('GET', `/bookings/${booking.id}`, { token: person.token })).body;
}

const watch = (socket: TestSocket, booking: Booking) => socket.ask('booking:watch', { booking_id: booking.id });
const fix = (booking: Booking, lat: number, more: object = {}) => ({ booking_id: booking.id, lat, lng: 77.2, ...more });

test('each party and the admins hear of a booking as their own REST answer shows it; nobody else hears', async () => {
  const people = [customer, driver, admin];
  const sockets = await Promise.all(people.map(connect));
  const [other, stranger] = [await connect(rival), await connect(await app.register('customer'))];
  const booking = await booked();
  await step(app, driver, booking, 'accepted');
  for (const [index, person] of people.entries()) {
    const socket = sockets[index];
    const now = await readAs(person, booking);
    expect((await socket?.hears('booking:created'))?.booking.id).toBe(booking.id);
    const heard = await socket?.hears('booking:updated', (told) => told.booking.version === now.version);
    expect(heard?.booking).toEqual(now);
  }
  await settle(other, stranger);
  expect([...other.all('booking:created'), ...other.all('booking:updated'), ...stranger.heard]).toEqual([]);
  expect(JSON.stringify(other.heard)).not.toMatch(/240\.5|driver@bank|98100/);
});

test('phones and the UPI ID come with accepting, each to whom it is meant', async () => {
  const [mine, own, office] = [await connect(customer), await connect(driver), await connect(admin)];
  const booking = await booked();
  await step(app, driver, booking, 'accepted');
  const accepted = ({ booking: told }: { booking: Booking }) => told.id === booking.id && told.status === 'accepted';
  const before = (await mine.hears('booking:created', ({ booking: told }) => told.id === booking.id)).booking;
  expect(before).toMatchObject({ driver_upi_id: null, customer_phone: null, driver_phone: null });
  expect((await mine.hears('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: 'driver@bank',
    customer_phone: null,
  });
  expect((await own.hears('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: null,
    customer_phone: '+91 98100 11111',
  });
  expect((await office.hears('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: null,
    customer_phone: null,
    driver_phone: null,
  });
});

test('a driver who was not chosen hears that the request is taken, not the price', async () => {
  const other = await connect(rival);
  await other.ask('rides:watch');
  const booking = await booked();
  await other.hears(
    'ride:updated',
    ({ ride_request }) => ride_request.id === booking.ride_request_id && ride_request.status === 'booked',
  );
  await settle(other);
  expect(JSON.stringify(other.heard)).not.toContain('240.5');
});

test('a rejected booking opens the request again for those who look, and withdraws that quote', async () => {
  const [mine, own, looking] = [await connect(customer), await connect(driver), await connect(rival)];
  await looking.ask('rides:watch');
  const booking = await booked();
  await step(app, driver, booking, 'rejected');
  const isOpenAgain = ({ ride_request }: { ride_request: RideRequest }) =>
    ride_request.id === booking.ride_request_id && ride_request.status === 'open' && ride_request.version > 4;
  for (const socket of [mine, own, looking]) await socket.hears('ride:updated', isOpenAgain);
  for (const socket of [mine, own]) await socket.hears('quote:withdrawn', ({ quote }) => quote.id === booking.quote_id);
});

test('only the parties and admins may watch a booking', async () => {
  const booking = await booked();
  for (const person of [customer, driver, admin]) {
    const answer = await watch(await connect(person), booking);
    expect(answer).toEqual({ ok: true, booking: await readAs(person, booking), position: null });
  }
  const stranger = await app.register('customer');
  for (const person of [rival, stranger])
    expect(await watch(await connect(person), booking)).toMatchObject({ ok: false, status: 404 });
});

test('positions reach those who watch: the newest wins, at most one a second, seq always rising', async () => {
  const booking = await step(app, driver, await step(app, driver, await booked(), 'accepted'), 'in_progress');
  const [mine, own, other] = [await connect(customer), await connect(driver), await connect(rival)];
  await watch(mine, booking);
  expect(await watch(other, booking)).toMatchObject({ ok: false });
  for (let index = 0; index < 10; index += 1) await own.ask('booking:location', fix(booking, 28 + index / 100));
  await mine.hears('booking:location', ({ lat }) => lat === 28.09);
  const heard = mine.all('booking:location');
  expect(heard.length).toBeLessThanOrEqual(2);
  expect(heard.map(({ seq }) => seq)).toEqual([...new Set(heard.map(({ seq }) => seq))].sort((one, two) => one - two));
  expect(await watch(mine, booking)).toMatchObject({ position: { lat: 28.09 } });
  expect(await readAs(customer, booking)).toMatchObject({
    driver_lat: 28.09,
    driver_lng: 77.2,
    version: booking.version,
  });
  await settle(other, own);
  expect([...other.all('booking:location'), ...own.all('booking:location')]).toEqual([]);
});

test('a position by REST is heard like one by socket', async () => {
  const booking = await step(app, driver, await booked(), 'accepted');
  const mine = await connect(customer);
  await watch(mine, booking);
  const call = { token: driver.token, body: { lat: 28.5, lng: 77.1 } };
  expect((await app.request('PUT', `/bookings/${booking.id}/location`, call)).body).toEqual({ success: true });
  expect(await mine.hears('booking:location')).toMatchObject({ booking_id: booking.id, lat: 28.5, heading: null });
  const stranger = await app.request('PUT', `/bookings/${booking.id}/location`, { ...call, token: rival.token });
  expect(stranger.status).toBe(404);
});

test('what was recorded earlier never appears as live, and a buffered trail never does', async () => {
  const booking = await step(app, driver, await booked(), 'accepted');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await own.ask('booking:location', fix(booking, 1, { recorded_at: ago(0) }));
  await own.ask('booking:location', fix(booking, 2, { recorded_at: ago(20) }));
  const points = [10, 5].map((seconds) => ({ lat: 3, lng: 3, recorded_at: ago(seconds) }));
  const stored = await app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body: { points } });
  expect(stored.body).toEqual({ stored: 2 });
  await own.ask('booking:location', fix(booking, 4, { recorded_at: ago(0) }));
  await mine.hears('booking:location', ({ lat }) => lat === 4);
  expect(mine.all('booking:location').map(({ lat }) => lat)).toEqual([1, 4]);
  const track = await app.request<{ lat: number }[]>('GET', `/bookings/${booking.id}/track`, { token: customer.token });
  expect(track.body.map(({ lat }) => lat)).toEqual([2, 3, 3, 4]);
});

test('a status event carries the last position, and after the end nothing is told or taken', async () => {
  const booking = await step(app, driver, await step(app, driver, await booked(), 'accepted'), 'in_progress');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  await own.ask('booking:location', fix(booking, 28.1));
  await own.ask('booking:location', fix(booking, 28.2));
  await step(app, driver, booking, 'completed');
  const told = await mine.hears('booking:updated', ({ booking: now }) => now.status === 'completed');
  expect(told.booking).toMatchObject({ driver_lat: 28.2 });
  await eventually(() => !hasListeners(rooms.booking(booking.id)), 'the room was not left');
  expect(await own.ask('booking:location', fix(booking, 28.3))).toMatchObject({ ok: false, status: 409 });
  expect(await watch(mine, booking)).toMatchObject({ ok: true, booking: { status: 'completed' } });
  expect(hasListeners(rooms.booking(booking.id))).toBe(false);
  expect(mine.all('booking:location').map(({ lat }) => lat)).not.toContain(28.3);
});

test('who stops watching hears no more positions', async () => {
  const booking = await step(app, driver, await booked(), 'accepted');
  const [mine, own] = [await connect(customer), await connect(driver)];
  await watch(mine, booking);
  expect(await mine.ask('booking:unwatch', { booking_id: booking.id })).toEqual({ ok: true });
  await own.ask('booking:location', fix(booking, 28.1));
  await settle(mine);
  expect(mine.all('booking:location')).toEqual([]);
});

test('completing tells the driver its earnings and the admins the settlement', async () => {
  const [own, office] = [await connect(driver), await connect(admin)];
  const booking = await step(app, driver, await step(app, driver, await booked('cash'), 'accepted'), 'in_progress');
  await step(app, driver, booking, 'completed');
  expect((await own.hears('earnings:updated')).earnings).toMatchObject({
    completed_rides: 1,
    total_earnings: 216.45,
    pending_payment: 24.05,
  });
  const { settlement } = await office.hears('settlement:updated', (told) => told.settlement.booking_id === booking.id);
  expect(settlement).toMatchObject({ platform_fee: 24.05, settlement_status: 'pending' });
  await settle(own);
  expect(own.all('settlement:updated')).toEqual([]);
});

test('a decision on a driver is told to that driver and to the admins', async () => {
  const [own, other, office] = [await connect(driver), await connect(rival), await connect(admin)];
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const isVerified = (told: object) =>
    'profile' in told && JSON.stringify(told).includes('"verification_status":"verified"');
  expect(await own.hears('driver:updated', isVerified)).toMatchObject({
    profile: { user_id: driver.id, is_available: true },
  });
  expect((await office.hears('verification:updated', ({ item }) => isVerified(item))).item).toMatchObject({
    user: { id: driver.id },
  });
  await settle(other);
  expect(JSON.stringify(other.heard)).not.toContain(driver.id);
});

test('the online switch is turned by socket as by REST', async () => {
  const own = await connect(driver);
  expect(await own.ask('driver:availability', { is_available: false })).toEqual({ ok: true, is_available: false });
  expect((await app.request('GET', '/driver/profile', { token: driver.token })).body).toMatchObject({
    is_available: false,
  });
  expect(await own.ask('driver:availability', { is_available: true, lat: 28.6, lng: 77.2 })).toEqual({
    ok: true,
    is_available: true,
  });
  expect((await app.request('GET', '/driver/profile', { token: driver.token })).body).toMatchObject({
    is_available: true,
  });
});

test('after a lost link each watch answers with what a fresh read gives, and no right comes back', async () => {
  const booking = await step(app, driver, await booked(), 'accepted');
  const before = await connect(customer);
  await watch(before, booking);
  before.close();
  await step(app, driver, booking, 'in_progress');
  const after = await connect(customer);
  await app.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body: { lat: 28.9, lng: 77.3 } });
  await settle(after);
  expect(after.all('booking:location')).toEqual([]);
  expect(await watch(after, booking)).toMatchObject({
    booking: await readAs(customer, booking),
    position: { lat: 28.9 },
  });
});

test('of a booking called off while pending each party hears the end, in the order of versions', async () => {
  const [mine, own] = [await connect(customer), await connect(driver)];
  const booking = await booked();
  await cancel(app, customer, booking);
  for (const socket of [mine, own]) {
    await socket.hears(
      'booking:updated',
      ({ booking: told }) => told.status === 'cancelled' && told.cancelled_by === 'customer',
    );
    const versions = [...socket.all('booking:created'), ...socket.all('booking:updated')].map(
      ({ booking: told }) => told.version,
    );
    expect(versions).toEqual([...versions].sort((one, two) => one - two));
  }
});

test('a client that does not read hurts only itself: its link is closed, others hear everything', async () => {
  const [slow, witness] = [await connect(customer), await connect(driver)];
  const link = Reflect.get(slow.raw.io.engine.transport, 'ws');
  (link._socket ?? link).pause();
  const payload = { reason: 'x'.repeat(60_000) };
  for (let index = 0; index < 1_000 && hasListeners(rooms.user(customer.id)); index += 1) {
    push([rooms.user(customer.id)], 'session:ended', payload);
    if (index % 50 === 0) await witness.ask('settled');
  }
  expect(hasListeners(rooms.user(customer.id))).toBe(false);
  push([rooms.user(driver.id)], 'session:ended', { reason: 'still here' });
  expect(await witness.hears('session:ended')).toEqual({ reason: 'still here' });
});
