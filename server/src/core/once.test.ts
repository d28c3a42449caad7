import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { describe, expect, test } from '@jest/globals';
import type { TestAnswer, TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import type { Proof } from '../testing/payments';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { IdempotencyModel } from './idempotency.model';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000', SIMULATED_GATEWAY_SECRET: 'only for tests' } });
const steps = market(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

interface Sent {
  by: TestPerson;
  method: string;
  path: string;
  body?: unknown;
  key: string;
}
const send = <T = Record<string, unknown>>({ by, method, path, body, key }: Sent): Promise<TestAnswer<T>> =>
  app.request<T>(method, path, { token: by.token, body, headers: { 'Idempotency-Key': key } });
/** Simulates a process that died after the operation and before it stored the result's id. */
const forget = () => IdempotencyModel.updateMany({}, { $unset: { done_id: 1 } });
const completed = (book?: object) =>
  steps.booked(customer, driver, book ? { book } : {}).then((booking) => steps.drive(driver, booking, 'completed'));

describe('a rating with an Idempotency-Key', () => {
  const rate = (booking: { id: string }, key: string, more: object = {}) =>
    send({
      by: customer,
      method: 'POST',
      path: '/ratings/create',
      body: { booking_id: booking.id, rating: 4, review: 'Fine', ...more },
      key,
    });

  test('is stored once, and a repeat gets the same answer', async () => {
    const [booking, key] = [await completed(), randomUUID()];
    const first = await rate(booking, key);
    expect(first).toMatchObject({ status: 201, body: { booking_id: booking.id, rating: 4 } });
    expect(await rate(booking, key)).toMatchObject({ status: 201, body: first.body });
    await forget();
    expect(await rate(booking, key)).toMatchObject({ status: 201, body: first.body });
    expect((await steps.readBooking(customer, booking.id)).version).toBe(booking.version + 1);
  });

  test('is refused if the key was used with another body, and if another key would add a second rating', async () => {
    const [booking, key] = [await completed(), randomUUID()];
    await rate(booking, key);
    const other = await rate(booking, key, { rating: 5 });
    expect(other).toMatchObject({ status: 409, body: { code: 'common.idempotency_reused' } });
    expect(await rate(booking, randomUUID())).toMatchObject({ status: 409, body: { code: 'ratings.already' } });
    expect((await rate(booking, 'no key at all!')).status).toBe(400);
  });

  test('that arrives ten times at once is stored once', async () => {
    const [booking, key] = [await completed(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => rate(booking, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await steps.readBooking(customer, booking.id)).version).toBe(booking.version + 1);
  });
});

describe('a quote with an Idempotency-Key', () => {
  const offer = (ride: { id: string }, price: number, key: string) =>
    send<Quote>({ by: driver, method: 'POST', path: '/quotes/create', body: { ride_request_id: ride.id, price }, key });

  test('is stored once; a repeat returns its current state and changes nothing', async () => {
    const [ride, key] = [await steps.ride(customer), randomUUID()];
    const first = await offer(ride, 100, key);
    expect(first.status).toBe(201);
    expect(await offer(ride, 100, key)).toMatchObject({ status: 201, body: { id: first.body.id, version: 1 } });
    expect((await offer(ride, 90, key)).status).toBe(409);
    const lower = await offer(ride, 90, randomUUID());
    expect(lower).toMatchObject({ status: 200, body: { id: first.body.id, price: 90 } });
    expect(await offer(ride, 100, key)).toMatchObject({ status: 201, body: { price: 90, version: 2 } });
    await app.request('DELETE', `/quotes/${first.body.id}`, { token: driver.token });
    expect((await offer(ride, 100, key)).body).toMatchObject({ id: first.body.id, status: 'withdrawn' });
    await forget();
    expect((await offer(ride, 100, key)).body).toMatchObject({ id: first.body.id, status: 'withdrawn' });
  });

  test('that arrives ten times at once is stored once', async () => {
    const [ride, key] = [await steps.ride(customer), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => offer(ride, 100, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await steps.quotesOn(customer, ride)).toMatchObject([{ version: 1 }]);
  });
});

describe('a body with a null field equals a body without that field', () => {
  const sent = (by: TestPerson, path: string) => (body: object, key: string) =>
    send<{ id: string }>({ by, method: 'POST', path, body, key });

  test('in a quote', async () => {
    const [ride, key] = [await steps.ride(customer), randomUUID()];
    const offer = sent(driver, '/quotes/create');
    const first = await offer({ ride_request_id: ride.id, price: 100 }, key);
    const again = await offer({ ride_request_id: ride.id, price: 100, hold_min: null }, key);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  test('in a ride request', async () => {
    const [post, key] = [sent(customer, '/rides/request'), randomUUID()];
    const first = await post({ ...aRoute, asked_price: null, is_scheduled: null }, key);
    const again = await post({ scheduled_time: null, ...aRoute }, key);
    expect([again.status, again.body.id]).toEqual([first.status, first.body.id]);
  });
});

describe('a payment with an Idempotency-Key', () => {
  test('changes the method once: a late repeat does not change it back', async () => {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'online' } });
    const choose = (method: string, key: string) =>
      send<Booking>({
        by: customer,
        method: 'POST',
        path: `/bookings/${booking.id}/payment`,
        body: { payment_method: method },
        key,
      });
    const key = randomUUID();
    expect((await choose('cash', key)).body.payment_method).toBe('cash');
    expect((await choose('paytm', randomUUID())).body.payment_method).toBe('paytm');
    expect((await choose('cash', key)).body).toMatchObject({ id: booking.id, payment_method: 'paytm' });
    expect((await choose('upi', key)).status).toBe(409);
  });

  test('is claimed and confirmed once; a key that was used for one booking is refused for another', async () => {
    const [one, two] = [await completed({ payment_method: 'upi' }), await completed({ payment_method: 'upi' })];
    const [marked, confirmed] = [randomUUID(), randomUUID()];
    const mark = ({ id }: Booking) =>
      send<Booking>({
        by: customer,
        method: 'PUT',
        path: `/bookings/${id}/payment`,
        body: { payment_status: 'completed' },
        key: marked,
      });
    const confirm = ({ id }: Booking) =>
      send<Booking>({ by: driver, method: 'POST', path: `/bookings/${id}/payment/confirm`, key: confirmed });
    expect((await mark(one)).body).toMatchObject({ id: one.id, payment_claimed_by: 'customer' });
    expect((await confirm(one)).body).toMatchObject({ payment_confirmed_by: 'driver' });
    expect((await mark(one)).body).toMatchObject({ id: one.id, payment_confirmed_by: 'driver' });
    expect((await confirm(one)).status).toBe(200);
    expect([(await mark(two)).status, (await confirm(two)).status]).toEqual([409, 409]);
  });

  test('has the same order and the same verification when both calls are repeated after the payment', async () => {
    const booking = await completed({ payment_method: 'online' });
    const [ordered, proved] = [randomUUID(), randomUUID()];
    const order = (amount = booking.final_price) =>
      send<{ order_id: string }>({
        by: customer,
        method: 'POST',
        path: '/payment/create-order',
        body: { booking_id: booking.id, amount },
        key: ordered,
      });
    const first = await order();
    const { body: proof } = await app.request<Proof>('POST', `/payment/simulated/${first.body.order_id}`, {
      token: customer.token,
      body: { outcome: 'pay' },
    });
    const verify = () =>
      send<{ booking: Booking }>({
        by: customer,
        method: 'POST',
        path: '/payment/verify',
        body: { booking_id: booking.id, ...proof },
        key: proved,
      });
    const paid = await verify();
    expect(paid.body.booking).toMatchObject({ payment_status: 'completed' });
    expect((await verify()).body).toEqual(paid.body);
    expect(await order()).toMatchObject({ status: 201, body: first.body });
    expect((await order(1)).status).toBe(409);
  });
});
