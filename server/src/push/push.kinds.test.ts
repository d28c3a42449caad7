import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import { pointFrom } from '@boli/shared/testing/points';
import { afterEach, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { aRoute, market } from '../testing/market';
import { setUpPushBrowsers } from '../testing/push-browsers';
import { eventually } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';

const MINUTE = 60_000;

const app = setUpRealtimeApp();
const steps = market(app);
const { subscribed, messages, headers, received } = setUpPushBrowsers(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
});
afterEach(() => clock.setOffset(0));

/** Notifications from before the tested step: muted, because they may be sent after the device has subscribed. */
const before = ['quote_received', 'booking_requested', 'booking_accepted'];
const later = { muted: before };

const inbox = async () =>
  (await app.request<Inbox>('GET', '/notifications', { token: customer.token })).body.notifications;
const inInbox = async (kind: string) => (await inbox()).filter((row) => row.kind === kind);
const booked = (book: object = {}) => steps.booked(customer, driver, { book });
const accepted = async (book: object = {}) => steps.drive(driver, await booked(book), 'accepted');
/** Quiet hours that leave out only the minute before midnight, which is hours away in the chosen time zone. */
const isByDay = Math.abs(new Date().getUTCHours() - 12) < 6;
const allDay = { quiet: { from: '00:00', to: '23:59' }, time_zone: isByDay ? 'UTC' : 'Etc/GMT+12' };

describe('the start and the completion of a ride', () => {
  test('are pushed to the customer; the push of the completion asks for the rating as well', async () => {
    const booking = await accepted();
    const [mine, theirs] = [await subscribed(customer, later), await subscribed(driver, later)];
    await steps.step(driver, booking, 'in_progress');
    const about = { tag: booking.id, url: `/?booking=${booking.id}&tab=bookings` };
    expect(await received(mine, 1)).toMatchObject([
      { title: 'Your ride has started', body: 'Test driver started your ride to India Gate', ...about },
    ]);
    await steps.step(driver, booking, 'completed');
    expect((await received(mine, 2)).slice(1)).toMatchObject([
      { title: 'Your ride is complete', body: 'How was your ride with Test driver to India Gate?', ...about },
    ]);
    expect(messages(theirs)).toEqual([]);
    const kinds = (await inbox()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['ride_started', 'ride_completed']));
    expect(kinds).not.toContain('rate_ride');
    expect(headers(mine).map(({ ttl, urgency }) => [ttl, urgency])).toEqual([
      ['1800', 'high'],
      ['86400', 'normal'],
    ]);
  });

  test('are in Hindi for a device whose language is Hindi', async () => {
    const booking = await accepted();
    const mine = await subscribed(customer, later);
    await app.request('PUT', '/push/subscription', {
      token: customer.token,
      headers: { 'Accept-Language': 'hi' },
      body: { endpoint: mine.endpoint, keys: mine.keys, ...later },
    });
    await steps.step(driver, booking, 'in_progress');
    expect(await received(mine, 1)).toMatchObject([
      { title: 'आपकी राइड शुरू हुई', body: 'Test driver ने India Gate तक की आपकी राइड शुरू की' },
    ]);
  });

  test('are not pushed if they are switched off; the completion is not pushed in quiet hours either', async () => {
    const booking = await accepted();
    const [all, muted, quiet] = [
      await subscribed(customer, later),
      await subscribed(customer, { muted: [...before, 'ride_started', 'ride_completed'] }),
      await subscribed(customer, { ...later, ...allDay }),
    ];
    for (const status of ['in_progress', 'completed']) await steps.step(driver, booking, status);
    await eventually(() => messages(all).at(-1)?.title === 'Your ride is complete', 'the completion was not sent');
    await received(quiet, 1);
    expect(messages(quiet).map(({ title }) => title)).toEqual(['Your ride has started']);
    expect(messages(muted)).toEqual([]);
  });

  test('cause no second notification when a booking from days ago changes', async () => {
    const booking = await accepted();
    await steps.step(driver, booking, 'in_progress');
    await steps.step(driver, booking, 'completed');
    await BookingModel.db.collection('notifications').deleteMany({ booking_id: booking.id });
    clock.setOffset(2 * 24 * 60 * MINUTE);
    await app.request('POST', '/ratings/create', {
      token: customer.token,
      body: { booking_id: booking.id, rating: 5 },
    });
    expect([await inInbox('ride_started'), await inInbox('ride_completed')]).toEqual([[], []]);
  });
});

describe('a driver who approaches the pickup', () => {
  const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
  const send = ({ id }: Booking, metres: number) =>
    app.request('PUT', `/bookings/${id}/location`, { token: driver.token, body: pointFrom(pickup, metres, 0) });
  const hasEta = async ({ id }: Booking) =>
    eventually(async () => (await steps.readBooking(customer, id)).eta !== null, 'the driver was not followed');
  /** Sends two positions about this many metres from the pickup, the second one once the server follows the driver. */
  const approach = async (booking: Booking, metres: number) => {
    await send(booking, metres);
    await hasEta(booking);
    await send(booking, metres - 5);
  };

  test('is announced to the customer once, two minutes before the arrival', async () => {
    const booking = await accepted();
    const mine = await subscribed(customer, later);
    await approach(booking, 400);
    const [first] = await received(mine, 1);
    expect(first).toMatchObject({
      title: 'Your driver is almost here',
      body: 'Test driver is about 2 minutes from Connaught Place',
      tag: booking.id,
      url: `/?booking=${booking.id}&tab=bookings`,
    });
    for (const metres of [380, 360, 340]) await send(booking, metres);
    await app.request('POST', `/bookings/${booking.id}/arrived`, { token: driver.token });
    expect((await received(mine, 2)).map(({ title }) => title)).toEqual([
      'Your driver is almost here',
      'Your driver is here',
    ]);
    expect(await inInbox('driver_arriving')).toHaveLength(1);
  });

  test.each([
    ['is further than two minutes away', async (booking: Booking) => booking, 1_500],
    [
      'has marked the arrival by the button',
      async (booking: Booking) => {
        await app.request('POST', `/bookings/${booking.id}/arrived`, { token: driver.token });
        return booking;
      },
      400,
    ],
    [
      'is more than 30 minutes early for a scheduled ride',
      async (booking: Booking) => {
        await BookingModel.updateOne({ _id: booking.id }, { scheduled_time: new Date(Date.now() + 31 * MINUTE) });
        return booking;
      },
      400,
    ],
  ])('is not announced if the driver %s', async (_why, prepare, metres) => {
    const mine = await subscribed(customer, later);
    const booking = await prepare(await accepted());
    await approach(booking, metres);
    // A notification of the approach would arrive before that of the start.
    await steps.step(driver, booking, 'in_progress');
    await eventually(() => messages(mine).at(-1)?.title === 'Your ride has started', 'the start was not sent');
    expect(await inInbox('driver_arriving')).toEqual([]);
  });
});

describe('the payment of a completed ride', () => {
  const unpaid = async (book: object = { payment_method: 'upi' }) =>
    steps.drive(driver, await booked(book), 'completed');
  const after = async (minutes: number) => {
    clock.setOffset(minutes * MINUTE);
    await Promise.all([runJobs(), runJobs()]);
  };

  test('is due after five minutes: the customer is notified once, and the payment marks the notification as read', async () => {
    const booking = await unpaid();
    await after(4.9);
    expect(await inInbox('payment_due')).toEqual([]);
    const mine = await subscribed(customer, later);
    await after(5.1);
    expect(await received(mine, 1)).toMatchObject([
      {
        title: 'Payment due',
        body: '₹240.50 for your ride with Test driver is not paid yet',
        tag: booking.id,
        url: `/?booking=${booking.id}&tab=bookings`,
      },
    ]);
    await after(8);
    expect(await inInbox('payment_due')).toMatchObject([{ read_at: null, booking_id: booking.id }]);
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    expect((await inInbox('payment_due'))[0]?.read_at).not.toBeNull();
    expect(messages(mine)).toHaveLength(1);
  });

  test('is not due if cash was paid, the payment is claimed, or the ride is in review', async () => {
    await unpaid({ payment_method: 'cash' });
    const claimed = await unpaid();
    await app.request('POST', `/bookings/${claimed.id}/payment`, {
      token: customer.token,
      body: { payment_method: 'cash' },
    });
    const reviewed = await unpaid();
    await BookingModel.updateOne({ _id: reviewed.id }, { review_status: 'pending' });
    await after(6);
    expect(await inInbox('payment_due')).toEqual([]);
    await BookingModel.updateOne({ _id: reviewed.id }, { review_status: null });
    await after(7);
    expect(await inInbox('payment_due')).toHaveLength(1);
  });

  test('is not announced any more by a server that was down for an hour', async () => {
    await unpaid();
    await after(61);
    expect(await inInbox('payment_due')).toEqual([]);
  });
});
