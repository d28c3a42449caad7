import { randomUUID } from 'node:crypto';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { runJobs, startScheduler } from '../wiring/scheduler';
import { NotificationModel } from './notifications.model';
import { remindOfRides } from './notifications.service';

const MINUTE = 60_000;

const app = setUpApp();
const steps = market(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
let planned: string;

beforeEach(async () => {
  clock.setOffset(0);
  planned = new Date(Date.now() + 60 * MINUTE).toISOString();
});
afterEach(() => clock.setOffset(0));

const reminders = async (person: TestPerson) =>
  (await app.request<Inbox>('GET', '/notifications', { token: person.token })).body.notifications.filter(
    (row) => row.kind === 'ride_reminder',
  );
const booked = () => steps.booked(customer, driver, { ride: { is_scheduled: true, scheduled_time: planned } });
const accepted = async () => steps.drive(driver, await booked(), 'accepted');
const counts = async () => [(await reminders(customer)).length, (await reminders(driver)).length];

test('both sides are reminded thirty minutes before a scheduled ride, and not earlier', async () => {
  const booking = await accepted();
  clock.setOffset(29 * MINUTE);
  await runJobs();
  expect(await counts()).toEqual([0, 0]);
  clock.setOffset(30 * MINUTE + 1_000);
  await runJobs();
  for (const person of [customer, driver])
    expect(await reminders(person)).toMatchObject([
      { title: 'Ride in 30 minutes', booking_id: booking.id, scheduled_time: planned, read_at: null },
    ]);
});

test('a reminder is sent once, also with several processes, after it was read, and after a restart', async () => {
  await accepted();
  clock.setOffset(31 * MINUTE);
  await Promise.all(Array.from({ length: 10 }, () => remindOfRides()));
  expect(await counts()).toEqual([1, 1]);
  await app.request('POST', '/notifications/read', { token: driver.token, body: {} });
  const stops = [startScheduler(5), startScheduler(5)];
  clock.setOffset(45 * MINUTE);
  await runJobs();
  await Promise.all(stops.map((stop) => stop()));
  expect(await counts()).toEqual([1, 1]);
  expect((await reminders(driver))[0]?.read_at).not.toBeNull();
});

test('everybody is reminded, however many rides are scheduled for the same half hour', async () => {
  const { id } = await accepted();
  const { _id, ...booking } = (await BookingModel.findById(id).lean()) ?? {};
  const others = Array.from({ length: 520 }, () => ({
    ...booking,
    _id: randomUUID(),
    quote_id: randomUUID(),
    ride_request_id: randomUUID(),
  }));
  await BookingModel.insertMany(others);
  clock.setOffset(31 * MINUTE);
  await remindOfRides();
  const reminded = await NotificationModel.countDocuments({ user_id: customer.id, kind: 'ride_reminder' });
  await BookingModel.deleteMany({ _id: { $in: others.map((other) => other._id) } });
  expect(reminded).toBe(others.length + 1);
});

test('a scheduler that was down sends the reminder late, with the remaining time', async () => {
  await accepted();
  clock.setOffset(52 * MINUTE + 30_000);
  await runJobs();
  expect(await reminders(driver)).toMatchObject([{ title: 'Ride in 8 minutes' }]);
  clock.setOffset(61 * MINUTE);
  await runJobs();
  expect(await counts()).toEqual([1, 1]);
});

test('no reminder is sent for a ride that is cancelled, has begun, or is not accepted', async () => {
  const rejected = await booked();
  await steps.step(driver, rejected, 'rejected');
  await steps.cancel(driver, await accepted());
  await steps.cancel(customer, await accepted());
  await steps.step(driver, await accepted(), 'in_progress');
  await booked();
  await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
  clock.setOffset(31 * MINUTE);
  await runJobs();
  expect(await counts()).toEqual([0, 0]);
});

test('accepting with less than thirty minutes left sends the reminder immediately', async () => {
  const booking = await booked();
  clock.setOffset(45 * MINUTE);
  await steps.step(driver, booking, 'accepted');
  await runJobs();
  expect((await reminders(customer)).map((row) => row.title)).toEqual(['Ride in 15 minutes']);
});

test('a scheduled request without a booking expires a quarter of an hour after its scheduled time', async () => {
  const ride = await steps.ride(customer, { is_scheduled: true, scheduled_time: planned });
  clock.setOffset(74 * MINUTE);
  await runJobs();
  expect((await steps.readRide(customer, ride.id)).status).toBe('open');
  clock.setOffset(76 * MINUTE);
  await runJobs();
  const stored = async () =>
    (await app.request<RideRequest>('GET', `/rides/request/${ride.id}`, { token: customer.token })).body.status;
  await eventually(async () => (await stored()) === 'expired', 'the request did not expire');
});
