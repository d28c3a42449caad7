import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { describe, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { BookingModel } from './bookings.model';
import { bookings } from './bookings.repository';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer', { phone: '+91 98765 43210' }),
  driver: () => app.registerDriver({ upi_id: 'asha@okbank' }),
});

const put = (person: TestPerson, path: string, body?: unknown) =>
  app.request<Booking>('PUT', `/bookings/${path}`, { token: person.token, body });

describe('a ride from request to rating', () => {
  test('takes the request and the booking through every status of a completed ride', async () => {
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
      usual_price_per_km: null,
      pass_until: null,
    });
  });
});

describe('status changes', () => {
  test('can be repeated, and an impossible change is refused with both statuses named', async () => {
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

  test('allow one ride in progress for a driver and one for a customer', async () => {
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

  test('to cancelled need a reason and take the role from the caller, not from the payload', async () => {
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
    const again = (await put(driver, `${booking.id}/cancel`, { reason: 'Other' })).body;
    // Each reader gets other addresses of the pictures.
    expect({ ...again, quote: null }).toEqual({ ...cancelled.body, quote: null });
    const other = await steps.booked(customer, driver);
    const byDriver = await put(driver, `${other.id}/cancel`, { reason: 'Vehicle issue', cancelled_by: 'customer' });
    expect(byDriver.body).toMatchObject({ status: 'cancelled', cancelled_by: 'driver' });
  });

  test('are refused after a rejection, and so are a payment and a rating', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'paytm' } });
    await steps.step(driver, booking, 'rejected');
    expect((await put(customer, `${booking.id}/cancel`, { reason: 'Other' })).status).toBe(409);
    expect((await put(customer, `${booking.id}/payment`, { payment_status: 'completed' })).status).toBe(409);
    const rating = { booking_id: booking.id, rating: 5 };
    expect((await app.request('POST', '/ratings/create', { token: customer.token, body: rating })).status).toBe(409);
  });
});

test('clearing `follow_up` for an older version leaves it for the newer version', async () => {
  const booking = await steps.booked(customer, driver);
  await BookingModel.updateOne({ _id: booking.id }, { $set: { follow_up: new Date() } });
  await bookings.clearFollowUp(booking.id, booking.version - 1);
  expect((await bookings.byId(booking.id))?.follow_up).toBeInstanceOf(Date);
  await bookings.clearFollowUp(booking.id, booking.version);
  expect((await bookings.byId(booking.id))?.follow_up).toBeUndefined();
});
