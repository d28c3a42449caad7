import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import { hasListeners, push } from '../realtime/push';
import { market } from '../testing/market';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer', { phone: '+91 98100 11111' }),
  driver: () => app.registerDriver({ upi_id: 'driver@bank' }),
  rival: () => app.registerDriver({ upi_id: 'rival@bank' }),
});

async function booked(method = 'phonepe'): Promise<Booking> {
  const ride = await steps.ride(customer);
  await steps.quote(rival, ride, 777.77);
  return steps.book(customer, await steps.quote(driver, ride, 240.5), { payment_method: method });
}

const watch = (socket: TestSocket, booking: Booking) => socket.ask('booking:watch', { booking_id: booking.id });

test('a booking is pushed to each party and to admins in the form of their own REST answer, and to nobody else', async () => {
  const people = [customer, driver, admin];
  const sockets = await Promise.all(people.map((person) => connect(person)));
  const [other, stranger] = [await connect(rival), await connect(await app.register('customer'))];
  const booking = await booked();
  await steps.step(driver, booking, 'accepted');
  for (const [index, person] of people.entries()) {
    const socket = sockets[index];
    const now = await steps.readBooking(person, booking.id);
    expect((await socket?.waitFor('booking:created'))?.booking.id).toBe(booking.id);
    const received = await socket?.waitFor('booking:updated', (pushed) => pushed.booking.version === now.version);
    expect(received?.booking).toEqual(now);
  }
  await settle(other, stranger);
  expect([...other.all('booking:created'), ...other.all('booking:updated'), ...stranger.received]).toEqual([]);
  expect(JSON.stringify(other.received)).not.toMatch(/240\.5|driver@bank|98100 ?11111/);
});

test('phone numbers and the UPI ID are pushed when the booking is accepted, each only to the other side', async () => {
  const [mine, own, office] = [await connect(customer), await connect(driver), await connect(admin)];
  const booking = await booked();
  await steps.step(driver, booking, 'accepted');
  const accepted = ({ booking: pushed }: { booking: Booking }) =>
    pushed.id === booking.id && pushed.status === 'accepted';
  const before = (await mine.waitFor('booking:created', ({ booking: pushed }) => pushed.id === booking.id)).booking;
  expect(before).toMatchObject({ driver_upi_id: null, customer_phone: null, driver_phone: null });
  expect((await mine.waitFor('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: 'driver@bank',
    customer_phone: null,
  });
  expect((await own.waitFor('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: null,
    customer_phone: '+91 98100 11111',
  });
  expect((await office.waitFor('booking:updated', accepted)).booking).toMatchObject({
    driver_upi_id: null,
    customer_phone: null,
    driver_phone: null,
  });
});

test('a driver who was not chosen learns that the request is taken, but not the price', async () => {
  const other = await connect(rival);
  await other.ask('rides:watch');
  const booking = await booked();
  await other.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === booking.ride_request_id);
  await settle(other);
  expect(JSON.stringify(other.received)).not.toContain('240.5');
});

test('a rejected booking opens the request again for watching drivers, and withdraws its quote', async () => {
  const [mine, own, looking] = [await connect(customer), await connect(driver), await connect(rival)];
  await looking.ask('rides:watch');
  const booking = await booked();
  await steps.step(driver, booking, 'rejected');
  const isOpenAgain = ({ ride_request }: { ride_request: RideRequest }) =>
    ride_request.id === booking.ride_request_id && ride_request.status === 'open' && ride_request.version > 4;
  for (const socket of [mine, own, looking]) await socket.waitFor('ride:updated', isOpenAgain);
  for (const socket of [mine, own])
    await socket.waitFor('quote:withdrawn', ({ quote }) => quote.id === booking.quote_id);
});

test('only the parties and admins may watch a booking', async () => {
  const booking = await booked();
  for (const person of [customer, driver, admin]) {
    const answer = await watch(await connect(person), booking);
    expect(answer).toEqual({
      ok: true,
      booking: await steps.readBooking(person, booking.id),
      position: null,
      route: null,
    });
  }
  const stranger = await app.register('customer');
  for (const person of [rival, stranger])
    expect(await watch(await connect(person), booking)).toMatchObject({ ok: false, status: 404 });
});

test('completing a ride pushes the earnings to the driver and the settlement to the admins', async () => {
  const [own, office] = [await connect(driver), await connect(admin)];
  const booking = await steps.step(driver, await steps.step(driver, await booked('cash'), 'accepted'), 'in_progress');
  await steps.step(driver, booking, 'completed');
  expect((await own.waitFor('earnings:updated')).earnings).toMatchObject({
    completed_rides: 1,
    total_earnings: 216.45,
    pending_payment: 24.05,
  });
  const { settlement } = await office.waitFor(
    'settlement:updated',
    (pushed) => pushed.settlement.booking_id === booking.id,
  );
  expect(settlement).toMatchObject({ platform_fee: 24.05, settlement_status: 'pending' });
  await settle(own);
  expect(own.all('settlement:updated')).toEqual([]);
});

test('after a lost connection no position is pushed until the booking is watched again; the watch answers with the current booking and position', async () => {
  const booking = await steps.step(driver, await booked(), 'accepted');
  const before = await connect(customer);
  await watch(before, booking);
  before.close();
  await steps.step(driver, booking, 'in_progress');
  const after = await connect(customer);
  await app.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body: { lat: 28.9, lng: 77.3 } });
  await settle(after);
  expect(after.all('booking:location')).toEqual([]);
  expect(await watch(after, booking)).toMatchObject({
    booking: await steps.readBooking(customer, booking.id),
    position: { lat: 28.9 },
  });
});

test('each party of a booking cancelled while pending receives the cancellation, and all versions in order', async () => {
  const [mine, own] = [await connect(customer), await connect(driver)];
  const booking = await booked();
  await steps.cancel(customer, booking);
  for (const socket of [mine, own]) {
    await socket.waitFor(
      'booking:updated',
      ({ booking: pushed }) => pushed.status === 'cancelled' && pushed.cancelled_by === 'customer',
    );
    const versions = [...socket.all('booking:created'), ...socket.all('booking:updated')].map(
      ({ booking: pushed }) => pushed.version,
    );
    expect(versions).toEqual([...versions].sort((one, two) => one - two));
  }
});

test('each version of a request and of its quotes is pushed once, however many changes of its booking follow; a repeated call pushes it again', async () => {
  const sockets = [await connect(customer), await connect(driver), await connect(admin)] as const;
  const booking = await steps.drive(driver, await booked('cash'), 'accepted');
  await steps.step(driver, booking, 'in_progress');
  await steps.step(driver, booking, 'completed');
  const paid = await steps.confirm(driver, booking);
  const isPaid = (pushed: { booking: Booking }) => pushed.booking.version === paid.version;
  for (const socket of sockets) await socket.waitFor('booking:updated', isPaid);
  await settle(...sockets);
  const rows = sockets.map((socket) => [
    ...socket.all('ride:updated').map(({ ride_request: { version } }) => `ride ${version}`),
    ...socket.all('quote:updated').map(({ quote: { id, version } }) => `quote ${id} ${version}`),
  ]);
  for (const pushed of rows) expect(pushed).toEqual([...new Set(pushed)]);
  const [mine] = sockets;
  const { version } = await steps.readRide(customer, booking.ride_request_id);
  const pushes = () => mine.all('ride:updated').filter(({ ride_request }) => ride_request.version === version).length;
  expect(pushes()).toBe(1);
  await steps.step(driver, booking, 'completed');
  await eventually(() => pushes() === 2, 'the repeated call pushes nothing');
});

test('a client that does not read is disconnected, and all other clients receive everything', async () => {
  const [slow, witness] = [await connect(customer), await connect(driver)];
  const link = Reflect.get(slow.raw.io.engine.transport, 'ws');
  (link._socket ?? link).pause();
  const payload = { ids: ['x'.repeat(60_000)], unread: 0 };
  for (let index = 0; index < 1_000 && hasListeners(rooms.user(customer.id)); index += 1) {
    push([rooms.user(customer.id)], 'notification:read', payload);
    if (index % 50 === 0) await witness.ask('settled');
  }
  expect(hasListeners(rooms.user(customer.id))).toBe(false);
  push([rooms.user(driver.id)], 'notification:read', { ids: [], unread: 7 });
  expect(await witness.waitFor('notification:read')).toEqual({ ids: [], unread: 7 });
});

test('the buffer for a client that does not read is also limited in bytes', async () => {
  const [slow, witness] = [await connect(customer), await connect(driver)];
  const link = Reflect.get(slow.raw.io.engine.transport, 'ws');
  (link._socket ?? link).pause();
  const payload = { ids: ['x'.repeat(250_000)], unread: 0 };
  let pushed = 0;
  for (; pushed < 250 && hasListeners(rooms.user(customer.id)); pushed += 1) {
    push([rooms.user(customer.id)], 'notification:read', payload);
    await witness.ask('settled');
  }
  // The operating system buffers some megabytes at both ends. Fewer packets were pushed than may wait, so the limit in
  // bytes closed the connection.
  expect(hasListeners(rooms.user(customer.id))).toBe(false);
  expect(pushed).toBeLessThan(150);
});
