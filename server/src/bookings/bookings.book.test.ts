import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { describe, expect, test } from '@jest/globals';
import { profiles } from '../drivers/drivers.repository';
import { aRoute, market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { bookingReconciler } from './bookings.reconcile';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer', { phone: '+91 98765 43210' }),
  driver: () => app.registerDriver({ upi_id: 'asha@okbank' }),
});

const book = (body: Record<string, unknown>, headers: Record<string, string> = {}, person = customer) =>
  app.request<Booking>('POST', '/bookings/create', {
    token: person.token,
    body: { payment_method: 'cash', ...body },
    headers,
  });

describe('booking a quote', () => {
  test('is possible only for the customer of its request, with a known payment method and an existing quote', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    expect((await book({ quote_id: quote.id }, {}, driver)).status).toBe(403);
    expect((await book({ quote_id: quote.id }, {}, await app.register('customer'))).status).toBe(404);
    expect((await book({ quote_id: quote.id, payment_method: 'barter' })).status).toBe(400);
    expect((await book({ quote_id: quote.ride_request_id })).status).toBe(404);
  });

  test('with another price than the customer saw is refused', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride, 200);
    await steps.quote(driver, ride, 250);
    const refused = { status: 409, body: { detail: 'The price has changed. Please review and confirm again.' } };
    expect(await book({ quote_id: quote.id, final_price: 200 })).toMatchObject(refused);
    expect(await book({ quote_id: quote.id, final_price: 250, discount_amount: 1 })).toMatchObject(refused);
    expect(await book({ quote_id: quote.id, final_price: 250 })).toMatchObject({ status: 201, body: { price: 250 } });
  });

  test('refuses an unknown promo code, and treats a blank code as no code', async () => {
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

  test('with a repeated Idempotency-Key returns the same booking, whatever its status is now', async () => {
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

  test('with the Idempotency-Key of an earlier ride request creates a booking as well', async () => {
    const headers = { 'Idempotency-Key': 'one-and-the-same' };
    const post = <T>(path: string, body: object) =>
      app.request<T>('POST', path, { token: customer.token, body, headers });
    const ride = await post<RideRequest>('/rides/request', aRoute);
    const quote = await steps.quote(driver, ride.body);
    const booking = await post<Booking>('/bookings/create', { quote_id: quote.id, payment_method: 'cash' });
    expect([ride.status, booking.status]).toEqual([201, 201]);
    expect(booking.body.id).not.toBe(ride.body.id);
  });

  test('again without a key is refused, because the request is booked', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    await steps.book(customer, quote);
    expect(await book({ quote_id: quote.id })).toMatchObject({ status: 409, body: { code: 'rides.not_open' } });
  });

  test('of a rejected driver is refused, even if the quote is not withdrawn yet', async () => {
    const doomed = await app.registerDriver();
    const quote = await steps.quote(doomed, await steps.ride(customer));
    await profiles.set(doomed.id, { verification_status: 'rejected' });
    expect(await book({ quote_id: quote.id })).toMatchObject({ status: 409, body: { code: 'quotes.not_active' } });
  });

  test('of a driver whose approval was withdrawn is refused if verification is required, and accepting is refused too', async () => {
    const hasty = await app.registerDriver();
    const [quote, other] = [
      await steps.quote(hasty, await steps.ride(customer)),
      await steps.quote(hasty, await steps.ride(customer)),
    ];
    await profiles.set(hasty.id, { verification_status: 'verified' });
    const booking = await steps.book(customer, other);
    await profiles.set(hasty.id, { verification_status: 'pending' });
    const restore = withSettings({ REQUIRE_DRIVER_VERIFICATION: 'true' });
    try {
      expect(await book({ quote_id: quote.id })).toMatchObject({ status: 409, body: { code: 'quotes.not_active' } });
      expect(
        await app.request('PUT', `/bookings/${booking.id}/status?status=accepted`, { token: hasty.token }),
      ).toMatchObject({ status: 403, body: { code: 'drivers.verification_required' } });
    } finally {
      restore();
    }
    expect((await book({ quote_id: quote.id })).status).toBe(201);
  });

  test('while its driver is being rejected gives a rejected booking, and the request opens again', async () => {
    const doomed = await app.registerDriver();
    const booking = await steps.booked(customer, doomed);
    await profiles.set(doomed.id, { verification_status: 'rejected' });
    await bookingReconciler.reconcile(booking.id);
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({ status: 'rejected', cancelled_by: 'system' });
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('open');
  });

  test('stores a copy of the quote, which later edits by the driver do not change', async () => {
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

  test('at a total of zero counts as paid immediately', async () => {
    const booking = await steps.booked(customer, driver, { price: 0, book: { payment_method: 'phonepe' } });
    expect(booking).toMatchObject({ final_price: 0, platform_fee: 0, payment_status: 'completed' });
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: null });
  });
});
