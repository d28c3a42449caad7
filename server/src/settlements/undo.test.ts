import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { UNDO_MS } from '@boli/shared/core/constants';
import type { Payout } from '@boli/shared/ledger/ledger.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { audit } from '../audit/audit.service';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { ABANDONED_AFTER_MS } from '../core/reconcile';
import { JournalModel } from '../ledger/journal.model';
import { PayoutModel } from '../ledger/payouts.model';
import { seedPromos } from '../promos/promos.service';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { cashier, journalOf, type Proof } from '../testing/payments';
import { race, rounds, tally } from '../testing/races';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { reconcileAll, retryFailed } from '../wiring/reconcile';
import { SettlementModel } from './settlements.model';
import { settlements } from './settlements.repository';
import { changeOfUndo } from './undo.policy';

const app = setUpRealtimeApp({
  settings: {
    MAX_OPEN_REQUESTS: '1000',
    SIMULATED_GATEWAY_SECRET: 'only for tests',
    REVIEW_BELOW_SECONDS: '60',
  },
});
const connect = socketsOf(app);
const steps = market(app);
const desk = cashier(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

beforeAll(() => seedPromos());
afterEach(async () => {
  clock.setOffset(0);
  // The audit finds no difference after any of these tests.
  expect((await audit({ checks: 3, pauseMs: 200 })).differences).toEqual([]);
});

const asAdmin = <T>(method: string, path: string, body?: unknown) =>
  app.request<T>(method, `/admin/${path}`, { token: admin.token, body });
const completed = async (book: object = {}, price = 100, person = customer) =>
  steps.drive(driver, await steps.booked(person, driver, { price, book }), 'completed');
const pay = ({ id }: { id: string }, reference = 'BANK-1') =>
  asAdmin<Settlement>('PUT', `settlements/${id}`, {
    settlement_status: 'paid',
    payment_method: 'bank_transfer',
    payment_reference: reference,
  });
const undo = ({ id }: { id: string }, person = admin) =>
  app.request<Settlement>('POST', `/admin/settlements/${id}/undo`, { token: person.token });
const payOut = ({ id }: { id: string }) => asAdmin<Payout>('PUT', `payouts/${id}`, { reference: 'NEFT-1' });
const review = ({ id }: { id: string }, decision: 'cleared' | 'refused') =>
  asAdmin('PUT', `reviews/${id}`, { decision, note: 'Never driven' });
const stored = ({ id }: { id: string }) => SettlementModel.findById(id).lean();
const payout = ({ id }: { id: string }) => PayoutModel.findById(id).lean();
const isPending = async ({ id }: { id: string }) =>
  (await asAdmin<Settlement[]>('GET', 'settlements/pending')).body.some((row) => row.id === id);
/** Every sum that a payment changes: of the platform, of all drivers, and of this driver. */
const figures = async () => ({
  stats: (await asAdmin('GET', 'stats')).body,
  commissions: (await asAdmin('GET', 'commissions')).body,
  earnings: (await app.request('GET', '/driver/earnings', { token: driver.token })).body,
  balances: (await audit({ checks: 1 })).balances.bank ?? 0,
});

async function payOnline(booking: Booking): Promise<void> {
  const order = await desk.order(customer, booking);
  const { body: proof } = await app.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  expect((await desk.verify(customer, booking, proof)).status).toBe(200);
}
/** A completed ride with a discount above its fee, whose payment is confirmed and whose review is cleared. */
async function owedByDiscount(): Promise<Booking> {
  const person = await app.register('customer');
  const booking = await completed({ promo_code: 'SAVE100' }, 240, person);
  await steps.confirm(driver, booking);
  await review(booking, 'cleared');
  return booking;
}

describe('undoing Mark Paid', () => {
  test('restores the previous state, and the journal has the reversal', async () => {
    const booking = await completed();
    const [before, pending] = [await figures(), await stored(booking)];
    const paid = await pay(booking);
    expect(await figures()).not.toEqual(before);
    const { status, body } = await undo(booking);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...paid.body,
      settlement_status: 'pending',
      payment_method: null,
      payment_reference: null,
      paid_at: null,
    });
    expect(await figures()).toEqual(before);
    expect(await isPending(booking)).toBe(true);
    const { undone, version, ...now } = (await stored(booking)) ?? {};
    expect({ ...now, version: 1 }).toEqual(pending);
    expect([undone?.length, version]).toEqual([1, 3]);
    const { entries, left } = await journalOf(booking.id);
    expect(entries).toEqual(expect.arrayContaining([`settle:${booking.id}`, `unsettle:${booking.id}`]));
    expect(left).toMatchObject({ bank: 0, driver: 1_000 });
    const reversal = await JournalModel.findById(`unsettle:${booking.id}`).lean();
    expect(reversal?.at).toEqual(undone?.[0]?.undone_at);
  });

  test('can be repeated: a settlement can be paid and undone several times', async () => {
    const booking = await completed();
    for (const reference of ['BANK-1', 'BANK-2', 'BANK-3']) {
      expect((await pay(booking, reference)).body).toMatchObject({ payment_reference: reference });
      expect((await journalOf(booking.id)).left).toMatchObject({ bank: 1_000, driver: 0 });
      expect((await undo(booking)).body.settlement_status).toBe('pending');
      expect((await journalOf(booking.id)).left).toMatchObject({ bank: 0, driver: 1_000 });
    }
    expect((await pay(booking, 'BANK-4')).status).toBe(200);
    const { entries, left } = await journalOf(booking.id);
    expect(left).toMatchObject({ bank: 1_000, driver: 0 });
    expect(entries.filter((id) => id.startsWith('settle:'))).toHaveLength(4);
    expect(entries.filter((id) => id.startsWith('unsettle:'))).toHaveLength(3);
  });

  test('applies only to the payment that was read, not to a later one', async () => {
    const booking = await completed();
    await pay(booking);
    const read = await stored(booking);
    await undo(booking);
    await pay(booking, 'BANK-2');
    const [since, now] = [new Date(0), clock.now()];
    expect(read && (await settlements.undoPayment(read, changeOfUndo(read, now), { since, now }))).toBeNull();
    expect(await stored(booking)).toMatchObject({ settlement_status: 'paid', payment_reference: 'BANK-2' });
  });

  test('is possible for one minute of server time', async () => {
    const booking = await completed();
    await pay(booking);
    const paidAt = (await stored(booking))?.paid_at?.getTime() ?? 0;
    clock.setOffset(paidAt + UNDO_MS + 1 - Date.now());
    expect(await undo(booking)).toMatchObject({ status: 409, body: { code: 'admin.undo_late' } });
    expect(await stored(booking)).toMatchObject({ settlement_status: 'paid' });
    clock.setOffset(paidAt + UNDO_MS - 2_000 - Date.now());
    expect((await undo(booking)).status).toBe(200);
    clock.setOffset(paidAt + 2 * UNDO_MS - Date.now());
    expect(await undo(booking)).toMatchObject({ status: 409, body: { code: 'settlements.not_marked' } });
  });

  test('is refused for a payment that no admin has marked, and for everybody but admins', async () => {
    const booking = await completed();
    const refused = { status: 409, body: { code: 'settlements.not_marked' } };
    expect(await undo(booking)).toMatchObject(refused);
    expect(await undo(await completed({}, 0.04))).toMatchObject(refused);
    const online = await completed({ payment_method: 'online' });
    await payOnline(online);
    expect(await undo(online)).toMatchObject(refused);
    expect((await undo(customer)).status).toBe(404);
    await pay(booking);
    for (const person of [driver, customer]) expect((await undo(booking, person)).status).toBe(403);
    expect(await stored(booking)).toMatchObject({ settlement_status: 'paid' });
  });

  test('is pushed like the payment: to the admins, and to the driver with the amount due', async () => {
    const booking = await completed();
    const [office, own] = [await connect(admin), await connect(driver)];
    await pay(booking);
    const isNow = (status: string) => (news: { settlement: Settlement }) =>
      news.settlement.id === booking.id && news.settlement.settlement_status === status;
    await office.waitFor('settlement:updated', isNow('paid'));
    const before = (await app.request('GET', '/driver/earnings', { token: driver.token })).body;
    await own.waitFor('earnings:updated', ({ earnings }) => earnings.platform_fees_paid === before.platform_fees_paid);
    for (const socket of [office, own]) socket.received.length = 0;
    const { body } = await undo(booking);
    expect(await office.waitFor('settlement:updated', isNow('pending'))).toEqual({ settlement: body });
    await office.waitFor('stats:updated');
    const after = (await app.request('GET', '/driver/earnings', { token: driver.token })).body;
    await own.waitFor('earnings:updated', ({ earnings }) => earnings.pending_payment === after.pending_payment);
  });

  test('is in the admin log, with the state before and after', async () => {
    const booking = await completed();
    await pay(booking);
    await undo(booking);
    const entry = async () => (await asAdmin<AdminLogEntry[]>('GET', `log?subject=${booking.id}`)).body[0];
    expect(await entry()).toMatchObject({
      action: 'settlement.undone',
      outcome: 'done',
      before: { settlement_status: 'paid', payment_reference: 'BANK-1' },
      after: { settlement_status: 'pending', payment_reference: null },
    });
    await undo(booking);
    expect(await entry()).toMatchObject({ action: 'settlement.undone', outcome: 'unchanged' });
  });
});

describe('the consequences of an undone payment:', () => {
  test('a payment to the driver by bank is reversed, and an owed payout gets its new amount', async () => {
    const booking = await owedByDiscount();
    expect(await payout(booking)).toBeNull();
    await pay(booking);
    // The discount exceeds the fee: the platform has paid the driver by bank, and no payout is left.
    expect((await undo(booking)).status).toBe(200);
    expect((await journalOf(booking.id)).left).toMatchObject({ driver: -7_600, bank: 0 });
    const whole = await completed({ payment_method: 'online' });
    await review(whole, 'cleared');
    await pay(whole);
    await payOnline(whole);
    expect(await payout(whole)).toMatchObject({ amount_paise: 10_000 });
    expect(await undo(whole)).toMatchObject({ status: 200, body: { payment_method: 'gateway' } });
    expect(await payout(whole)).toMatchObject({ amount_paise: 9_000, payout_status: 'owed' });
    await payOut(whole);
    expect((await journalOf(whole.id)).left).toMatchObject({ driver: 0, bank: -9_000 });
  });

  test('a payout that was made blocks the undo; after an undo an outdated payout cannot be made', async () => {
    const paidFirst = await completed({ payment_method: 'online' });
    await review(paidFirst, 'cleared');
    await pay(paidFirst);
    await payOnline(paidFirst);
    const read = await stored(paidFirst);
    expect((await payOut(paidFirst)).status).toBe(200);
    // Simulates an undo that read the settlement before the payout was made.
    const [since, now] = [new Date(0), clock.now()];
    expect(read && (await settlements.undoPayment(read, changeOfUndo(read, now), { since, now }))).toBeNull();
    expect(await undo(paidFirst)).toMatchObject({ status: 409, body: { code: 'settlements.payout_begun' } });
    expect(await stored(paidFirst)).toMatchObject({ payment_method: 'bank_transfer' });
    const old = await payout(paidFirst);
    if (!old) throw new Error('there is no payout');
    const undoneFirst = await completed();
    await pay(undoneFirst);
    await undo(undoneFirst);
    // Simulates a payout listed by a process that read the settlement before the undo.
    await PayoutModel.create({ ...old, _id: undoneFirst.id, payout_status: 'owed', reference: null, paid_at: null });
    expect(await payOut(undoneFirst)).toMatchObject({ status: 409, body: { code: 'common.changed_meanwhile' } });
    // The refused payout leaves no mark that would block the next payment or its undo.
    expect((await stored(undoneFirst))?.payout_begun).toBeUndefined();
    await PayoutModel.deleteOne({ _id: undoneFirst.id });
    const byGateway = await completed({ payment_method: 'online' });
    await review(byGateway, 'cleared');
    await pay(byGateway);
    await undo(byGateway);
    await payOnline(byGateway);
    await PayoutModel.updateOne({ _id: byGateway.id }, { $set: { amount_paise: 10_000 } });
    expect((await payOut(byGateway)).status).toBe(409);
    await PayoutModel.updateOne({ _id: byGateway.id }, { $set: { amount_paise: 9_000 } });
    expect((await payOut(byGateway)).status).toBe(200);
  });

  test('a ride that a review refused before the undo is settled through the gateway with a fee of zero', async () => {
    const booking = await completed({ payment_method: 'online', promo_code: null });
    await pay(booking);
    await payOnline(booking);
    await review(booking, 'refused');
    expect((await undo(booking)).status).toBe(200);
    expect(await stored(booking)).toMatchObject({ payment_method: 'gateway', platform_fee_paise: 0 });
  });

  test('the undo succeeds even if the booking cannot be read; the remaining steps are repeated', async () => {
    const booking = await completed({ payment_method: 'online' });
    await review(booking, 'cleared');
    await pay(booking);
    await payOnline(booking);
    const away = jest.spyOn(bookings, 'byId').mockRejectedValue(new Error('the database is away'));
    const answer = await undo(booking);
    away.mockRestore();
    expect(answer).toMatchObject({ status: 200, body: { settlement_status: 'pending' } });
    await retryFailed();
    expect(await stored(booking)).toMatchObject({ payment_method: 'gateway' });
  });

  test('another process completes the undo if the process that began it dies', async () => {
    const booking = await completed({ payment_method: 'online' });
    await review(booking, 'cleared');
    await pay(booking);
    await payOnline(booking);
    const now = clock.now();
    // The state that a process leaves when it dies right after the write of the undo.
    await SettlementModel.updateOne(
      { _id: booking.id },
      {
        $set: {
          settlement_status: 'pending',
          payment_method: null,
          payment_reference: null,
          paid_at: null,
          follow_up: now,
          undone: [{ amount_paise: 1_000, paid_at: now, undone_at: now }],
        },
        $inc: { version: 1 },
      },
    );
    await reconcileAll();
    await letPass(ABANDONED_AFTER_MS + 1);
    await reconcileAll();
    expect(await stored(booking)).toMatchObject({ payment_method: 'gateway' });
    expect(await payout(booking)).toMatchObject({ amount_paise: 9_000 });
  });
});

describe('concurrent with an undo:', () => {
  test('many undo calls reverse the payment once', async () => {
    for (const _ of rounds) {
      const booking = await completed();
      await pay(booking);
      const { presses } = await race({ presses: () => undo(booking) }, 20);
      expect(tally(presses)).toEqual({ 200: 20 });
      expect((await stored(booking))?.undone).toHaveLength(1);
      expect((await journalOf(booking.id)).entries.filter((id) => id.startsWith('unsettle:'))).toHaveLength(1);
    }
  }, 120_000);

  test('Mark Paid takes effect either before or after the undo, and the ledger has no difference', async () => {
    for (const _ of rounds) {
      const booking = await completed();
      await pay(booking);
      const answers = await race({ pay: () => pay(booking, 'BANK-2'), undo: () => undo(booking) });
      expect(tally(answers.pay)).toEqual({ 200: 10 });
      expect(answers.undo.every((status) => status === 200 || status === 409)).toBe(true);
      const { settlement_status, undone = [] } = (await stored(booking)) ?? {};
      const { entries, left } = await journalOf(booking.id);
      expect(entries.filter((id) => id.startsWith('unsettle:'))).toHaveLength(undone.length);
      expect(left.bank).toBe(settlement_status === 'paid' ? 1_000 : 0);
      expect((await audit({ checks: 5, pauseMs: 100 })).differences).toEqual([]);
    }
  }, 120_000);

  test('a payout has either the amount before the undo or the amount after it, and the settlement agrees', async () => {
    for (const _ of rounds) {
      const booking = await completed({ payment_method: 'online' });
      await review(booking, 'cleared');
      await pay(booking);
      await payOnline(booking);
      await race({ undo: () => undo(booking), payOut: () => payOut(booking) }, 3);
      const settlement = await stored(booking);
      const paidOut = await payout(booking);
      const byBank = settlement?.payment_method === 'bank_transfer';
      expect(paidOut?.amount_paise).toBe(byBank ? 10_000 : 9_000);
      expect(settlement?.undone?.length ?? 0).toBe(byBank ? 0 : 1);
      expect((await audit({ checks: 5, pauseMs: 100 })).differences).toEqual([]);
    }
  }, 120_000);

  test('a gateway payment of the ride leaves no difference in the ledger', async () => {
    for (const _ of rounds) {
      const booking = await completed({ payment_method: 'online' });
      await review(booking, 'cleared');
      await pay(booking);
      const online = async () => {
        await payOnline(booking);
        return undo(booking);
      };
      await race({ undo: () => undo(booking), online }, 1);
      expect(await stored(booking)).toMatchObject({ payment_method: 'gateway' });
      expect((await audit({ checks: 5, pauseMs: 100 })).differences).toEqual([]);
    }
  }, 120_000);
});
