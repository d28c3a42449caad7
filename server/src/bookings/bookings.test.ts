import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';

let app: TestApp;
let customer: TestPerson;
let driver: TestPerson;
let steps: ReturnType<typeof market>;

beforeAll(async () => {
  app = await startTestApp();
  steps = market(app);
  customer = await app.register('customer', { phone: '+91 98765 43210' });
  driver = await app.registerDriver({ upi_id: 'asha@okbank' });
});
afterAll(() => app.close());

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
