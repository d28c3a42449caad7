import { randomUUID } from 'node:crypto';
import type { Inbox, Notification } from '@boli/shared/notifications/notifications.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bookingReconciler } from '../bookings/bookings.reconcile';
import { clock } from '../core/clock';
import { type RideDocument, RideModel } from '../rides/rides.model';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { NotificationModel } from './notifications.model';
import { notifyOfQuotes } from './notifications.reconcile';

const app = setUpApp();
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
let customer: TestPerson;
let driver: TestPerson;

beforeEach(async () => {
  [customer, driver] = await Promise.all([
    app.register('customer', { name: 'Asha Verma' }),
    app.registerDriver().then(async (person) => {
      await app.request('PUT', '/auth/me', { token: person.token, body: { name: 'Ravi Kumar' } });
      return person;
    }),
  ]);
});
afterEach(() => clock.setOffset(0));

const inbox = async (person: TestPerson, query = '') =>
  (await app.request<Inbox>('GET', `/notifications${query}`, { token: person.token })).body;
const kinds = async (person: TestPerson) => (await inbox(person)).notifications.map(({ kind }) => kind).sort();
const of = async (person: TestPerson, kind: Notification['kind']) =>
  (await inbox(person)).notifications.find((row) => row.kind === kind);
const read = (person: TestPerson, body?: unknown) =>
  app.request<Inbox>('POST', '/notifications/read', { token: person.token, body });
const route = 'from Connaught Place to India Gate';
const decide = (status: string, reason?: string) =>
  app.request('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, { token: admin.token, body: { reason } });

describe('the inbox receives', () => {
  test('one notification for each driver who quotes, and none for a changed price', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride, 240.5);
    const other = await app.registerDriver();
    await steps.quote(other, ride, 300);
    await eventually(async () => (await inbox(customer)).unread === 2, 'both quotes');
    const rows = (await inbox(customer)).notifications;
    expect(rows.map((row) => row.kind)).toEqual(['quote_received', 'quote_received']);
    expect(rows[1]).toMatchObject({
      title: 'New quote',
      body: 'Ravi Kumar offers ₹240.50 for Connaught Place to India Gate',
      ride_request_id: ride.id,
      booking_id: null,
      read_at: null,
    });
    await steps.quote(driver, ride, 200);
    const price = async () => (await inbox(customer)).notifications[1]?.body;
    await eventually(async () => (await price())?.includes('₹200.00') ?? false, 'the new price');
    expect((await inbox(customer)).unread).toBe(2);
    expect(await kinds(driver)).toEqual([]);
  });

  test('the price that the driver has agreed to after a counter-offer', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride, 240);
    await steps.counter(customer, quote, 210);
    const answer = { token: driver.token, body: { answer: 'yes' } };
    expect((await app.request('POST', `/quotes/${quote.id}/counter/answer`, answer)).status).toBe(200);
    const body = async () => (await of(customer, 'quote_received'))?.body;
    await eventually(async () => (await body())?.includes('₹210.00') ?? false, 'the agreed price');
  });

  test('the last price of a quote that was changed several times at the same time', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride, 100);
    await Promise.all([110, 120, 130, 140].map((price) => steps.quote(driver, ride, price)));
    const [last] = await steps.quotesOn(customer, ride);
    const body = async () => (await of(customer, 'quote_received'))?.body;
    await eventually(async () => (await body())?.includes(`₹${last?.price}.00`) ?? false, 'the last price');
    expect((await inbox(customer)).unread).toBe(1);
  });

  test('no earlier price when an earlier state of a quote is processed again', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride, 100);
    const before = await RideModel.findById(ride.id).lean<RideDocument>();
    await steps.quote(driver, ride, 110);
    const middle = await RideModel.findById(ride.id).lean<RideDocument>();
    await steps.quote(driver, ride, 120);
    const body = async () => (await of(customer, 'quote_received'))?.body;
    await eventually(async () => (await body())?.includes('₹120.00') ?? false, 'the last price');
    for (const read of [before, middle])
      await notifyOfQuotes(read?.quotes.map((quote) => ({ ride: read, quote })) ?? []);
    expect(await body()).toContain('₹120.00');
  });

  test('a notification of each step that the other side makes', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    expect(await of(driver, 'booking_requested')).toMatchObject({
      title: 'New booking',
      body: 'Asha Verma chose your quote of ₹240.50 for Connaught Place to India Gate',
      booking_id: booking.id,
    });
    await steps.step(driver, booking, 'accepted');
    expect(await of(customer, 'booking_accepted')).toMatchObject({
      body: `Ravi Kumar accepted your booking ${route}`,
      booking_id: booking.id,
      ride_request_id: booking.ride_request_id,
    });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    expect(await of(driver, 'payment_claimed')).toMatchObject({
      title: 'Did you get the money?',
      body: 'Asha Verma says that ₹240.50 is paid. Please confirm once you have it.',
    });
    expect(await of(driver, 'payment_completed')).toBeUndefined();
    expect(await of(customer, 'payment_completed')).toBeUndefined();
    await steps.drive(driver, booking, 'completed');
    expect(await of(customer, 'ride_completed')).toMatchObject({
      title: 'Your ride is complete',
      body: 'How was your ride with Ravi Kumar to India Gate?',
    });
    const asking = (await kinds(customer)).filter((kind) => kind === 'ride_completed' || kind === 'rate_ride');
    expect(asking).toEqual(['ride_completed']);
    expect(await kinds(driver)).toEqual(['booking_requested', 'payment_claimed']);
    await app.request('POST', '/ratings/create', {
      token: customer.token,
      body: { booking_id: booking.id, rating: 5 },
    });
    expect((await of(customer, 'ride_completed'))?.read_at).not.toBeNull();
    expect((await of(customer, 'booking_accepted'))?.read_at).toBeNull();
  });

  test('a rejection, with its reason if there is one', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.step(driver, booking, 'rejected');
    expect(await of(customer, 'booking_rejected')).toMatchObject({
      body: `Your booking with Ravi Kumar ${route} was rejected`,
    });
    expect(await kinds(driver)).toEqual(['booking_requested']);
    const unanswered = await steps.booked(customer, driver);
    clock.setOffset(16 * 60_000);
    await runJobs();
    const rows = (await inbox(customer)).notifications.filter((row) => row.booking_id === unanswered.id);
    expect(rows).toMatchObject([
      { body: `Your booking with Ravi Kumar ${route} was rejected: The driver did not answer in time` },
    ]);
    expect(await of(driver, 'booking_rejected')).toMatchObject({
      body: `The booking of Asha Verma ${route} was rejected: The driver did not answer in time`,
    });
  });

  test('a cancellation for the other side, with its reason as entered', async () => {
    await steps.cancel(customer, await steps.booked(customer, driver), 'No {name} needed');
    expect(await of(driver, 'booking_cancelled')).toMatchObject({
      body: `Asha Verma cancelled the ride ${route}: No {name} needed`,
    });
    expect(await of(customer, 'booking_cancelled')).toBeUndefined();
    await steps.cancel(driver, await steps.booked(customer, driver), 'Vehicle issue');
    expect(await of(customer, 'booking_cancelled')).toMatchObject({
      body: `Ravi Kumar cancelled the ride ${route}: Vehicle issue`,
    });
  });

  test('a notification when a refund is due, and another when it is completed', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: driver.token,
      body: { payment_status: 'completed' },
    });
    expect(await of(customer, 'payment_completed')).toBeDefined();
    await steps.cancel(driver, booking);
    expect(await of(customer, 'refund_due')).toMatchObject({
      body: '₹240.50 for your ride with Ravi Kumar is being paid back to you',
    });
    await app.request('PUT', `/admin/refunds/${booking.id}`, { token: admin.token, body: { reference: 'NEFT-1' } });
    expect(await of(customer, 'refund_completed')).toMatchObject({ title: 'Refund completed' });
  });

  test('the claim of a customer to pay in cash after the ride, and its confirmation by the driver', async () => {
    const booked = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    const booking = await steps.drive(driver, booked, 'completed');
    await app.request('POST', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_method: 'cash' },
    });
    expect(await of(driver, 'payment_claimed')).toMatchObject({
      body: 'Asha Verma pays ₹240.50 in cash now. Please confirm once you have it.',
    });
    expect(await of(customer, 'payment_completed')).toBeUndefined();
    await steps.confirm(driver, booking);
    expect(await of(customer, 'payment_completed')).toBeDefined();
    expect(await of(driver, 'payment_completed')).toBeUndefined();
  });

  test.each<[number, Notification['kind'], string]>([
    [100, 'refund_completed', '₹100.00 for your ride with Ravi Kumar was paid back to you'],
    [0, 'refund_none', 'The driven part of your ride with Ravi Kumar costs the full price. There is no refund.'],
  ])('the decision of an admin to refund ₹%d of a ride cancelled in progress', async (amount, kind, body) => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: driver.token,
      body: { payment_status: 'completed' },
    });
    await steps.drive(driver, booking, 'in_progress');
    await steps.cancel(driver, booking);
    expect(await of(customer, 'refund_review')).toMatchObject({
      body: 'Your ride with Ravi Kumar was cancelled under way. We look at how much of ₹240.50 goes back to you.',
    });
    expect(await of(customer, 'refund_due')).toBeUndefined();
    await app.request('PUT', `/admin/refunds/${booking.id}`, {
      token: admin.token,
      body: { reference: 'NEFT-1', amount },
    });
    expect(await of(customer, kind)).toMatchObject({ body });
  });

  test('each new decision on the documents, with the reason', async () => {
    await decide('rejected', 'The licence cannot be read');
    await decide('rejected', 'The licence cannot be read');
    expect((await inbox(driver)).notifications).toMatchObject([
      { kind: 'verification_rejected', body: 'Your profile was rejected: The licence cannot be read' },
    ]);
    await decide('verified');
    await decide('verified');
    await decide('rejected');
    const bodies = (await inbox(driver)).notifications.map((row) => row.body);
    expect(bodies).toEqual([
      'Your profile was rejected. Please update your documents.',
      'Your documents were checked. Riders now see the Verified badge.',
      'Your profile was rejected: The licence cannot be read',
    ]);
  });

  test('the undo of a decision on the documents, and then the same decision again', async () => {
    const undo = () => app.request('POST', `/admin/drivers/${driver.id}/verify/undo`, { token: admin.token });
    await decide('verified');
    await undo();
    await undo();
    expect((await inbox(driver)).notifications[0]).toMatchObject({
      kind: 'verification_undone',
      title: 'Your documents are back in review',
      body: 'The last decision on your documents was taken back. Until the next one you have no Verified badge.',
      booking_id: null,
      read_at: null,
    });
    await decide('verified');
    expect(await kinds(driver)).toEqual(['verification_approved', 'verification_approved', 'verification_undone']);
  });

  test('the expiry of a request once, and none for a request that was cancelled or booked', async () => {
    const ride = await steps.ride(customer);
    const cancelled = await steps.ride(customer);
    await app.request('DELETE', `/rides/request/${cancelled.id}`, { token: customer.token });
    await steps.booked(customer, driver);
    clock.setOffset(Date.parse(ride.expires_at) - Date.now() + 1_000);
    await runJobs();
    await runJobs();
    const expired = (await inbox(customer)).notifications.filter(({ kind }) => kind === 'ride_expired');
    expect(expired).toMatchObject([
      {
        title: 'Your request has ended',
        body: `Your request ${route} ended without a booking. You can post it again.`,
        ride_request_id: ride.id,
        booking_id: null,
        read_at: null,
      },
    ]);
  });

  test('a missing vehicle number, once, at the first booking that is accepted without one', async () => {
    const set = (vehicle_number: string) =>
      app.request('PUT', '/driver/profile', { token: driver.token, body: { vehicle_number } });
    const accept = async () => {
      const booking = await steps.booked(customer, driver);
      expect(await of(driver, 'vehicle_number_missing')).toBe(undefined);
      await steps.step(driver, booking, 'accepted');
      return booking;
    };
    await steps.cancel(customer, await accept());
    expect(await of(driver, 'vehicle_number_missing')).toBeUndefined();
    await set('');
    const booking = await accept();
    expect(await of(driver, 'vehicle_number_missing')).toMatchObject({
      title: 'Vehicle number missing',
      body: 'Add the number of your vehicle to your profile: customers look for it when you arrive',
      booking_id: null,
    });
    await Promise.all([1, 2, 3].map(() => bookingReconciler.reconcile(booking.id)));
    await steps.cancel(customer, booking);
    // The inbox does not ask again for a vehicle number after its notification was deleted.
    await NotificationModel.deleteMany({ user_id: driver.id });
    clock.setOffset(31 * 86_400_000);
    await accept();
    expect(await kinds(driver)).toEqual(['booking_requested']);
    expect(await of(customer, 'vehicle_number_missing')).toBeUndefined();
  });

  test('nothing more when the same change is reconciled again, also several times at the same time', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.drive(driver, booking, 'completed');
    const before = await NotificationModel.countDocuments({ booking_id: booking.id });
    await Promise.all(Array.from({ length: 10 }, () => bookingReconciler.reconcile(booking.id)));
    expect(await NotificationModel.countDocuments({ booking_id: booking.id })).toBe(before);
    expect(before).toBe(4);
  });

  test('nothing for a late change of an old booking whose notifications were already deleted', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    await steps.drive(driver, booking, 'completed');
    await NotificationModel.deleteMany({ booking_id: booking.id });
    clock.setOffset(31 * 86_400_000);
    await bookingReconciler.reconcile(booking.id);
    expect(await NotificationModel.countDocuments({ booking_id: booking.id })).toBe(0);
  });
});

describe('the inbox', () => {
  test('counts unread notifications, marks some or all as read, and keeps the time of the first reading', async () => {
    await steps.cancel(customer, await steps.booked(customer, driver));
    await steps.cancel(customer, await steps.booked(customer, driver));
    const { notifications, unread } = await inbox(driver);
    expect([notifications.length, unread]).toEqual([4, 4]);
    const ids = notifications.slice(0, 1).map((row) => row.id);
    const one = await read(driver, { ids });
    expect(one).toMatchObject({ status: 200, body: { unread: 3 } });
    const readAt = one.body.notifications[0]?.read_at;
    expect(readAt).not.toBeNull();
    clock.setOffset(60_000);
    const all = await read(driver, {});
    expect(all.body.unread).toBe(0);
    expect(all.body.notifications[0]?.read_at).toBe(readAt);
    expect(await inbox(driver)).toEqual(all.body);
    expect((await read(driver)).status).toBe(200);
  });

  test('does not change notifications of other people', async () => {
    await steps.booked(customer, driver);
    const ids = (await inbox(driver)).notifications.map((row) => row.id);
    expect((await read(customer, { ids })).status).toBe(200);
    expect((await inbox(driver)).unread).toBe(1);
    expect((await inbox(await app.registerDriver())).notifications).toEqual([]);
  });

  test('is paged', async () => {
    for (let n = 0; n < 3; n++) await steps.cancel(customer, await steps.booked(customer, driver));
    const all = (await inbox(driver)).notifications;
    const first = (await inbox(driver, '?limit=2')).notifications;
    expect(first).toEqual(all.slice(0, 2));
    const rest = (await inbox(driver, `?before=${first[1]?.created_at}`)).notifications;
    expect(rest.map((row) => row.id)).toEqual(all.slice(2).map((row) => row.id));
  });

  test('has each notification deleted by the database after 30 days', async () => {
    const indexes = await NotificationModel.collection.indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { created_at: 1 }, expireAfterSeconds: 30 * 86_400 }),
    );
  });

  test('is for every signed-in person, and refuses invalid parameters', async () => {
    expect((await app.request('GET', '/notifications')).status).toBe(401);
    expect((await app.request('POST', '/notifications/read')).status).toBe(401);
    expect(await inbox(admin)).toEqual({ notifications: [], unread: 0 });
    for (const ids of ['x', ['x'], [1], Array.from({ length: 201 }, () => randomUUID())])
      expect((await read(customer, { ids })).status).toBe(400);
    expect((await read(customer, { ids: null })).status).toBe(200);
    expect((await app.request('GET', '/notifications?limit=0', { token: customer.token })).status).toBe(400);
  });
});
