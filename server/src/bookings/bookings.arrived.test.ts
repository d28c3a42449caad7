import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import { pointFrom } from '@boli/shared/testing/points';
import type { FixResult } from '@boli/shared/tracking/tracking.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { NotificationModel } from '../notifications/notifications.model';
import { aRoute, market } from '../testing/market';
import { race, rounds, tally } from '../testing/races';
import { eventually } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { BookingModel } from './bookings.model';
import { bookings } from './bookings.repository';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, admin } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

const change = bookings.change;
afterEach(() => {
  bookings.change = change;
});

const accepted = async () => steps.drive(driver, await steps.booked(customer, driver), 'accepted');
const arrive = ({ id }: Booking, person = driver) =>
  app.request<Booking>('POST', `/bookings/${id}/arrived`, { token: person.token });
const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
/** Sends a position at this many metres from the pickup. */
const send = ({ id }: Booking, metres: number, more: object = {}) =>
  app.request<FixResult>('PUT', `/bookings/${id}/location`, {
    token: driver.token,
    body: { ...pointFrom(pickup, metres, 0), ...more },
  });
const arrivedAt = async ({ id }: Booking) => (await steps.readBooking(customer, id)).arrived_at;
const waitsAt = (booking: Booking) =>
  eventually(async () => (await arrivedAt(booking)) !== null, 'the driver never arrived');
const noticesOf = ({ id }: Booking) => NotificationModel.countDocuments({ booking_id: id, kind: 'driver_arrived' });
/**
 * Waits until the customer has the notification. It is written after the event, and no call waits for an arrival that a
 * position caused.
 */
const waitForNotice = (booking: Booking) =>
  eventually(async () => (await noticesOf(booking)) > 0, 'the customer was not notified');
const notices = async () =>
  (await app.request<Inbox>('GET', '/notifications', { token: customer.token })).body.notifications.filter(
    ({ kind }) => kind === 'driver_arrived',
  );

describe('the arrival that a driver marks at the pickup', () => {
  test('is stored once; a repeated call, both sides, admins and the receipt show the stored time', async () => {
    const booking = await accepted();
    expect(booking.arrived_at).toBeNull();
    const first = await arrive(booking);
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'accepted', arrived_at: expect.stringMatching(/Z$/), version: booking.version + 1 },
    });
    const again = await arrive(booking);
    expect([again.status, again.body.arrived_at, again.body.version]).toEqual([
      200,
      first.body.arrived_at,
      first.body.version,
    ]);
    for (const person of [customer, driver, admin])
      expect((await steps.readBooking(person, booking.id)).arrived_at).toBe(first.body.arrived_at);
    await steps.step(driver, booking, 'in_progress');
    expect(await arrive(booking)).toMatchObject({
      status: 200,
      body: { status: 'in_progress', arrived_at: first.body.arrived_at },
    });
    await steps.step(driver, booking, 'completed');
    const { body } = await app.request<Receipt>('GET', `/bookings/${booking.id}/receipt`, { token: customer.token });
    expect(body.arrived_at).toBe(first.body.arrived_at);
  });

  test('is pushed to both sides and admins, and is in the inbox of the customer', async () => {
    const booking = await accepted();
    const sockets = [await connect(customer), await connect(driver), await connect(admin)];
    const other = await connect(rival);
    const { body } = await arrive(booking);
    for (const socket of sockets) {
      const pushed = await socket.waitFor('booking:updated', (news) => news.booking.arrived_at !== null);
      expect(pushed.booking).toMatchObject({ id: booking.id, arrived_at: body.arrived_at });
    }
    await arrive(booking);
    expect(await notices()).toMatchObject([
      { title: 'Your driver is here', body: 'Test driver has arrived at Connaught Place', booking_id: booking.id },
    ]);
    expect(JSON.stringify(other.received)).not.toContain(booking.id);
  });

  test('is refused unless the booking is accepted and the caller is its driver', async () => {
    const booking = await steps.booked(customer, driver);
    const refused = {
      status: 409,
      body: { code: 'bookings.arrived_not_now', detail: expect.stringMatching(/pending/) },
    };
    expect(await arrive(booking)).toMatchObject(refused);
    await steps.step(driver, booking, 'accepted');
    expect((await arrive(booking, rival)).status).toBe(404);
    expect((await arrive(booking, customer)).status).toBe(403);
    expect((await arrive(booking, admin)).status).toBe(403);
    expect(await arrivedAt(booking)).toBeNull();
    await steps.step(driver, booking, 'in_progress');
    expect((await arrive(booking)).status).toBe(409);
    await steps.step(driver, booking, 'completed');
    expect((await arrive(booking)).status).toBe(409);
    expect(await arrivedAt(booking)).toBeNull();
  });
});

test('no arrival at a scheduled ride is stored earlier than half an hour before it, neither by button nor by position', async () => {
  const at = new Date(Date.now() + 26 * 3_600_000);
  const quote = await steps.quote(
    driver,
    await steps.ride(customer, { is_scheduled: true, scheduled_time: at.toISOString() }),
  );
  const booking = await steps.drive(driver, await steps.book(customer, quote), 'accepted');
  expect(await arrive(booking)).toMatchObject({ status: 409, body: { code: 'bookings.arrived_early' } });
  await send(booking, 10);
  await BookingModel.updateOne({ _id: booking.id }, { scheduled_time: new Date(Date.now() + 29 * 60_000) });
  expect((await arrive(booking)).status).toBe(200);
  expect(await notices()).toHaveLength(1);
});

describe('a live position', () => {
  test('near the pickup marks the arrival automatically, once', async () => {
    const booking = await accepted();
    const own = await connect(customer);
    await send(booking, 90);
    await send(booking, 40);
    const { booking: pushed } = await own.waitFor('booking:updated', (news) => news.booking.arrived_at !== null);
    await send(booking, 20);
    expect((await arrive(booking)).body).toMatchObject({ arrived_at: pushed.arrived_at, version: pushed.version });
    await waitForNotice(booking);
    expect(await notices()).toHaveLength(1);
  });

  test.each([
    ['too far from the pickup', 70, {}, null],
    ['stale', 10, { recorded_at: new Date(Date.now() - 31_000).toISOString() }, 'stale'],
    ['too inexact', 10, { accuracy: 201 }, 'inaccurate'],
  ])('does not mark the arrival if it is %s', async (_why, metres, more, reason) => {
    const booking = await accepted();
    expect((await send(booking, metres, more)).body.reason).toBe(reason);
    const since = new Date().toISOString();
    await send(booking, 10);
    await waitsAt(booking);
    expect((await arrivedAt(booking)) ?? '').toMatch(/Z$/);
    expect(((await arrivedAt(booking)) ?? '') >= since).toBe(true);
  });

  test('marks the arrival even if the write for an earlier position failed', async () => {
    const booking = await accepted();
    let failed = 0;
    bookings.change = async () => {
      failed += 1;
      throw new Error('the database is away');
    };
    await send(booking, 10);
    await eventually(async () => failed === 1, 'nothing was tried');
    bookings.change = change;
    await send(booking, 9);
    await waitsAt(booking);
  });

  test('marks no arrival once the ride has started', async () => {
    const booking = await accepted();
    await steps.step(driver, booking, 'in_progress');
    expect((await send(booking, 10)).body).toMatchObject({ live: true });
    await send(booking, 8);
    await steps.step(driver, booking, 'completed');
    expect(await arrivedAt(booking)).toBeNull();
  });
});

describe('arriving at the same moment', () => {
  test('by positions and button presses leaves one time, one new version and one notification', async () => {
    for (const _ of rounds) {
      const booking = await accepted();
      const answers = await race({ press: () => arrive(booking), position: () => send(booking, 20) });
      expect(tally(answers.press)).toEqual({ 200: 10 });
      await waitsAt(booking);
      const times = await Promise.all([1, 2].map(async () => (await arrive(booking)).body.arrived_at));
      expect(new Set(times).size).toBe(1);
      expect((await steps.readBooking(driver, booking.id)).version).toBe(booking.version + 1);
      await waitForNotice(booking);
      expect(await noticesOf(booking)).toBe(1);
      await steps.cancel(customer, booking);
    }
  }, 120_000);

  test('by positions only leaves one time', async () => {
    for (const _ of rounds) {
      const booking = await accepted();
      await race({ near: () => send(booking, 20), nearer: () => send(booking, 10) });
      await waitsAt(booking);
      expect((await steps.readBooking(driver, booking.id)).version).toBe(booking.version + 1);
      await waitForNotice(booking);
      expect(await noticesOf(booking)).toBe(1);
      await steps.cancel(customer, booking);
    }
  }, 120_000);

  test('as a cancellation leaves the booking cancelled, with an arrival only if the arrival came first', async () => {
    for (const _ of rounds) {
      const booking = await accepted();
      const cancel = () =>
        app.request('PUT', `/bookings/${booking.id}/cancel`, { token: customer.token, body: { reason: 'Other' } });
      const answers = await race({ press: () => arrive(booking), position: () => send(booking, 20), cancel });
      expect(tally(answers.cancel)).toEqual({ 200: 10 });
      const after = await steps.readBooking(driver, booking.id);
      const arrivedFirst = after.arrived_at !== null;
      expect([after.status, after.version]).toEqual(['cancelled', booking.version + (arrivedFirst ? 2 : 1)]);
      if (after.arrived_at && after.cancelled_at) expect(after.arrived_at <= after.cancelled_at).toBe(true);
      if (arrivedFirst) await waitForNotice(booking);
      expect(await noticesOf(booking)).toBe(arrivedFirst ? 1 : 0);
      if (answers.press.includes(200)) expect(arrivedFirst).toBe(true);
    }
  }, 120_000);
});
