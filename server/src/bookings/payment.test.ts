import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { describe, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { bookings } from './bookings.repository';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

const choose = (booking: Booking, method: string, person = customer) =>
  app.request<Booking>('POST', `/bookings/${booking.id}/payment`, {
    token: person.token,
    body: { payment_method: method, payment_status: 'pending' },
  });
const mark = (booking: Booking, person: TestPerson) =>
  app.request<Booking>('PUT', `/bookings/${booking.id}/payment`, {
    token: person.token,
    body: { payment_status: 'completed' },
  });
const bookedBy = (method: string, price = 100) =>
  steps.booked(customer, driver, { price, book: { payment_method: method } });

describe('choosing the payment method', () => {
  test('is possible while the payment is pending, and only for the customer', async () => {
    const booking = await bookedBy('phonepe');
    expect(await choose(booking, 'cash')).toMatchObject({ status: 200, body: { payment_method: 'cash', version: 2 } });
    expect((await choose(booking, 'cash')).body.version).toBe(2);
    expect((await choose(booking, 'paytm', driver)).status).toBe(403);
    expect((await choose(booking, 'paytm', await app.register('customer'))).status).toBe(404);
  });

  test('cash makes the booking paid when the ride completes, or, if chosen later, when the driver confirms the payment', async () => {
    const cash = await steps.drive(driver, await bookedBy('cash'), 'completed');
    expect(cash.payment_status).toBe('completed');
    const upi = await steps.drive(driver, await bookedBy('paytm'), 'completed');
    expect(upi.payment_status).toBe('pending');
    expect((await choose(upi, 'cash')).body).toMatchObject({
      payment_method: 'cash',
      payment_status: 'pending',
      payment_claimed_by: 'customer',
    });
    expect(await steps.confirm(driver, upi)).toMatchObject({
      payment_status: 'completed',
      payment_confirmed_by: 'driver',
    });
  });

  test('is refused after the payment, for an ended booking, and for `online` below one rupee', async () => {
    const paid = await bookedBy('upi');
    await mark(paid, driver);
    expect(await choose(paid, 'cash')).toMatchObject({ status: 409, body: { code: 'bookings.payment_not_pending' } });
    const dead = await bookedBy('upi');
    await steps.cancel(customer, dead);
    expect(await choose(dead, 'cash')).toMatchObject({ status: 409, body: { code: 'bookings.payment_not_now' } });
    expect((await choose(await bookedBy('cash', 0.5), 'online')).status).toBe(409);
  });
});

describe('marking a direct payment', () => {
  test.each(['phonepe', 'google_pay', 'paytm', 'upi'])(
    'is possible for the driver with %s; person and time are stored, and marking by the customer afterwards changes nothing',
    async (method) => {
      const booking = await bookedBy(method);
      const first = await mark(booking, driver);
      expect(first).toMatchObject({ status: 200, body: { payment_status: 'completed' } });
      expect((await mark(booking, customer)).body.version).toBe(first.body.version);
      const stored = await bookings.byId(booking.id);
      expect(stored).toMatchObject({ payment_marked_by: driver.id, payment_completed_at: expect.any(Date) });
    },
  );

  test.each(['cash', 'online'])('is never possible with %s', async (method) => {
    expect(await mark(await bookedBy(method), customer)).toMatchObject({
      status: 409,
      body: { code: 'bookings.payment_mark_method' },
    });
  });

  test('is possible in every live state and after completion, but not for a cancelled or rejected booking', async () => {
    for (const status of ['accepted', 'in_progress', 'completed'] as const) {
      const booking = await steps.drive(driver, await bookedBy('upi'), status);
      expect((await mark(booking, customer)).status).toBe(200);
      if (status === 'in_progress') await steps.step(driver, booking, 'completed');
    }
    const dead = await bookedBy('upi');
    await steps.step(driver, dead, 'rejected');
    expect((await mark(dead, driver)).status).toBe(409);
  });
});

describe('a refund', () => {
  test('is due when a paid booking is cancelled or rejected', async () => {
    const cancelled = await bookedBy('upi');
    await mark(cancelled, driver);
    expect(await steps.cancel(driver, cancelled)).toMatchObject({ refund_status: 'due', payment_status: 'completed' });
    const rejected = await bookedBy('upi');
    await mark(rejected, customer);
    await steps.confirm(driver, rejected);
    expect(await steps.step(driver, rejected, 'rejected')).toMatchObject({ refund_status: 'due' });
  });

  test('is not due if nothing was paid', async () => {
    expect(await steps.cancel(customer, await bookedBy('upi'))).toMatchObject({ refund_status: null });
  });
});
