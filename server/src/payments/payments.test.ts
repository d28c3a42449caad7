import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { cashier, journalOf } from '../testing/payments';
import { RazorpayStub, type StubPayment } from '../testing/razorpay-stub';
import { eventually } from '../testing/realtime';
import { stopwatch } from '../testing/stopwatch';
import { runJobs } from '../wiring/scheduler';
import { PaymentModel } from './payments.model';

const QUARTER_MS = 16 * 60_000;

let stub: RazorpayStub;
let app: TestApp;
let customer: TestPerson;
let driver: TestPerson;
let steps: ReturnType<typeof market>;
let desk: ReturnType<typeof cashier>;

beforeAll(async () => {
  stub = await RazorpayStub.open();
  app = await startTestApp({ settings: { ...stub.settings, MAX_OPEN_REQUESTS: '1000' } });
  steps = market(app);
  desk = cashier(app);
  customer = await app.register('customer');
  driver = await app.registerDriver();
});
afterEach(() => {
  stub.mood = 'well';
  stub.loseAnswers = 0;
  stub.uniqueReceipts = false;
  clock.setOffset(0);
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

const booked = (price = 240.5) => steps.booked(customer, driver, { price, book: { payment_method: 'online' } });
/** A booking with its order at the gateway. */
async function ordered(price?: number) {
  const booking = await booked(price);
  const answer = await desk.order(customer, booking);
  if (answer.status !== 201) throw new Error(`the order answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { booking, orderId: answer.body.order_id };
}
async function paid(price?: number) {
  const { booking, orderId } = await ordered(price);
  return { booking, orderId, payment: stub.pay(orderId) };
}
const now = (booking: Booking) => steps.readBooking(customer, booking.id);
const stateOf = async (payment: StubPayment) => (await PaymentModel.findById(payment.id).lean())?.state ?? null;
const alarmsRaised = async (kind: string) =>
  (await registry.getSingleMetric('payment_alarms_total')?.get())?.values.find(({ labels }) => labels.kind === kind)
    ?.value ?? 0;
const refundsOf = (payment: StubPayment) => stub.refunds.filter((refund) => refund.payment_id === payment.id).length;
const refunded = (payment: StubPayment) =>
  eventually(async () => (await stateOf(payment)) === 'refunded', `${payment.id} was not refunded`, 10_000);
/** Waits until a refund was requested from the gateway without success. */
const attempted = (payment: StubPayment) =>
  eventually(async () => ((await PaymentModel.findById(payment.id).lean())?.attempts ?? 0) > 0, 'no attempt', 10_000);
const verify = (booking: Booking, payment: StubPayment) => desk.verify(customer, booking, stub.proof(payment));
const hook = (payment: StubPayment, event?: string) => desk.hook(stub.webhook(payment, event));

describe('a payment order', () => {
  test('has the amount due, in paise, and is the same when requested again', async () => {
    const booking = await booked(240.5);
    const first = await desk.order(customer, booking);
    expect(first).toMatchObject({
      status: 201,
      body: { amount: 24_050, currency: 'INR', key_id: 'rzp_test_stub', order_id: expect.stringMatching(/^order_/) },
    });
    expect((await desk.order(customer, booking, { currency: null })).body).toEqual(first.body);
    expect(stub.orders.get(first.body.order_id)?.receipt).toBe(booking.id);
    const after = await now(booking);
    expect(after).toEqual(booking);
  });

  test('requested concurrently for one booking is made once', async () => {
    const booking = await booked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.order(customer, booking)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
    expect([...stub.orders.values()].filter(({ receipt }) => receipt === booking.id)).toHaveLength(1);
  });

  test('is refused for another amount or currency, for zero, for less than the minimum, and for strangers', async () => {
    const booking = await booked(100);
    for (const amount of [99.99, 100.01, 10_000, 0]) {
      expect(await desk.order(customer, booking, { amount })).toMatchObject({
        status: 409,
        body: { code: 'payments.amount_wrong' },
      });
    }
    for (const wrong of [{ amount: -100 }, { amount: 'a lot' }, { amount: 100.001 }, { currency: 'USD' }]) {
      expect((await desk.order(customer, booking, wrong)).status).toBe(400);
    }
    expect((await desk.order(await app.register('customer'), booking)).status).toBe(404);
    expect((await desk.order(driver, booking)).status).toBe(403);
    const free = await steps.booked(customer, driver, { price: 0 });
    expect((await desk.order(customer, free)).body).toMatchObject({ detail: 'Nothing to pay' });
    const small = await steps.booked(customer, driver, { price: 0.99 });
    expect(await desk.order(customer, small)).toMatchObject({ status: 409, body: { code: 'payments.too_small' } });
  });

  test('is possible for an accepted, running or completed booking; not when it is cancelled or paid', async () => {
    const booking = await booked();
    for (const status of ['accepted', 'in_progress', 'completed']) {
      await steps.step(driver, booking, status);
      expect((await desk.order(customer, booking)).status).toBe(201);
    }
    const dead = await booked();
    await steps.cancel(customer, dead);
    expect(await desk.order(customer, dead)).toMatchObject({ status: 409, body: { code: 'bookings.payment_not_now' } });
    const one = await paid();
    await verify(one.booking, one.payment);
    expect((await desk.order(customer, one.booking)).body).toMatchObject({ code: 'bookings.payment_not_pending' });
  });

  test.each(['down', 'nonsense', 'refusing'] as const)(
    'gets 503 while the gateway fails (mood: %s), and succeeds later',
    async (mood) => {
      const booking = await booked();
      stub.mood = mood;
      const warned = jest.spyOn(logger, 'warn').mockReturnValue();
      expect(await desk.order(customer, booking)).toMatchObject({
        status: 503,
        body: { code: 'payments.gateway_unavailable' },
      });
      expect(warned).toHaveBeenCalledWith({ reason: expect.stringMatching(/^its? /) }, 'the payment gateway failed');
      warned.mockRestore();
      stub.mood = 'well';
      expect((await desk.order(customer, booking)).status).toBe(201);
    },
  );

  test('is refused within five seconds while the gateway takes ten, and the driver can accept the booking meanwhile', async () => {
    const booking = await booked();
    stub.mood = 'slow';
    const [untilAccepted, untilRefused] = [stopwatch(), stopwatch()];
    const waiting = Promise.all([desk.order(customer, booking), desk.order(customer, booking)]);
    await steps.step(driver, booking, 'accepted');
    expect(untilAccepted()).toBeLessThan(4_000);
    for (const answer of await waiting) expect([409, 503]).toContain(answer.status);
    expect(untilRefused()).toBeLessThan(5_500);
  });

  test('whose answer was lost is found by its receipt, and no second one is made', async () => {
    const booking = await booked();
    stub.loseAnswers = 1;
    expect((await desk.order(customer, booking)).status).toBe(503);
    const { body } = await desk.order(customer, booking);
    const made = [...stub.orders.values()].filter(({ receipt }) => receipt === booking.id);
    expect(made.map(({ id }) => id)).toEqual([body.order_id]);
  });

  test('that the gateway refuses as a duplicate receipt is answered with the first order of that receipt', async () => {
    const booking = await booked();
    stub.uniqueReceipts = true;
    const { body } = await desk.order(customer, booking);
    await forgetOrder(booking);
    expect((await desk.order(customer, booking)).body.order_id).toBe(body.order_id);
  });

  test('that was paid, but not stored because its process died, pays the booking once the order is found', async () => {
    const booking = await booked();
    stub.loseAnswers = 1;
    await desk.order(customer, booking);
    const [left] = [...stub.orders.values()].filter(({ receipt }) => receipt === booking.id);
    stub.pay(left?.id ?? '');
    expect((await desk.order(customer, booking)).body).toMatchObject({ code: 'bookings.payment_not_pending' });
    expect(await now(booking)).toMatchObject({ payment_status: 'completed', payment_method: 'online' });
  });
});

describe('after the server clock was set back by 17 minutes', () => {
  const BACK_MS = -17 * 60_000;

  test('an order whose process died blocks the payment for fifteen seconds only', async () => {
    const booking = await booked();
    const dead = { state: 'creating', token: randomUUID(), at: new Date(), gateway: 'razorpay', id: null };
    await BookingModel.updateOne({ _id: booking.id }, { $set: { order: { ...dead, amount_paise: 24_050 } } });
    clock.setOffset(BACK_MS);
    await runJobs();
    expect((await bookings.byId(booking.id))?.order?.at).toEqual(dead.at);
    letPass(15_000);
    await runJobs();
    expect((await desk.order(customer, booking)).status).toBe(201);
  });

  test.each(['due immediately', 'failed before'])('a refund (%s) is made twenty seconds later', async (which) => {
    const { booking, payment } = await paid();
    await verify(booking, payment);
    stub.mood = 'down';
    await steps.cancel(customer, booking);
    await attempted(payment);
    if (which === 'due immediately') {
      await PaymentModel.updateOne({ _id: payment.id }, { $set: { attempts: 0, attempt_at: new Date() } });
    }
    stub.mood = 'well';
    clock.setOffset(BACK_MS);
    await runJobs();
    expect(await stateOf(payment)).toBe('refund_due');
    letPass(20_000);
    await runJobs();
    expect([await stateOf(payment), refundsOf(payment)]).toEqual(['refunded', 1]);
  });
});

describe('a payment', () => {
  test('verified by its signature pays the booking; repeated verification changes nothing', async () => {
    const { booking, payment } = await paid();
    const first = await verify(booking, payment);
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, booking: { payment_status: 'completed', payment_method: 'online', version: 2 } },
    });
    expect((await verify(booking, payment)).body).toEqual(first.body);
    expect(await journalOf(booking.id)).toEqual({
      entries: [`payment:${payment.id}`],
      left: { gateway: 24_050, customer: -24_050 },
    });
  });

  test.each([
    ['verify, webhook', ['v', 'c']],
    ['webhook, verify', ['c', 'v']],
    ['each three times and out of order', ['o', 'v', 'c', 'c', 'v', 'o', 'c', 'v', 'o']],
    ['webhooks alone', ['c', 'o']],
  ])('is credited once with the reports in the order: %s', async (_name, pushed) => {
    const { booking, payment } = await paid();
    const calls = { v: () => verify(booking, payment), c: () => hook(payment), o: () => hook(payment, 'order.paid') };
    for (const which of pushed) expect((await calls[which as keyof typeof calls]()).status).toBe(200);
    expect(await now(booking)).toMatchObject({ payment_status: 'completed', version: 2 });
    expect((await journalOf(booking.id)).entries).toEqual([`payment:${payment.id}`]);
  });

  test('is credited once when all reports arrive at the same time', async () => {
    const { booking, payment } = await paid();
    const calls = Array.from({ length: 8 }, () => [verify(booking, payment), hook(payment)]).flat();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    expect((await now(booking)).version).toBe(2);
    expect((await journalOf(booking.id)).entries).toEqual([`payment:${payment.id}`]);
  });

  test('is found after 15 minutes if its webhook is lost and the payer never returns', async () => {
    const { booking, payment } = await paid();
    await steps.step(driver, booking, 'accepted');
    await runJobs();
    expect((await now(booking)).payment_status).toBe('pending');
    clock.setOffset(QUARTER_MS);
    await runJobs();
    expect(await now(booking)).toMatchObject({ payment_status: 'completed' });
    expect((await bookings.byId(booking.id))?.order?.check_at).toBeUndefined();
    expect((await hook(payment)).status).toBe(200);
    expect((await journalOf(booking.id)).entries).toEqual([`payment:${payment.id}`]);
  });

  test('that is only authorized is captured, on verify and by the reconciler', async () => {
    const one = await ordered();
    await steps.step(driver, one.booking, 'accepted');
    const first = stub.pay(one.orderId, { status: 'authorized' });
    expect((await verify(one.booking, first)).status).toBe(200);
    const two = await ordered();
    await steps.step(driver, two.booking, 'accepted');
    const second = stub.pay(two.orderId, { status: 'authorized' });
    clock.setOffset(QUARTER_MS);
    await runJobs();
    expect((await now(two.booking)).payment_status).toBe('completed');
    expect([first.status, second.status]).toEqual(['captured', 'captured']);
  });

  test('that failed pays nothing; a later successful one pays', async () => {
    const { booking, orderId } = await ordered();
    const failed = stub.pay(orderId, { status: 'failed' });
    expect((await hook(failed, 'payment.failed')).status).toBe(200);
    expect(await verify(booking, failed)).toMatchObject({ status: 409, body: { code: 'payments.mismatch' } });
    expect((await now(booking)).payment_status).toBe('pending');
    expect((await verify(booking, stub.pay(orderId))).status).toBe(200);
  });

  test('that is verified while the gateway is unavailable gets 503, and is found by the next reconciliation', async () => {
    const { booking, payment } = await paid();
    stub.mood = 'down';
    expect(await verify(booking, payment)).toMatchObject({
      status: 503,
      body: { code: 'payments.gateway_unavailable' },
    });
    await runJobs();
    expect((await now(booking)).payment_status).toBe('pending');
    stub.mood = 'well';
    clock.setOffset(61_000);
    await runJobs();
    expect((await now(booking)).payment_status).toBe('completed');
  });
});

describe('mismatched payments:', () => {
  test('the simulated checkout does not exist with a real gateway', async () => {
    const { orderId } = await ordered();
    const call = { token: customer.token, body: { outcome: 'pay' } };
    expect((await app.request('POST', `/payment/simulated/${orderId}`, call)).status).toBe(404);
  });

  test('a payment of another amount or currency pays nothing and is kept for a review', async () => {
    for (const wrong of [{ amount: 1 }, { amount: 24_051 }, { currency: 'USD' }]) {
      const { booking, orderId } = await ordered();
      const payment = stub.pay(orderId, wrong);
      expect((await hook(payment)).status).toBe(200);
      expect(await verify(booking, payment)).toMatchObject({ status: 409, body: { code: 'payments.mismatch' } });
      expect(await stateOf(payment)).toBe('mismatch');
      expect((await now(booking)).payment_status).toBe('pending');
      expect((await journalOf(booking.id)).entries).toEqual([]);
    }
  });

  test('a webhook whose amount differs from that of the gateway pays nothing', async () => {
    const { booking, payment } = await paid();
    await hook({ ...payment, amount: 100 });
    expect((await now(booking)).payment_status).toBe('pending');
  });

  test('an order, payment or signature of another booking is refused', async () => {
    const [one, two] = [await paid(), await paid()];
    const [mine, other] = [stub.proof(one.payment), stub.proof(two.payment)];
    for (const proof of [other, { ...mine, order_id: other.order_id }, { ...mine, payment_id: other.payment_id }]) {
      expect(await desk.verify(customer, one.booking, proof)).toMatchObject({
        status: 400,
        body: { detail: 'Payment verification failed. Please contact support.' },
      });
    }
    expect((await desk.verify(await app.register('customer'), one.booking, mine)).status).toBe(404);
    expect((await now(one.booking)).payment_status).toBe('pending');
    expect(await stateOf(one.payment)).toBeNull();
  });

  test('a webhook with one changed byte, or with a wrong or missing signature, is refused', async () => {
    const { booking, payment } = await paid();
    const { raw, signature } = stub.webhook(payment);
    const wrong = [
      { raw: raw.replace('INR', 'INr'), signature },
      { raw: `${raw} `, signature },
      { raw: JSON.stringify(JSON.parse(raw), null, 1), signature },
      { raw, signature: signature.toUpperCase() },
      { raw, signature: signature.slice(1) },
      { raw, signature: stub.proof(payment).signature },
      { raw, signature: '' },
      { raw, signature: null },
      { raw: '', signature },
    ];
    for (const one of wrong) expect((await desk.hook(one)).status).toBe(400);
    expect((await now(booking)).payment_status).toBe('pending');
  });

  test('a webhook with unknown content is answered; a payment for an unknown order is parked', async () => {
    for (const raw of [
      '[]',
      'null',
      'not json',
      '{"event":"payment.captured"}',
      '{"event":"payment.dispute.created"}',
    ]) {
      expect((await desk.hook(stub.signed(raw))).status).toBe(200);
    }
    const foreign = { ...stub.pay('order_of_another_shop'), amount: 500 };
    expect((await hook(foreign)).status).toBe(200);
    await runJobs();
    expect(await PaymentModel.findById(foreign.id).lean()).toMatchObject({ state: 'parked', booking_id: null });
  });

  test('a payment for an order that was not stored finds its booking by the receipt', async () => {
    const { booking, payment } = await paid();
    await forgetOrder(booking);
    expect((await hook(payment)).status).toBe(200);
    expect(await stateOf(payment)).toBe('parked');
    await runJobs();
    expect(await stateOf(payment)).toBe('captured');
    expect((await now(booking)).payment_status).toBe('completed');
  });

  test('a payment of another amount for an order that was not stored pays nothing and raises an alarm', async () => {
    const before = await alarmsRaised('mismatch');
    const { booking, payment } = await paid();
    await forgetOrder(booking);
    payment.amount -= 1;
    await hook(payment);
    await runJobs();
    expect([await stateOf(payment), (await now(booking)).payment_status]).toEqual(['mismatch', 'pending']);
    expect(await alarmsRaised('mismatch')).toBe(before + 1);
  });
});

/** Simulates a process that died after the gateway had created the order. */
async function forgetOrder(booking: Booking): Promise<void> {
  await BookingModel.updateOne({ _id: booking.id }, { $set: { order: null } });
}

describe('a refund', () => {
  test.each(['cancelled', 'rejected'])('of a paid booking that is %s is made by the gateway, once', async (end) => {
    const { booking, payment } = await paid();
    await verify(booking, payment);
    const ended = end === 'cancelled' ? await steps.cancel(customer, booking) : await steps.step(driver, booking, end);
    expect(ended).toMatchObject({ status: end, payment_status: 'completed' });
    await refunded(payment);
    await runJobs();
    expect(await now(booking)).toMatchObject({ refund_status: 'refunded', status: end });
    expect(refundsOf(payment)).toBe(1);
    expect(await journalOf(booking.id)).toEqual({
      entries: [`payment:${payment.id}`, `refund:${payment.id}`],
      left: { gateway: 0, customer: 0 },
    });
  });

  test('is made for a capture that comes after the booking was cancelled', async () => {
    const { booking, payment } = await paid();
    await steps.cancel(customer, booking);
    expect((await hook(payment)).status).toBe(200);
    expect(await verify(booking, payment)).toMatchObject({ status: 409, body: { code: 'payments.late' } });
    await refunded(payment);
    expect(await now(booking)).toMatchObject({ status: 'cancelled', payment_status: 'pending', refund_status: null });
    expect([refundsOf(payment), (await journalOf(booking.id)).left]).toEqual([1, { gateway: 0, customer: 0 }]);
  });

  test('is made for the second payment when two tabs pay at the same time', async () => {
    const { booking, orderId } = await ordered();
    const tabs = [stub.pay(orderId), stub.pay(orderId)];
    const answers = await Promise.all(tabs.map((payment) => verify(booking, payment)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const surplus = tabs[answers.findIndex(({ status }) => status === 409)];
    if (!surplus) throw new Error('none was refused');
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'payments.paid_already' });
    await refunded(surplus);
    expect(stub.refunds.filter(({ payment_id }) => tabs.some(({ id }) => id === payment_id))).toHaveLength(1);
    expect(await journalOf(booking.id)).toMatchObject({ left: { gateway: 24_050, customer: -24_050 } });
    expect(await now(booking)).toMatchObject({ payment_status: 'completed', refund_status: null });
  });

  test('is made for a payment that comes after the booking was marked as paid directly', async () => {
    const { booking, payment } = await paid();
    await app.request('POST', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_method: 'upi' },
    });
    const marked = await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: driver.token,
      body: { payment_status: 'completed' },
    });
    expect(marked.status).toBe(200);
    expect((await bookings.byId(booking.id))?.order?.state).toBe('cancelled');
    expect((await verify(booking, payment)).status).toBe(409);
    await refunded(payment);
    expect(await now(booking)).toMatchObject({ payment_method: 'upi', payment_status: 'completed' });
  });

  test('is not changed by repeated reports of the payment', async () => {
    const { booking, payment } = await paid();
    const [webhook, proof] = [stub.webhook(payment), stub.proof(payment)];
    await desk.hook(webhook);
    await steps.cancel(customer, booking);
    await refunded(payment);
    const before = await now(booking);
    for (let again = 0; again < 3; again++) {
      expect((await desk.hook(webhook)).status).toBe(200);
      expect((await desk.verify(customer, booking, proof)).body.booking).toEqual(before);
    }
    clock.setOffset(QUARTER_MS);
    await runJobs();
    expect((await now(booking)).version).toBe(before.version);
    expect([await stateOf(payment), refundsOf(payment)]).toEqual(['refunded', 1]);
  });

  test.each(['down', 'nonsense', 'refusing'] as const)(
    'waits while the gateway fails (mood: %s), and is made once the gateway answers again',
    async (mood) => {
      const { booking, payment } = await paid();
      await verify(booking, payment);
      stub.mood = mood;
      expect(await steps.cancel(customer, booking)).toMatchObject({ status: 'cancelled', refund_status: 'due' });
      await attempted(payment);
      expect((await now(booking)).refund_status).toBe('due');
      stub.mood = 'well';
      clock.setOffset(60_000);
      await runJobs();
      expect((await now(booking)).refund_status).toBe('refunded');
      expect(refundsOf(payment)).toBe(1);
    },
  );

  test('that fails repeatedly raises an alarm, and is paid once the gateway answers again', async () => {
    const before = await alarmsRaised('refund');
    const { booking, payment } = await paid();
    await verify(booking, payment);
    stub.mood = 'down';
    await steps.cancel(customer, booking);
    await attempted(payment);
    for (let hour = 1; hour <= 6; hour++) {
      clock.setOffset(hour * 61 * 60_000);
      await runJobs();
    }
    expect(await alarmsRaised('refund')).toBeGreaterThan(before);
    stub.mood = 'well';
    clock.setOffset(8 * 61 * 60_000);
    await runJobs();
    expect([await stateOf(payment), refundsOf(payment)]).toEqual(['refunded', 1]);
  });

  test('whose answer was lost is not paid a second time', async () => {
    const { booking, payment } = await paid();
    await verify(booking, payment);
    stub.loseAnswers = 1;
    await steps.cancel(customer, booking);
    await attempted(payment);
    clock.setOffset(60_000);
    await runJobs();
    expect([await stateOf(payment), refundsOf(payment)]).toEqual(['refunded', 1]);
  });

  test('made by hand in the dashboard of the gateway counts as made', async () => {
    const { booking, payment } = await paid();
    await verify(booking, payment);
    payment.status = 'refunded';
    await steps.cancel(customer, booking);
    await refunded(payment);
    expect((await now(booking)).refund_status).toBe('refunded');
  });

  test('of a direct payment is recorded by an admin, with its reference', async () => {
    const admin = await app.register('admin');
    const mark = (booking: Booking, person = admin, reference: string | null = 'UPI-77') =>
      app.request<Booking>('PUT', `/admin/refunds/${booking.id}`, { token: person.token, body: { reference } });
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'phonepe' } });
    expect(await mark(booking)).toMatchObject({ status: 409, body: { code: 'payments.no_refund_due' } });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    await steps.cancel(customer, booking);
    expect(await mark(booking)).toMatchObject({ status: 409, body: { code: 'payments.not_confirmed' } });
    await steps.confirm(driver, booking);
    const due = async () => {
      const { body } = await app.request<Booking[]>('GET', '/admin/refunds', { token: admin.token });
      return body.map(({ id }) => id);
    };
    expect(await due()).toContain(booking.id);
    expect((await app.request('GET', '/admin/refunds', { token: driver.token })).status).toBe(403);
    expect((await mark(booking, driver)).status).toBe(403);
    for (const none of [' ', null]) expect((await mark(booking, admin, none)).status).toBe(400);
    const first = await mark(booking);
    expect(first).toMatchObject({ status: 200, body: { refund_status: 'refunded' } });
    expect((await mark(booking, admin, 'UPI-78')).body).toEqual(first.body);
    expect(await due()).not.toContain(booking.id);
    expect((await bookings.byId(booking.id))?.refund_reference).toBe('UPI-77');
    const through = await paid();
    await verify(through.booking, through.payment);
    stub.mood = 'down';
    await steps.cancel(customer, through.booking);
    expect(await mark(through.booking)).toMatchObject({ status: 409, body: { code: 'payments.refund_by_gateway' } });
  });
});
