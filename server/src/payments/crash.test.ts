import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { JournalModel } from '../ledger/journal.model';
import type { TestPerson } from '../testing/app';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { journalOf } from '../testing/payments';
import { RazorpayStub, type StubPayment } from '../testing/razorpay-stub';
import { eventually } from '../testing/realtime';
import { runJobs } from '../wiring/scheduler';
import { PaymentModel } from './payments.model';

/** The number of payments: `PAYMENTS`, 30 by default. The server dies once in each batch of twenty. */
const PAYMENTS = Number(process.env.PAYMENTS ?? 30);
const BATCH = 20;

let stub: RazorpayStub;
let crashable: CrashableServer;
let customer: TestPerson;
let driver: TestPerson;
/** A test prepares its payment on the server `here`; the tested calls go to `there`, which may die. */
let here: CrashableServer['here'];
let there: CrashableServer['there'];

beforeAll(async () => {
  stub = await RazorpayStub.open();
  crashable = await openCrashableServer({
    ...stub.settings,
    MAX_OPEN_REQUESTS: '10000',
    BOOKING_ANSWER_TTL_MIN: '1000',
  });
  ({ here, there } = crashable);
  customer = await here.api.register('customer');
  driver = await here.api.registerDriver();
});
afterEach(() => crashable.rest());
afterAll(async () => {
  await crashable.close();
  await stub.close();
});

const booked = (price = 100) => here.steps.booked(customer, driver, { price, book: { payment_method: 'online' } });
async function paid(price?: number) {
  const booking = await booked(price);
  const { body } = await here.desk.order(customer, booking);
  return { booking, payment: stub.pay(body.order_id) };
}
const now = (booking: Booking) => here.steps.readBooking(customer, booking.id);

describe('a server that dies during a payment', () => {
  test.each([
    'capture.inserted',
    'step.written',
    'bookings.refund',
    'bookings.emit',
    'payments.credit',
    'payments.journal',
  ])(
    'at %s: the payment is credited once, even if it is not reported again',
    async (failpoint) => {
      const { booking, payment } = await paid();
      await crashable.dies(failpoint, () => there.desk.verify(customer, booking, stub.proof(payment)));
      await crashable.finish(60_000);
      expect(await now(booking)).toMatchObject({ payment_status: 'completed', payment_method: 'online', version: 2 });
      expect((await journalOf(booking.id)).entries).toEqual([`payment:${payment.id}`]);
      expect((await here.desk.verify(customer, booking, stub.proof(payment))).status).toBe(200);
      expect((await PaymentModel.findById(payment.id).lean())?.follow_up).toBeUndefined();
    },
    180_000,
  );

  test('at order.asked: the next request gets the order that the gateway has created', async () => {
    const booking = await booked();
    await crashable.dies('order.asked', () => there.desk.order(customer, booking));
    clock.setOffset(16_000);
    const { body } = await here.desk.order(customer, booking);
    const made = [...stub.orders.values()].filter(({ receipt }) => receipt === booking.id);
    expect(made.map(({ id }) => id)).toEqual([body.order_id]);
  }, 180_000);
});

describe('a server that dies during a refund', () => {
  test.each(['bookings.refund', 'refund.called', 'refund.recorded', 'refund.booked'])(
    'at %s: the refund is paid once',
    async (failpoint) => {
      const { booking, payment } = await paid();
      await here.desk.verify(customer, booking, stub.proof(payment));
      const { exit } = await crashable.start(failpoint);
      const cancel = there.steps.cancel(customer, booking);
      await Promise.all([cancel.catch(() => undefined), exit]);
      await crashable.finish(60_000);
      const isRefunded = async () => (await PaymentModel.findById(payment.id).lean())?.state === 'refunded';
      await eventually(isRefunded, 'it was not paid back', 10_000);
      expect(await now(booking)).toMatchObject({ status: 'cancelled', refund_status: 'refunded' });
      expect(stub.refunds.filter((refund) => refund.payment_id === payment.id)).toHaveLength(1);
      expect(await journalOf(booking.id)).toEqual({
        entries: [`payment:${payment.id}`, `refund:${payment.id}`],
        left: { gateway: 0, customer: 0 },
      });
    },
    180_000,
  );
});

/** A payment at the gateway with every report of it, in order of sending. */
interface Story {
  booking: Booking;
  payments: StubPayment[];
  reports: (() => Promise<number>)[];
  late: boolean;
}

const killers = ['capture.inserted', 'step.written', 'payments.credit', 'payments.journal', 'bookings.emit'];

test(
  `each of ${PAYMENTS} payments is credited once while the server is killed and the reports are repeated, out of order, late or missing`,
  async () => {
    await JournalModel.deleteMany({});
    await PaymentModel.deleteMany({});
    await BookingModel.updateMany({}, { $unset: { 'order.check_at': 1 } });
    const before = stub.refunds.length;
    const stories: Story[] = [];
    for (let n = 0; n < PAYMENTS; n += BATCH) {
      const batch = await Promise.all(Array.from({ length: Math.min(BATCH, PAYMENTS - n) }, (_, m) => story(n + m)));
      stories.push(...batch);
      const { exit } = await crashable.start(killers[(n / BATCH) % killers.length]);
      const restarted = exit.then(() => crashable.start());
      await Promise.all(batch.filter(({ late }) => !late).map(({ reports }) => inTurn(reports)));
      await restarted;
      await crashable.kill();
    }
    await crashable.start();
    for (const { reports } of stories.filter(({ late }) => late)) await inTurn(reports);
    await crashable.kill();
    clock.setOffset(20 * 60_000);
    await eventually(settled, 'something is left to be done', 60_000);
    await compare(stories, stub.refunds.length - before);
  },
  120_000 + PAYMENTS * 1_500,
);

/** One payment in twenty is reported late, one is never reported, and one order in twenty is paid twice. */
async function story(n: number): Promise<Story> {
  const { booking, payment } = await paid((10_000 + n) / 100);
  const payments = n % 20 === 7 ? [payment, stub.pay(payment.order_id)] : [payment];
  const reports = payments.flatMap((one) => [
    ...[1, 2, 3].map(() => async () => (await there.desk.hook(stub.webhook(one))).status),
    async () => (await there.desk.hook(stub.webhook(one, 'order.paid'))).status,
    ...[1, 2].map(() => async () => (await there.desk.verify(customer, booking, stub.proof(one))).status),
  ]);
  return { booking, payments, reports: n % 20 === 13 ? [] : shuffled(reports), late: n % 20 === 3 };
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/**
 * Sends the reports one after the other, each until it is answered, because gateways and people retry. The answer to a
 * second payment is 409.
 */
async function inTurn(reports: Story['reports']): Promise<void> {
  for (const once of reports) {
    const until = Date.now() + 60_000;
    for (;;) {
      const status = await once().catch(() => null);
      if (status === 200 || status === 409) break;
      if (Date.now() > until) throw new Error(`the call was still answered with ${status} after a minute`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function settled(): Promise<boolean> {
  await runJobs();
  const open = [
    PaymentModel.countDocuments({ $or: [{ follow_up: { $exists: true } }, { attempt_at: { $exists: true } }] }),
    BookingModel.countDocuments({ follow_up: { $exists: true } }),
    BookingModel.countDocuments({ 'order.check_at': { $lte: clock.now() } }),
  ];
  return (await Promise.all(open)).every((count) => count === 0);
}

async function compare(stories: Story[], refunds: number): Promise<void> {
  const surplus = stories.filter(({ payments }) => payments.length === 2).length;
  const due = stories.reduce((sum, { booking }) => sum + Math.round(booking.final_price * 100), 0);
  const stored = await BookingModel.find({ _id: { $in: stories.map(({ booking }) => booking.id) } }).lean();
  const credited = stored.filter((one) => one.payment_status === 'completed' && one.payment_method === 'online');
  expect(new Set(credited.map((one) => one.payment_id)).size).toBe(stories.length);
  expect(await PaymentModel.countDocuments({ state: 'captured' })).toBe(stories.length);
  expect([await PaymentModel.countDocuments({ state: 'refunded' }), refunds]).toEqual([surplus, surplus]);

  const entries = await JournalModel.find({ _id: /^(payment|refund):/ }).lean();
  const of = (kind: string) => entries.filter(({ _id }) => _id.startsWith(kind)).length;
  expect([of('payment:') - of('refund:'), of('refund:')]).toEqual([stories.length, surplus]);
  const lines = entries.flatMap((entry) => entry.lines);
  expect(lines.reduce((sum, line) => sum + line.amount_paise, 0)).toBe(0);
  const gateway = lines.filter((line) => line.account === 'gateway');
  expect(gateway.reduce((sum, line) => sum + line.amount_paise, 0)).toBe(due);
}
