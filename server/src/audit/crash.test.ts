import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { PayoutModel } from '../ledger/payouts.model';
import { PaymentModel } from '../payments/payments.model';
import { SimulatedPaymentModel } from '../payments/simulated.model';
import { RedemptionModel } from '../promos/redemptions.model';
import type { TestPerson } from '../testing/app';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { journalOf, type Proof } from '../testing/payments';
import { eventually } from '../testing/realtime';
import { audit } from './audit.service';

let crashable: CrashableServer;
let here: CrashableServer['here'];
let there: CrashableServer['there'];
let customer: TestPerson;
let driver: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  crashable = await openCrashableServer({ SIMULATED_GATEWAY_SECRET: 'only for tests', MAX_OPEN_REQUESTS: '1000' });
  ({ here, there } = crashable);
});
beforeEach(async () => {
  customer = await here.api.register('customer');
  driver = await here.api.registerDriver();
  admin = await here.api.register('admin');
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

/** Lets a server die at the failpoint during `last`, on the data that `prepare` creates in this process. */
async function dieAt<T>(
  failpoint: string,
  prepare: () => Promise<T>,
  last: (prepared: T) => Promise<unknown>,
): Promise<T> {
  const prepared = await prepare();
  await crashable.dies(failpoint, () => last(prepared));
  return prepared;
}

/** Completes the unfinished work in this process, this many seconds later; returns the findings of the audit. */
async function finished(seconds: number): Promise<string[]> {
  await crashable.finish(seconds * 1_000);
  return (await audit({ checks: 1 })).differences;
}

const quoted = async () => here.steps.quote(driver, await here.steps.ride(customer), 240);
const running = async () =>
  here.steps.drive(
    driver,
    await here.steps.booked(customer, driver, { price: 240, book: { promo_code: 'FIRST50' } }),
    'in_progress',
  );
async function paidOnline(): Promise<Booking> {
  const booking = await here.steps.booked(customer, driver, { price: 100, book: { payment_method: 'online' } });
  const order = await here.desk.order(customer, booking);
  const pay = await here.api.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  return (await here.desk.verify(customer, booking, pay.body)).body.booking;
}
const settle = (booking: Booking) =>
  there.api.request('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
const settleHere = ({ id }: Booking) =>
  here.api.request('PUT', `/admin/settlements/${id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });

describe('a server that dies', () => {
  test('between the promo code redemption and the booking claim: the reconciler releases the redemption after a minute', async () => {
    await dieAt('book.redeemed', quoted, (quote) => there.steps.book(customer, quote, { promo_code: 'FIRST50' }));
    expect(await RedemptionModel.countDocuments({ customer_id: customer.id, state: 'taken' })).toBe(1);
    expect(await finished(55)).toEqual([]);
    expect(await RedemptionModel.countDocuments({ customer_id: customer.id })).toBe(1);
    expect(await finished(61)).toEqual([]);
    expect(await RedemptionModel.countDocuments({ customer_id: customer.id })).toBe(0);
  }, 180_000);

  test('after the promo code redemption, before the customer repeats the call: the booking is created with one redemption', async () => {
    const body = (quote: { id: string }) => ({ quote_id: quote.id, payment_method: 'cash', promo_code: 'FIRST50' });
    const tap = (quote: { id: string }) =>
      there.api.request<Booking>('POST', '/bookings/create', {
        token: customer.token,
        body: body(quote),
        headers: { 'Idempotency-Key': 'tap' },
      });
    const quote = await dieAt('book.redeemed', quoted, tap);
    await crashable.start();
    expect(await tap(quote)).toMatchObject({ status: 201, body: { discount_amount: 120 } });
    expect(await finished(61)).toEqual([]);
    expect(await RedemptionModel.countDocuments({ customer_id: customer.id, state: 'taken' })).toBe(1);
  }, 180_000);

  test.each(['step.written', 'bookings.promo', 'bookings.settlement', 'bookings.journal'])(
    'at %s on completion: afterwards the audit finds no difference',
    async (failpoint) => {
      await dieAt(failpoint, running, (booking) => there.steps.step(driver, booking, 'completed'));
      expect(await finished(6)).toEqual([]);
    },
    180_000,
  );

  test('before it releases a redemption on cancellation: another process releases the redemption', async () => {
    await dieAt('bookings.request', running, (booking) => there.steps.cancel(driver, booking));
    expect(await finished(6)).toEqual([]);
    expect(await RedemptionModel.countDocuments({ customer_id: customer.id })).toBe(0);
  }, 180_000);

  test.each(['settlement.paid', 'settlements.journal'])(
    'at %s: the journal has the Mark Paid entry once',
    async (failpoint) => {
      const prepare = async () =>
        here.steps.confirm(driver, await here.steps.step(driver, await running(), 'completed'));
      const booking = await dieAt(failpoint, prepare, settle);
      expect(await finished(6)).toEqual([]);
      await crashable.start();
      expect((await settle(booking)).status).toBe(200);
      expect(await finished(6)).toEqual([]);
    },
    180_000,
  );

  /**
   * The next two tests use all of these failpoints if the variable `LONG` is set, otherwise only the first: each
   * failpoint needs a server that starts and dies.
   */
  const lines = ['step.written', 'bookings.settlement', 'bookings.refund', 'bookings.journal', 'refund.called'];
  const killed = process.env.LONG ? lines : lines.slice(0, 1);

  test.each(killed)(
    'at %s during the refund decision of a ride cancelled in progress: the gateway refunds the decided part once',
    async (failpoint) => {
      const cancelled = async () =>
        here.steps.cancel(customer, await here.steps.drive(driver, await paidOnline(), 'in_progress'));
      const decide = (amount: number) => (place: typeof here, booking: Booking) =>
        place.api.request('PUT', `/admin/refunds/${booking.id}`, {
          token: admin.token,
          body: { reference: 'UTR-1', amount },
        });
      const booking = await cancelled();
      const { exit } = await crashable.start(failpoint);
      await Promise.all([decide(40)(there, booking).catch(() => undefined), exit]);
      await crashable.finish(60_000);
      const isBack = async () =>
        (await here.steps.readBooking(customer, booking.id)).refund_status === 'refunded' &&
        (await PaymentModel.countDocuments({ booking_id: booking.id, state: 'refunded', refund_paise: 4_000 })) === 1;
      await eventually(isBack, 'it was not paid back', 10_000);
      expect(await finished(66)).toEqual([]);
      expect((await decide(50)(here, booking)).status).toBe(409);
      expect((await decide(40)(here, booking)).status).toBe(200);
      expect(await SimulatedPaymentModel.countDocuments({ refunded_paise: 4_000 })).toBe(1);
      await SimulatedPaymentModel.deleteMany({});
    },
    180_000,
  );

  test.each(killed)(
    'at %s while an admin refuses a ride: its payout is never listed and the payment is refunded',
    async (failpoint) => {
      const booking = await here.steps.drive(driver, await paidOnline(), 'in_progress');
      await here.steps.step(driver, booking, 'completed');
      await PayoutModel.deleteOne({ _id: booking.id });
      await BookingModel.updateOne({ _id: booking.id }, { $set: { review_status: 'pending' } });
      const { exit } = await crashable.start(failpoint);
      const refuse = there.api.request('PUT', `/admin/reviews/${booking.id}`, {
        token: admin.token,
        body: { decision: 'refused', note: 'Never driven' },
      });
      await Promise.all([refuse.catch(() => undefined), exit]);
      await crashable.finish(60_000);
      await eventually(
        async () => (await here.steps.readBooking(customer, booking.id)).refund_status === 'refunded',
        'it was not paid back',
        10_000,
      );
      expect(await finished(66)).toEqual([]);
      expect(await PayoutModel.countDocuments({ _id: booking.id })).toBe(0);
    },
    180_000,
  );

  test.each(['settlement.undone', 'settlements.journal', 'settlements.payout', 'settlements.emit'])(
    'at %s while Mark Paid is undone: the journal has the reversal once, and the settlement can be paid again',
    async (failpoint) => {
      const booking = await dieAt(
        failpoint,
        async () => {
          const one = await here.steps.drive(driver, await here.steps.booked(customer, driver), 'completed');
          await settleHere(one);
          return one;
        },
        (one) => there.api.request('POST', `/admin/settlements/${one.id}/undo`, { token: admin.token }),
      );
      expect(await finished(6)).toEqual([]);
      const { entries } = await journalOf(booking.id);
      expect(entries.filter((id) => id.startsWith('unsettle:'))).toEqual([`unsettle:${booking.id}`]);
      expect((await settleHere(booking)).body.settlement_status).toBe('paid');
      expect(await finished(12)).toEqual([]);
    },
    180_000,
  );

  test('at the end of a ride paid online, and again during its payout: the driver gets the share once', async () => {
    const booking = await dieAt(
      'bookings.journal',
      async () => here.steps.drive(driver, await paidOnline(), 'in_progress'),
      (one) => there.steps.step(driver, one, 'completed'),
    );
    expect(await finished(6)).toEqual([]);
    await crashable.dies('payout.paid', () =>
      there.api.request('PUT', `/admin/payouts/${booking.id}`, { token: admin.token, body: { reference: 'NEFT-1' } }),
    );
    expect(await finished(6)).toEqual([]);
  }, 180_000);
});
