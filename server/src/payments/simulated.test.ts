import { createHmac } from 'node:crypto';
import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { configure, readSettings, settings } from '../settings';
import { market } from '../testing/market';
import { cashier, journalOf, type Proof } from '../testing/payments';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { simulatedStore } from './simulated.repository';

const SECRET = 'what only the simulated gateway knows';

const app = setUpApp({ settings: { SIMULATED_GATEWAY_SECRET: SECRET } });
const steps = market(app);
const desk = cashier(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

afterEach(() => clock.setOffset(0));

const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');
async function ordered() {
  const booking = await steps.booked(customer, driver, { price: 150, book: { payment_method: 'online' } });
  const { status, body } = await desk.order(customer, booking);
  if (status !== 201) throw new Error(`the order answered ${status}`);
  return { booking, orderId: body.order_id, key: body.key_id };
}
const checkOut = (orderId: string, outcome: string, person = customer) =>
  app.request<Proof>('POST', `/payment/simulated/${orderId}`, { token: person.token, body: { outcome } });
const now = (booking: Booking) => steps.readBooking(customer, booking.id);
const isPaid = async (booking: Booking) => (await now(booking)).payment_status === 'completed';

describe('the simulated checkout', () => {
  test('is named in the client configuration if no keys are set', async () => {
    expect((await app.request<AppConfig>('GET', '/config')).body.payment_gateway).toBe('simulated');
    expect((await ordered()).key).toBe('rzp_simulated');
  });

  test('with "pay" returns a valid proof, by which the payment is credited once', async () => {
    const { booking, orderId } = await ordered();
    const { status, body } = await checkOut(orderId, 'pay');
    expect([status, body.signature]).toEqual([200, hmac(`${orderId}|${body.payment_id}`)]);
    expect((await desk.verify(customer, booking, body)).body).toMatchObject({
      success: true,
      booking: { payment_status: 'completed', payment_method: 'online', version: 2 },
    });
    expect(await journalOf(booking.id)).toEqual({
      entries: [`payment:${body.payment_id}`],
      left: { gateway: 15_000, customer: -15_000 },
    });
  });

  test('with "fail" returns no proof and pays nothing; another try pays', async () => {
    const { booking, orderId } = await ordered();
    expect((await checkOut(orderId, 'fail')).body).toEqual({ order_id: orderId, payment_id: null, signature: null });
    expect(await isPaid(booking)).toBe(false);
    const { body } = await checkOut(orderId, 'pay');
    expect((await desk.verify(customer, booking, body)).status).toBe(200);
  });

  test('with "pay and never come back" pays by the webhook only', async () => {
    const { booking, orderId } = await ordered();
    expect((await checkOut(orderId, 'vanish')).body).toMatchObject({ payment_id: null, signature: null });
    await eventually(() => isPaid(booking), 'no webhook came', 10_000);
  });

  test('answers only the payer of the order, and refuses unknown outcomes', async () => {
    const { orderId } = await ordered();
    expect((await checkOut(orderId, 'pay', await app.register('customer'))).status).toBe(404);
    expect((await checkOut('order_unknown', 'pay')).status).toBe(404);
    expect((await checkOut(orderId, 'pay', driver)).status).toBe(403);
    expect((await checkOut(orderId, 'steal')).status).toBe(400);
  });
});

describe('a test that signs with the secret of the simulated gateway', () => {
  test('can prove a payment made elsewhere', async () => {
    const { booking, orderId } = await ordered();
    const proof = { order_id: orderId, payment_id: 'pay_elsewhere1', signature: hmac(`${orderId}|pay_elsewhere1`) };
    expect((await desk.verify(customer, booking, { ...proof, signature: hmac(`${orderId}|pay_other`) })).status).toBe(
      400,
    );
    expect((await desk.verify(customer, booking, proof)).status).toBe(200);
    await steps.cancel(customer, booking);
    await eventually(async () => (await now(booking)).refund_status === 'refunded', 'it was not refunded', 10_000);
    expect((await simulatedStore.payment('pay_elsewhere1'))?.status).toBe('refunded');
  });

  test('can send a webhook in the format of the real gateway', async () => {
    const { booking, orderId } = await ordered();
    const entity = { id: 'pay_elsewhere2', order_id: orderId, amount: 15_000, currency: 'INR', status: 'captured' };
    const raw = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    expect((await desk.hook({ raw, signature: hmac(`${raw} `) })).status).toBe(400);
    expect((await desk.hook({ raw, signature: hmac(raw) })).status).toBe(200);
    expect(await isPaid(booking)).toBe(true);
    await steps.cancel(customer, booking);
    await eventually(async () => (await now(booking)).refund_status === 'refunded', 'it was not refunded', 10_000);
  });

  test('can leave out a webhook: the payment is found by asking the gateway', async () => {
    const { booking, orderId } = await ordered();
    await steps.step(driver, booking, 'accepted');
    const payment = { _id: 'pay_lost', order_id: orderId, amount_paise: 15_000, status: 'captured' as const };
    await simulatedStore.insertPaymentOnce({ ...payment, refund_id: null, created_at: new Date() });
    clock.setOffset(16 * 60_000);
    await runJobs();
    expect(await isPaid(booking)).toBe(true);
  });
});

describe('without any payment gateway', () => {
  let before: ReturnType<typeof settings>;
  beforeEach(() => {
    before = settings();
    configure(
      readSettings({ NODE_ENV: 'test', DATA_DIR: app.dataDir, JWT_SECRET: before.JWT_SECRET, PAYMENT_GATEWAY: 'off' }),
    );
  });
  afterEach(() => configure(before));

  test('a direct UPI payment is still possible; there is no order, proof, webhook or checkout', async () => {
    expect((await app.request<AppConfig>('GET', '/config')).body.payment_gateway).toBe('off');
    const booking = await steps.booked(customer, driver, { price: 150, book: { payment_method: 'upi' } });
    expect(await desk.order(customer, booking)).toMatchObject({ status: 409, body: { code: 'payments.gateway_off' } });
    const proof = { order_id: 'order_1', payment_id: 'pay_1', signature: 'x' };
    expect((await desk.verify(customer, booking, proof)).status).toBe(409);
    expect((await desk.hook({ raw: '{}', signature: hmac('{}') })).status).toBe(400);
    expect((await checkOut('order_1', 'pay')).status).toBe(404);
    const marked = await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: driver.token,
      body: { payment_status: 'completed' },
    });
    expect(marked.body).toMatchObject({ payment_status: 'completed' });
  });
});
