import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Payout } from '@boli/shared/ledger/ledger.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { BookingModel } from '../bookings/bookings.model';
import { JournalModel } from '../ledger/journal.model';
import { PayoutModel } from '../ledger/payouts.model';
import { PaymentModel } from '../payments/payments.model';
import { seedPromos } from '../promos/promos.service';
import { RedemptionModel } from '../promos/redemptions.model';
import { root } from '../root';
import { SettlementModel } from '../settlements/settlements.model';
import { market } from '../testing/market';
import { cashier, journalOf, type Proof } from '../testing/payments';
import { race, tally } from '../testing/races';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { audit } from './audit.service';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000', SIMULATED_GATEWAY_SECRET: 'only for tests' } });
const steps = market(app);
const desk = cashier(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

beforeAll(async () => {
  await seedPromos();
});
afterEach(async () => {
  // The audit finds no difference after any of these tests.
  expect((await audit({ checks: 3, pauseMs: 200 })).differences).toEqual([]);
});

const booked = (price: number, book: object = {}) => steps.booked(customer, driver, { price, book });
const completed = async (booking: Booking) => steps.drive(driver, booking, 'completed');
async function payOnline(booking: Booking): Promise<Booking> {
  const order = await desk.order(customer, booking);
  const { body: proof } = await app.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  const { body } = await desk.verify(customer, booking, proof);
  expect(body.booking.payment_status).toBe('completed');
  return body.booking;
}
const settle = (booking: Booking, reference = 'BANK-1') =>
  app.request<Settlement>('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: reference },
  });
const settlement = async (booking: Booking) => SettlementModel.findById(booking.id).lean();
const payouts = async () => (await app.request<Payout[]>('GET', '/admin/payouts', { token: admin.token })).body;
const payout = async (booking: Booking) => (await payouts()).find((one) => one.booking_id === booking.id);
const payOut = (id: string, reference = 'NEFT-1') =>
  app.request<Payout>('PUT', `/admin/payouts/${id}`, { token: admin.token, body: { reference } });

describe('a ride paid through the gateway', () => {
  test("before its end: the settlement is paid too, and the driver's share is paid out once", async () => {
    const booking = await completed(
      await payOnline(await booked(240, { payment_method: 'online', promo_code: 'SAVE100' })),
    );
    expect(await settlement(booking)).toMatchObject({ settlement_status: 'paid', payment_method: 'gateway' });
    expect(await payout(booking)).toMatchObject({
      id: booking.id,
      amount: 216,
      payout_status: 'owed',
      reference: null,
    });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => payOut(booking.id, `NEFT-${n}`)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await journalOf(booking.id)).toMatchObject({
      left: { customer: 0, driver: 0, platform: -2_400, promo: 10_000, gateway: 14_000, bank: -21_600 },
    });
  });

  test('after its end: the payment settles the pending settlement', async () => {
    const booking = await completed(await booked(100, { payment_method: 'online' }));
    expect(await settlement(booking)).toMatchObject({ settlement_status: 'pending' });
    expect(await payout(booking)).toBeUndefined();
    const { payment_method, payment_status } = await payOnline(booking);
    expect([payment_method, payment_status]).toEqual(['online', 'completed']);
    const paid = await settlement(booking);
    expect(paid).toMatchObject({ settlement_status: 'paid', payment_method: 'gateway' });
    expect(paid?.payment_reference).toMatch(/^pay_/);
    expect((await payout(booking))?.amount).toBe(90);
    expect((await settle(booking)).body).toMatchObject({ payment_method: 'gateway' });
  });

  test('after its fee was paid by bank: the payout is the whole price', async () => {
    const booking = await completed(await booked(240, { payment_method: 'online', promo_code: null }));
    await settle(booking);
    await payOnline(booking);
    expect(await settlement(booking)).toMatchObject({ payment_method: 'bank_transfer' });
    expect((await payout(booking))?.amount).toBe(240);
    await payOut(booking.id);
    expect((await journalOf(booking.id)).left).toMatchObject({ customer: 0, driver: 0 });
  });

  test('while an admin settles its fee by bank: the driver gets the correct amount in either order', async () => {
    for (let round = 0; round < 5; round++) {
      const booking = await completed(await booked(100, { payment_method: 'online' }));
      await race(
        {
          pay: async () => ({ ...(await settle(booking)), body: await payOnline(booking) }),
          settle: () => settle(booking),
        },
        1,
      );
      const byBank = (await settlement(booking))?.payment_method === 'bank_transfer';
      expect((await payout(booking))?.amount).toBe(byBank ? 100 : 90);
    }
  });
});

describe('undoing Mark Paid', () => {
  const undo = ({ id }: Booking) => app.request('POST', `/admin/settlements/${id}/undo`, { token: admin.token });

  test('at the same moment as a payment, a second Mark Paid and a payout leaves no difference in the ledger', async () => {
    for (let round = 0; round < 5; round++) {
      const booking = await completed(await booked(100, { payment_method: 'online' }));
      await settle(booking);
      await race(
        {
          pay: async () => ({ ...(await settle(booking)), body: await payOnline(booking) }),
          undo: () => undo(booking),
          settle: () => settle(booking, 'BANK-2'),
          payOut: () => payOut(booking.id),
        },
        1,
      );
      expect((await audit({ checks: 10, pauseMs: 200 })).differences).toEqual([]);
    }
  }, 60_000);
});

describe('a ride paid directly to the driver', () => {
  test('in cash: the driver owes the fee, and Mark Paid records the payment of the fee in the journal', async () => {
    const booking = await completed(await booked(300, { promo_code: null }));
    expect((await journalOf(booking.id)).left).toMatchObject({ customer: 0, driver: 3_000, platform: -3_000 });
    await settle(booking);
    expect((await journalOf(booking.id)).left).toMatchObject({ driver: 0, bank: 3_000 });
    expect(await payout(booking)).toBeUndefined();
  });

  test('with a discount larger than the fee: Mark Paid, possible once the payment is confirmed, pays the driver the difference', async () => {
    const person = await app.register('customer');
    const own = await steps.booked(person, driver, { price: 240, book: { promo_code: 'SAVE100' } });
    await completed(own);
    expect(await settle(own)).toMatchObject({ status: 409, body: { code: 'settlements.not_confirmed' } });
    await steps.confirm(driver, own);
    expect((await settle(own)).body).toMatchObject({ platform_fee: 24, discount_credit: 100, net_due: -76 });
    expect((await journalOf(own.id)).left).toEqual({
      customer: 0,
      driver: 0,
      platform: -2_400,
      promo: 10_000,
      bank: -7_600,
    });
  });

  test('by UPI, marked as received by the driver and then cancelled: the driver owes the customer the refund', async () => {
    const booking = await booked(100, { payment_method: 'phonepe' });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: driver.token,
      body: { payment_status: 'completed' },
    });
    await steps.cancel(customer, booking);
    expect((await journalOf(booking.id)).left).toEqual({ customer: -10_000, driver: 10_000 });
    const back = () =>
      app.request('PUT', `/admin/refunds/${booking.id}`, { token: admin.token, body: { reference: 'UPI-1' } });
    expect([(await back()).status, (await back()).status]).toEqual([200, 200]);
    expect((await journalOf(booking.id)).left).toEqual({ customer: 0, driver: 0 });
  });

  test('with a fee of zero: once the payment is confirmed, the discount that the platform owes is a payout', async () => {
    const body = { code: 'PENNY', discount_type: 'fixed', discount_value: 0.02 };
    await app.request('POST', '/admin/promos', { token: admin.token, body });
    const booking = await completed(await booked(0.04, { promo_code: 'PENNY' }));
    expect(await settlement(booking)).toMatchObject({ settlement_status: 'paid', payment_method: null });
    expect(await payout(booking)).toBeUndefined();
    await steps.confirm(driver, booking);
    expect((await payout(booking))?.amount).toBe(0.02);
  });
});

test('recording a payout needs an admin, an existing payout and a reference; Mark Paid refuses the method `gateway`', async () => {
  const booking = await completed(await payOnline(await booked(50, { payment_method: 'online' })));
  expect(
    (await app.request('PUT', `/admin/payouts/${booking.id}`, { token: driver.token, body: { reference: 'x' } }))
      .status,
  ).toBe(403);
  expect((await payOut(customer.id)).status).toBe(404);
  expect((await payOut(booking.id, ' ')).status).toBe(400);
  const cash = await completed(await booked(50));
  const body = { settlement_status: 'paid', payment_method: 'gateway', payment_reference: 'x' };
  expect((await app.request('PUT', `/admin/settlements/${cash.id}`, { token: admin.token, body })).status).toBe(400);
});

describe('the audit', () => {
  /** Breaks a document in the database, returns the audit's findings, and repairs the document. */
  async function found(break_: () => Promise<() => Promise<unknown>>): Promise<string> {
    const mend = await break_();
    const { differences } = await audit({ checks: 1 });
    await mend();
    return differences.join('\n');
  }
  const replaced = async <D extends { _id: string }>(model: mongoose.Model<D>, id: string, change: object) => {
    const collection = mongoose.connection.collection<{ _id: string }>(model.collection.name);
    const before = await model.findById(id).lean();
    await model.updateOne({ _id: id }, { $set: change });
    return () => collection.replaceOne({ _id: id }, before ?? {}, { upsert: true });
  };
  const removed = async <D extends { _id: string }>(model: mongoose.Model<D>, id: string) => {
    const restore = await replaced(model, id, {});
    await model.deleteOne({ _id: id });
    return restore;
  };

  const takenRedemption = async () => {
    const person = await app.register('customer');
    const promo = await steps.booked(person, driver, { price: 240, book: { promo_code: 'FIRST50' } });
    return (await RedemptionModel.findOne({ booking_id: promo.id }).lean())?._id ?? '';
  };

  test('finds every kind of difference and names its booking', async () => {
    const online = await completed(await payOnline(await booked(100, { payment_method: 'online' })));
    const cash = await completed(await booked(100));
    const { id } = cash;
    const cases: [() => Promise<() => Promise<unknown>>, RegExp][] = [
      [() => removed(JournalModel, `ride:${id}`), new RegExp(`booking ${id}: the journal has no ride:${id}`)],
      [() => removed(JournalModel, `paid:${id}`), /the journal has no paid:/],
      [
        () => replaced(JournalModel, `paid:${id}`, { 'lines.0.amount_paise': 9_999 }),
        /does not add up: -1 paise are left/,
      ],
      [() => replaced(JournalModel, `ride:${id}`, { 'lines.0.party_id': 'somebody else' }), /it should be .*customer/],
      [
        () => replaced(JournalModel, `ride:${id}`, { booking_id: customer.id }),
        /the journal entry ride:.* belongs to no booking/,
      ],
      [() => replaced(BookingModel, id, { final_price_paise: 9_999 }), /not split as the rules say/],
      [() => replaced(BookingModel, id, { payment_status: 'pending' }), /for which there is no reason/],
      [() => replaced(BookingModel, id, { follow_up: new Date(0) }), /consequences of its last change/],
      [() => removed(SettlementModel, id), /has no settlement/],
      [() => replaced(SettlementModel, id, { net_due_paise: 1 }), /other amounts/],
      [
        () => replaced(SettlementModel, id, { settlement_status: 'paid', payment_method: 'x' }),
        /the journal has no settle:/,
      ],
      [() => removed(PayoutModel, online.id), /9000 paise are owed to the driver, 0 are listed/],
      [() => replaced(PayoutModel, online.id, { amount_paise: 9_001 }), /9001 are listed/],
      [() => replaced(SettlementModel, online.id, { settlement_status: 'pending' }), /the settlement is pending/],
      [async () => removed(RedemptionModel, await takenRedemption()), /no use of FIRST50 is taken/],
    ];
    for (const [break_, expected] of cases) expect(await found(break_)).toMatch(expected);
    const stray = { _id: 'paid:extra', booking_id: id, at: new Date(), lines: [] };
    expect(
      await found(async () => {
        await JournalModel.collection.insertOne(stray as never);
        return () => JournalModel.deleteOne({ _id: 'paid:extra' });
      }),
    ).toMatch(/paid:extra, for which there is no reason/);
  });

  test('finds payments and promo code redemptions of unknown bookings, and counts the parked payments', async () => {
    const online = await completed(await payOnline(await booked(100, { payment_method: 'online' })));
    const payment = (await PaymentModel.findOne({ booking_id: online.id }).lean())?._id ?? '';
    const lost = { booking_id: driver.id };
    expect(await found(() => replaced(PaymentModel, payment, lost))).toMatch(/the payment .* belongs to no booking/);
    const redemption = await takenRedemption();
    expect(await found(() => replaced(RedemptionModel, redemption, lost))).toMatch(
      /the use of a promo code .* belongs to no/,
    );
    // A separate payment is parked, because the gateway's late webhook would assign the real one to its booking again.
    const parked = { _id: 'pay_parked', order_id: 'order_unknown', state: 'parked' as const, booking_id: null };
    const paid = await PaymentModel.findById(payment).lean();
    if (!paid) throw new Error('the payment is not stored');
    await PaymentModel.create({ ...paid, ...parked });
    expect((await audit({ checks: 1 })).unclaimed).toBe(1);
    await PaymentModel.deleteOne({ _id: parked._id });
    expect((await audit({ checks: 1 })).unclaimed).toBe(0);
  });

  test('as a command exits with 0 if it finds no difference; otherwise prints the differences and exits with 1', async () => {
    const { id } = await completed(await booked(70));
    const run = () =>
      new Promise<{ code: unknown; text: string }>((resolve) => {
        const address = new URL(process.env.TEST_MONGODB_URI ?? '');
        address.pathname = `/${mongoose.connection.name}`;
        const { PATH = '', HOME = '' } = process.env;
        const env = { PATH, HOME, MONGODB_URI: address.toString() };
        execFile(process.execPath, [join(root, 'scripts', 'ledger-check.mjs')], { cwd: root, env }, (error, stdout) =>
          resolve({ code: error?.code ?? 0, text: stdout }),
        );
      });
    const right = await run();
    expect(right).toMatchObject({
      code: 0,
      text: expect.stringContaining('The journal balances and matches the bookings.'),
    });
    const mend = await removed(JournalModel, `ride:${id}`);
    const wrong = await run();
    await mend();
    expect(wrong).toMatchObject({
      code: 1,
      text: expect.stringContaining(`booking ${id}: the journal has no ride:${id}`),
    });
  }, 60_000);
});
