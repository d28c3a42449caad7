import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { profiles } from '../drivers/drivers.repository';
import { runJobs } from '../scheduler/scheduler';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { bookingFollowers } from './bookings.followers';
import { BookingModel } from './bookings.model';
import { bookings } from './bookings.repository';

let app: TestApp;
let customer: TestPerson;
let driver: TestPerson;
let steps: ReturnType<typeof market>;

beforeAll(async () => {
  app = await startTestApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
  steps = market(app);
  customer = await app.register('customer', { phone: '+91 98765 43210' });
  driver = await app.registerDriver({ upi_id: 'asha@okbank' });
});
afterEach(() => clock.setOffset(0));
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(clock.millis() + minutes * MINUTE_MS).toISOString();
const put = (person: TestPerson, path: string, body?: unknown) =>
  app.request<Booking>('PUT', `/bookings/${path}`, { token: person.token, body });
const book = (body: Record<string, unknown>, headers: Record<string, string> = {}, person = customer) =>
  app.request<Booking>('POST', '/bookings/create', {
    token: person.token,
    body: { payment_method: 'cash', ...body },
    headers,
  });

describe('a ride from request to rating', () => {
  test('goes through every state, for the request and the booking alike', async () => {
    const ride = await steps.ride(customer);
    expect(ride).toMatchObject({ status: 'open', quote_count: 0, booking_id: null, version: 1, distance_km: 2.4 });
    const quote = await steps.quote(driver, ride, 240.5);
    expect(quote).toMatchObject({ price: 240.5, status: 'active', version: 1, accepts_upi: true });
    const booking = await steps.book(customer, quote, { final_price: 240.5, discount_amount: 0 });
    expect(booking).toMatchObject({
      status: 'pending',
      price: 240.5,
      platform_fee: 24.05,
      driver_earnings: 216.45,
      final_price: 240.5,
      total_price: 240.5,
    });
    expect(await steps.readRide(customer, ride.id)).toMatchObject({
      status: 'booked',
      booking_id: booking.id,
      quote_count: 0,
    });
    await steps.step(driver, booking, 'accepted');
    await steps.step(driver, booking, 'in_progress');
    expect((await steps.readRide(customer, ride.id)).status).toBe('in_progress');
    expect(await steps.step(driver, booking, 'completed')).toMatchObject({
      status: 'completed',
      payment_status: 'completed',
    });
    expect((await steps.readRide(customer, ride.id)).status).toBe('completed');
    const rated = await app.request('POST', '/ratings/create', {
      token: customer.token,
      body: { booking_id: booking.id, rating: 4 },
    });
    expect(rated.status).toBe(201);
    const profile = await app.request('GET', '/driver/profile', { token: driver.token });
    expect(profile.body).toMatchObject({ average_rating: 4, total_ratings: 1 });
    const earnings = await app.request('GET', '/driver/earnings', { token: driver.token });
    expect(earnings.body).toEqual({
      total_earnings: 216.45,
      platform_fees_paid: 0,
      pending_payment: 24.05,
      completed_rides: 1,
    });
  });
});

describe('booking a quote', () => {
  test('is for the customer of its request', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    expect((await book({ quote_id: quote.id }, {}, driver)).status).toBe(403);
    expect((await book({ quote_id: quote.id }, {}, await app.register('customer'))).status).toBe(404);
    expect((await book({ quote_id: quote.id, payment_method: 'barter' })).status).toBe(400);
    expect((await book({ quote_id: quote.ride_request_id })).status).toBe(404);
  });

  test('at another price than the customer saw is refused', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride, 200);
    await steps.quote(driver, ride, 250);
    const refused = { status: 409, body: { detail: 'The price has changed. Please review and confirm again.' } };
    expect(await book({ quote_id: quote.id, final_price: 200 })).toMatchObject(refused);
    expect(await book({ quote_id: quote.id, final_price: 250, discount_amount: 1 })).toMatchObject(refused);
    expect(await book({ quote_id: quote.id, final_price: 250 })).toMatchObject({ status: 201, body: { price: 250 } });
  });

  test('knows no promo code, and takes a blank one for none', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    expect(await book({ quote_id: quote.id, promo_code: 'nothing' })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid promo code' },
    });
    expect((await book({ quote_id: quote.id, promo_code: ' ' })).body).toMatchObject({
      promo_code: null,
      discount_amount: 0,
    });
  });

  test('a repeated Idempotency-Key gets the same booking, whatever became of it', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    const headers = { 'Idempotency-Key': 'confirm-1' };
    const tap = () => book({ quote_id: quote.id }, headers);
    const taps = await Promise.all([tap(), tap(), tap()]);
    expect(taps.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(taps.map((answer) => answer.body.id)).size).toBe(1);
    await steps.step(driver, taps[0].body, 'rejected');
    expect(await tap()).toMatchObject({ status: 201, body: { id: taps[0].body.id, status: 'rejected' } });
    expect((await steps.readRide(customer, ride.id)).status).toBe('open');
    expect((await book({ quote_id: quote.id, payment_method: 'paytm' }, headers)).status).toBe(409);
  });

  test('without a key the second tap is told that the request is taken', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    await steps.book(customer, quote);
    expect(await book({ quote_id: quote.id })).toMatchObject({ status: 409, body: { code: 'rides.not_open' } });
  });

  test('of a driver who was rejected this very moment is refused', async () => {
    const doomed = await app.registerDriver();
    const quote = await steps.quote(doomed, await steps.ride(customer));
    await profiles.set(doomed.id, { verification_status: 'rejected' });
    expect(await book({ quote_id: quote.id })).toMatchObject({ status: 409, body: { code: 'quotes.not_active' } });
  });

  test('stored just after its driver was rejected ends at once', async () => {
    const doomed = await app.registerDriver();
    const booking = await steps.booked(customer, doomed);
    await profiles.set(doomed.id, { verification_status: 'rejected' });
    await bookingFollowers.follow(booking.id);
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({ status: 'rejected', cancelled_by: 'system' });
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('open');
  });

  test('keeps the quote as it was, whatever the driver changes later', async () => {
    const changing = await app.registerDriver();
    const booking = await steps.booked(customer, changing);
    const form = new FormData();
    form.set('car_model', 'Another car');
    await app.request('PUT', '/driver/profile', { token: changing.token, form });
    const read = await steps.readBooking(customer, booking.id);
    expect(read).toMatchObject({
      car_model: 'Maruti Dzire',
      quote: { car_model: 'Maruti Dzire', price: 240.5, status: 'accepted' },
    });
  });

  test('of a ride for nothing is paid at once', async () => {
    const booking = await steps.booked(customer, driver, { price: 0, book: { payment_method: 'phonepe' } });
    expect(booking).toMatchObject({ final_price: 0, platform_fee: 0, payment_status: 'completed' });
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: null });
  });
});

describe('who reads a booking', () => {
  test('its parties and admins; phones and the UPI ID only once accepted, each to whom it is meant', async () => {
    const admin = await app.register('admin');
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'gpay' } });
    const seenBy = async (person: TestPerson) => {
      const { customer_phone, driver_phone, driver_upi_id } = await steps.readBooking(person, booking.id);
      return { customer_phone, driver_phone, driver_upi_id };
    };
    const nothing = { customer_phone: null, driver_phone: null, driver_upi_id: null };
    expect(booking.payment_method).toBe('google_pay');
    expect([await seenBy(customer), await seenBy(driver)]).toEqual([nothing, nothing]);
    await steps.step(driver, booking, 'accepted');
    expect(await seenBy(customer)).toEqual({ ...nothing, driver_upi_id: 'asha@okbank' });
    expect(await seenBy(driver)).toEqual({ ...nothing, customer_phone: '+91 98765 43210' });
    expect(await seenBy(admin)).toEqual(nothing);
    for (const stranger of [await app.register('customer'), await app.registerDriver()]) {
      expect((await app.request('GET', `/bookings/${booking.id}`, { token: stranger.token })).status).toBe(404);
      expect((await put(stranger, `${booking.id}/cancel`, { reason: 'x' })).status).toBe(404);
    }
    await steps.cancel(customer, booking);
    expect(await seenBy(customer)).toEqual(nothing);
  });

  test('a cash booking does not give the UPI ID away', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.step(driver, booking, 'accepted');
    expect((await steps.readBooking(customer, booking.id)).driver_upi_id).toBeNull();
  });

  test('My Bookings holds every status, the history the ended ones only', async () => {
    const me = await app.register('customer');
    const own = await app.registerDriver();
    const live = await steps.booked(me, own);
    const rejected = await steps.booked(me, own);
    await steps.step(own, rejected, 'rejected');
    const cancelled = await steps.booked(me, own);
    await steps.cancel(me, cancelled);
    const completed = await steps.drive(own, await steps.booked(me, own, { price: 100 }), 'completed');
    const ids = async (person: TestPerson, path: string) => {
      const { body } = await app.request<{ id?: string; booking_id?: string }[]>('GET', path, { token: person.token });
      return body.map((row) => row.id ?? row.booking_id);
    };
    const all = [completed.id, cancelled.id, rejected.id];
    expect(await ids(me, '/bookings/my')).toEqual([...all, live.id]);
    expect(await ids(own, '/bookings/my')).toEqual([...all, live.id]);
    expect(await ids(me, '/rides/history')).toEqual(all);
    expect(await ids(me, '/rides/history?status=completed')).toEqual([completed.id]);
    expect(await ids(own, '/rides/history?status=cancelled')).toEqual([cancelled.id]);
    expect((await app.request('GET', '/rides/history?status=rejected', { token: me.token })).status).toBe(400);
    const entry = async (person: TestPerson) =>
      (await app.request<object[]>('GET', '/rides/history?status=completed', { token: person.token })).body[0];
    expect(await entry(me)).toMatchObject({
      driver_earnings: null,
      total_price: 100,
      rating: null,
      driver_name: own.name,
    });
    expect(await entry(own)).toMatchObject({ driver_earnings: 90, customer_name: me.name });
  });
});

describe('steps', () => {
  test('are repeatable, and refused naming both states where there is no such step', async () => {
    const booking = await steps.booked(customer, driver);
    expect(await put(driver, `${booking.id}/status?status=completed`)).toMatchObject({
      status: 409,
      body: { detail: 'A booking that is pending cannot become completed' },
    });
    const first = await steps.step(driver, booking, 'accepted');
    expect(await steps.step(driver, booking, 'accepted')).toEqual(first);
    expect((await put(customer, `${booking.id}/status?status=in_progress`)).status).toBe(403);
    expect((await put(driver, `${booking.id}/status?status=cancelled`)).status).toBe(400);
  });

  test('at most one ride in progress for a driver and for a customer', async () => {
    const busy = await app.registerDriver();
    const rider = await app.register('customer');
    const first = await steps.drive(busy, await steps.booked(rider, busy), 'in_progress');
    const second = await steps.drive(busy, await steps.booked(customer, busy), 'accepted');
    expect(await put(busy, `${second.id}/status?status=in_progress`)).toMatchObject({
      status: 409,
      body: { code: 'bookings.driver_busy' },
    });
    const third = await steps.drive(driver, await steps.booked(rider, driver), 'accepted');
    expect(await put(driver, `${third.id}/status?status=in_progress`)).toMatchObject({
      status: 409,
      body: { code: 'bookings.customer_busy' },
    });
    await steps.step(busy, first, 'completed');
    expect((await steps.step(busy, second, 'in_progress')).status).toBe('in_progress');
    await steps.step(busy, second, 'completed');
  });

  test('a cancellation needs a reason and takes the role from the caller, not from the payload', async () => {
    const booking = await steps.booked(customer, driver);
    for (const reason of [undefined, '   ', 'x'.repeat(501)]) {
      expect((await put(customer, `${booking.id}/cancel`, { reason })).status).toBe(400);
    }
    const cancelled = await put(customer, `${booking.id}/cancel`, {
      reason: ' Change of plans ',
      cancelled_by: 'driver',
    });
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'customer',
      cancellation_reason: 'Change of plans',
    });
    expect((await put(driver, `${booking.id}/cancel`, { reason: 'Other' })).body).toEqual({ ...cancelled.body });
  });

  test('a rejected booking is final', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'paytm' } });
    await steps.step(driver, booking, 'rejected');
    expect((await put(customer, `${booking.id}/cancel`, { reason: 'Other' })).status).toBe(409);
    expect((await put(customer, `${booking.id}/payment`, { payment_status: 'completed' })).status).toBe(409);
    const rating = { booking_id: booking.id, rating: 5 };
    expect((await app.request('POST', '/ratings/create', { token: customer.token, body: rating })).status).toBe(409);
  });
});

interface Ending {
  me: TestPerson;
  own: TestPerson;
  booking: Booking;
}

describe('what becomes of the request when its booking ends without a ride', () => {
  const outcome = async (upTo: 'pending' | 'accepted' | 'in_progress', end: (ending: Ending) => Promise<unknown>) => {
    const rival = await app.registerDriver();
    const me = await app.register('customer');
    const own = await app.registerDriver();
    const ride = await steps.ride(me);
    await steps.quote(rival, ride, 500);
    const booking = await steps.book(me, await steps.quote(own, ride, 100));
    if (upTo !== 'pending') await steps.drive(own, booking, upTo);
    await end({ me, own, booking });
    const after = await steps.readRide(me, ride.id);
    const [mine] = await steps.quotesOn(own, ride);
    const [theirs] = await steps.quotesOn(rival, ride);
    return { ...after, mine: mine?.status, theirs: theirs?.status, extended: after.expires_at > ride.expires_at };
  };
  const reopened = {
    status: 'open',
    booking_id: null,
    quote_count: 1,
    mine: 'withdrawn',
    theirs: 'active',
    extended: true,
  };
  const ended = { status: 'cancelled', quote_count: 0, theirs: 'expired' };
  const byCustomer = ({ me, booking }: Ending) => steps.cancel(me, booking);
  const byDriver = ({ own, booking }: Ending) => steps.cancel(own, booking);
  const reject = ({ own, booking }: Ending) => steps.step(own, booking, 'rejected');

  test.each([
    ['the driver rejects', 'pending', reject, reopened],
    ['the driver cancels before answering', 'pending', byDriver, reopened],
    ['the customer cancels before the answer', 'pending', byCustomer, reopened],
    ['the driver cancels before the start', 'accepted', byDriver, reopened],
    ['the customer cancels once accepted', 'accepted', byCustomer, ended],
    ['the driver cancels after the start', 'in_progress', byDriver, ended],
    ['the customer cancels after the start', 'in_progress', byCustomer, ended],
  ] as const)('%s (%s)', async (_who, upTo, end, expected) => {
    expect(await outcome(upTo, end)).toMatchObject(expected);
  });

  test('a scheduled request whose time has passed expires instead of opening again', async () => {
    const booking = await steps.booked(customer, driver, {
      ride: { is_scheduled: true, scheduled_time: inMinutes(40) },
    });
    await steps.step(driver, booking, 'accepted');
    clock.setOffset(56 * MINUTE_MS);
    await steps.cancel(driver, booking);
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('expired');
  });

  test('the driver may quote again after that, under the same id', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    await steps.step(driver, await steps.book(customer, quote), 'rejected');
    const again = await steps.quote(driver, ride, 99);
    expect(again).toMatchObject({ id: quote.id, status: 'active', price: 99 });
    expect((await steps.book(customer, again)).status).toBe('pending');
  });
});

describe('a booking that is not answered', () => {
  test('is rejected by the system after its time, by the scheduler', async () => {
    const booking = await steps.booked(customer, driver);
    clock.setOffset(14 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, booking.id)).status).toBe('pending');
    clock.setOffset(15 * MINUTE_MS + 1000);
    await runJobs();
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({
      status: 'rejected',
      cancelled_by: 'system',
      cancellation_reason: 'The driver did not answer in time',
    });
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('open');
  });

  test('cannot be accepted too late, even before the scheduler has come by', async () => {
    const booking = await steps.booked(customer, driver);
    clock.setOffset(16 * MINUTE_MS);
    expect(await put(driver, `${booking.id}/status?status=accepted`)).toMatchObject({
      status: 409,
      body: { detail: 'A booking that is rejected cannot become accepted' },
    });
  });

  test('waits two hours for a scheduled ride, at the latest until its time', async () => {
    const far = await steps.booked(customer, driver, { ride: { is_scheduled: true, scheduled_time: inMinutes(600) } });
    const near = await steps.booked(customer, driver, { ride: { is_scheduled: true, scheduled_time: inMinutes(60) } });
    clock.setOffset(61 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, near.id)).status).toBe('rejected');
    expect((await steps.readBooking(customer, far.id)).status).toBe('pending');
    clock.setOffset(121 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, far.id)).status).toBe('rejected');
  });

  test('an accepted one stays', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.step(driver, booking, 'accepted');
    clock.setOffset(24 * 60 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, booking.id)).status).toBe('accepted');
  });
});

test('a mark of an older version is not taken for the newer one', async () => {
  const booking = await steps.booked(customer, driver);
  await BookingModel.updateOne({ _id: booking.id }, { $set: { follow_up: new Date() } });
  await bookings.clearFollowUp(booking.id, booking.version - 1);
  expect((await bookings.byId(booking.id))?.follow_up).toBeInstanceOf(Date);
  await bookings.clearFollowUp(booking.id, booking.version);
  expect((await bookings.byId(booking.id))?.follow_up).toBeUndefined();
});
