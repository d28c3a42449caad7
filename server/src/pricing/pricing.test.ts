import { randomUUID } from 'node:crypto';
import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { PricingModel } from '@boli/shared/core/money';
import type {
  AdminStats,
  Commission,
  DailyEarnings,
  Payout,
  Receipt,
  Statement,
} from '@boli/shared/ledger/ledger.schema';
import type { Pass } from '@boli/shared/pricing/pricing.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { audit } from '../audit/audit.service';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { ABANDONED_AFTER_MS } from '../core/reconcile';
import { JournalModel } from '../ledger/journal.model';
import { seedPromos } from '../promos/promos.service';
import { configure, settings } from '../settings';
import { SettlementModel } from '../settlements/settlements.model';
import { SumsBuildModel } from '../sums/sums.model';
import { sumsRows } from '../sums/sums.repository';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { journalOf } from '../testing/payments';
import { race, rounds, tally } from '../testing/races';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { reconcileAll } from '../wiring/reconcile';
import { runJobs } from '../wiring/scheduler';
import { PassModel } from './passes.model';
import { passes } from './passes.repository';
import { passAfter } from './pricing.policy';

const HOUR_MS = 3_600_000;
const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

beforeAll(async () => {
  await seedPromos();
  // Builds the kept sums.
  await runJobs();
});
const use = (model: PricingModel) => configure({ ...settings(), PRICING_MODEL: model });
beforeEach(() => use('commission'));
afterEach(async () => {
  clock.setOffset(0);
  // The audit finds no difference after any of these tests.
  expect((await audit({ checks: 3, pauseMs: 200 })).differences).toEqual([]);
});

const get = async <T>(path: string, { token }: TestPerson = admin) =>
  (await app.request<T>('GET', path, { token })).body;
const ridden = async (price: number, own = driver, book: object = {}) =>
  steps.drive(own, await steps.booked(customer, own, { price, book }), 'completed');
const buy = (own: TestPerson, body: object = { span: 'day', price: 30 }, key?: string) =>
  app.request<Pass & { code?: string }>('POST', '/driver/passes', {
    token: own.token,
    body,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
const settle = ({ id }: { id: string }) =>
  app.request<Settlement>('PUT', `/admin/settlements/${id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
const undo = ({ id }: { id: string }) =>
  app.request<Settlement>('POST', `/admin/settlements/${id}/undo`, { token: admin.token });
const split = ({ price, platform_fee, driver_earnings }: Booking | Receipt) => ({
  price,
  platform_fee,
  driver_earnings,
});
/** The statement of the last 24 hours, without its period. */
const statement = async (own: TestPerson) => {
  const [from, to] = [clock.millis() - 24 * HOUR_MS, clock.millis() + HOUR_MS].map((at) => new Date(at).toISOString());
  const { rows, passes, totals, balance } = await get<Statement>(`/driver/statement?from=${from}&to=${to}`, own);
  return { rows, passes, totals, balance };
};

describe('the fee of a ride', () => {
  test('is 10% by default; by other settings it is an amount per ride, at most the price, or zero', async () => {
    expect(split(await ridden(240))).toEqual({ price: 240, platform_fee: 24, driver_earnings: 216 });
    use('per_ride');
    expect(split(await ridden(240))).toEqual({ price: 240, platform_fee: 5, driver_earnings: 235 });
    expect(split(await ridden(3))).toEqual({ price: 3, platform_fee: 3, driver_earnings: 0 });
    use('zero');
    expect(split(await ridden(240))).toEqual({ price: 240, platform_fee: 0, driver_earnings: 240 });
    use('pass');
    expect(split(await ridden(240))).toEqual({ price: 240, platform_fee: 24, driver_earnings: 216 });
  });

  test('follows the rule of the booking, whatever the operator sets while the ride is under way or later', async () => {
    const commission = await steps.booked(customer, driver, { price: 240 });
    use('per_ride');
    const done = await steps.drive(driver, commission, 'completed');
    expect(done).toMatchObject({ platform_fee: 24, fee_rule: { model: 'commission', percent: 10, per_ride: 0 } });
    const perRide = await steps.booked(customer, driver, { price: 240 });
    configure({ ...settings(), PRICING_PER_RIDE: 99 });
    await steps.drive(driver, perRide, 'in_progress');
    use('zero');
    await steps.step(driver, perRide, 'completed');
    const receipt = await get<Receipt>(`/bookings/${perRide.id}/receipt`, driver);
    expect(receipt).toMatchObject({ platform_fee: 5, fee_rule: { model: 'per_ride', percent: 0, per_ride: 5 } });
    expect(await SettlementModel.findById(perRide.id).lean()).toMatchObject({ platform_fee_paise: 500 });
    configure({ ...settings(), PRICING_PER_RIDE: 5 });
  });

  test('of a booking without a stored rule is the commission of 10%', async () => {
    const { id } = await ridden(240);
    await BookingModel.updateOne({ _id: id }, { $unset: { fee_rule: 1 } });
    use('zero');
    expect(await steps.readBooking(driver, id)).toMatchObject({ platform_fee: 24, fee_rule: { model: 'commission' } });
  });

  test('follows the rule of the booking when a part of the fare is refunded', async () => {
    use('per_ride');
    const booking = await steps.booked(customer, driver, { price: 240, book: { payment_method: 'phonepe' } });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    await steps.confirm(driver, booking);
    await steps.drive(driver, booking, 'in_progress');
    await steps.cancel(customer, booking);
    use('commission');
    const decided = await app.request('PUT', `/admin/refunds/${booking.id}`, {
      token: admin.token,
      body: { amount: 140, reference: 'BACK-1' },
    });
    expect(decided.status).toBe(200);
    const part = { price: 100, final_price: 100, platform_fee: 5, driver_earnings: 95 };
    expect((await steps.readBooking(driver, booking.id)).part_fare).toMatchObject(part);
    expect((await settle(booking)).body).toMatchObject({ platform_fee: 5, settlement_status: 'paid' });
  });

  test('may be lower than a promo discount; the platform then owes the driver the difference', async () => {
    use('per_ride');
    const one = await ridden(240, driver, { promo_code: 'SAVE100' });
    expect(one).toMatchObject({ final_price: 140, platform_fee: 5, driver_earnings: 235 });
    await steps.confirm(driver, one);
    expect((await settle(one)).body).toMatchObject({ platform_fee: 5, discount_credit: 100, net_due: -95 });
    use('zero');
    const rider = await app.register('customer');
    const free = await steps.drive(
      driver,
      await steps.booked(rider, driver, { price: 240, book: { promo_code: 'SAVE100' } }),
      'completed',
    );
    await steps.confirm(driver, free);
    await app.request('PUT', `/admin/reviews/${free.id}`, { token: admin.token, body: { decision: 'cleared' } });
    const payouts = await get<Payout[]>('/admin/payouts');
    expect(payouts.find((row) => row.booking_id === free.id)).toMatchObject({ amount: 100, payout_status: 'owed' });
  });

  test('is announced to clients before they book', async () => {
    use('per_ride');
    expect((await get<AppConfig>('/config')).pricing).toEqual({
      model: 'per_ride',
      fee_rule: { model: 'per_ride', percent: 0, per_ride: 5 },
      passes: null,
    });
    use('pass');
    expect((await get<AppConfig>('/config')).pricing).toEqual({
      model: 'pass',
      fee_rule: { model: 'commission', percent: 10, per_ride: 0 },
      passes: { day: 30, month: 600 },
    });
  });
});

describe('a pass', () => {
  test('takes the fee off the rides that are booked while it is valid, and off no others', async () => {
    use('pass');
    const own = await app.registerDriver();
    const before = await steps.booked(customer, own, { price: 240 });
    const bought = await buy(own);
    expect(bought).toMatchObject({ status: 201, body: { span: 'day', price: 30 } });
    const { starts_at, ends_at } = bought.body;
    expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(24 * HOUR_MS);
    expect(await get('/driver/earnings', own)).toMatchObject({ pass_until: ends_at, pending_payment: 30 });
    expect(await steps.drive(own, before, 'completed')).toMatchObject({ platform_fee: 24 });
    const with_pass = await steps.booked(customer, own, { price: 240 });
    // The pass ends while the ride is under way.
    await steps.drive(own, with_pass, 'in_progress');
    clock.setOffset(Date.parse(ends_at) - Date.now() + 1);
    const done = await steps.step(own, with_pass, 'completed');
    expect(done).toMatchObject({ platform_fee: 0, driver_earnings: 240, fee_rule: { model: 'pass' } });
    expect(await get('/driver/earnings', own)).toMatchObject({ pass_until: null });
    expect(await ridden(240, own)).toMatchObject({ platform_fee: 24, fee_rule: { model: 'commission' } });
  });

  test('stays valid when the operator changes the pricing model', async () => {
    use('pass');
    const own = await app.registerDriver();
    await buy(own);
    use('per_ride');
    expect(await ridden(240, own)).toMatchObject({ platform_fee: 0, fee_rule: { model: 'pass' } });
    expect(await buy(own)).toMatchObject({ status: 409, body: { code: 'pricing.not_sold' } });
  });

  test('is bought at the price that the driver was shown, and only by drivers who may offer rides', async () => {
    use('pass');
    expect(await buy(driver, { span: 'month', price: 30 })).toMatchObject({
      status: 409,
      body: { code: 'pricing.price_changed' },
    });
    expect((await buy(driver, { span: 'week', price: 30 })).status).toBe(400);
    expect((await buy(await app.register('driver'))).status).toBe(403);
    expect(await PassModel.countDocuments({ driver_id: driver.id })).toBe(0);
  });

  test('is bought once under an idempotency key, also by concurrent calls and after the sale has ended', async () => {
    use('pass');
    const own = await app.registerDriver();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(own, undefined, 'one-key')));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    use('commission');
    expect((await buy(own, undefined, 'one-key')).body).toEqual(answers[0]?.body);
    expect(await PassModel.countDocuments({ driver_id: own.id })).toBe(1);
  });

  test('begins when the one before ends; of concurrent purchases one is valid now, one is ahead, the others are refused', async () => {
    use('pass');
    for (const _round of rounds) {
      const own = await app.registerDriver();
      const { day, month } = await race(
        { day: () => buy(own), month: () => buy(own, { span: 'month', price: 600 }) },
        5,
      );
      expect(tally([...day, ...month])).toEqual({ 201: 2, 409: 8 });
      const [first, second] = await PassModel.find({ driver_id: own.id }).sort({ nth: 1 }).lean();
      expect(second?.starts_at).toEqual(first?.ends_at);
      expect(await get('/driver/earnings', own)).toMatchObject({ pass_until: second?.ends_at.toISOString() });
      expect(await buy(own)).toMatchObject({ status: 409, body: { code: 'pricing.pass_ahead' } });
    }
  });

  test('is a debt that admins collect like commission, with undo, and that all figures include', async () => {
    use('pass');
    const own = await app.registerDriver();
    const before = await get<AdminStats>('/admin/stats');
    const { body: pass } = await buy(own);
    const pending = (await get<Settlement[]>('/admin/settlements/pending')).find(({ id }) => id === pass.id);
    const { span, starts_at, ends_at } = pass;
    expect(pending).toMatchObject({
      ...{ kind: 'pass', booking_id: null, pass: { span, starts_at, ends_at } },
      ...{ platform_fee: 30, discount_credit: 0, net_due: 30, driver_name: own.name },
    });
    expect(Date.parse(pending?.due_date ?? '') - Date.parse(pass.created_at)).toBe(7 * 24 * HOUR_MS);
    expect(await journalOf(pass.id)).toMatchObject({ left: { driver: 3_000, platform: -3_000 } });
    const shown = async () => ({
      stats: await get<AdminStats>('/admin/stats'),
      commission: (await get<Commission[]>('/admin/commissions/by-driver')).find(
        ({ driver_id }) => driver_id === own.id,
      ),
      today: (await get<DailyEarnings[]>('/driver/earnings/daily?days=1', own))[0],
      earnings: await get<object>('/driver/earnings', own),
      statement: await statement(own),
    });
    const owed = await shown();
    expect(owed).toMatchObject({
      stats: {
        total_platform_earnings: before.total_platform_earnings + 30,
        pending_collections: before.pending_collections + 30,
        total_rides: before.total_rides,
      },
      commission: { total_rides: 0, total_commission: 30, paid: 0, pending: 30 },
      today: { rides: 0, earnings: 0, fees: 30 },
      earnings: { total_earnings: 0, platform_fees_paid: 0, pending_payment: 30, completed_rides: 0 },
      statement: { rows: [], passes: [{ ...pass, settlement_status: 'pending' }], totals: { passes: 30 }, balance: 30 },
    });
    expect((await settle(pass)).body).toMatchObject({ kind: 'pass', settlement_status: 'paid' });
    const paid = await shown();
    expect(paid).toMatchObject({
      stats: { collected_this_month: before.collected_this_month + 30 },
      earnings: { platform_fees_paid: 30, pending_payment: 0 },
      statement: { passes: [{ settlement_status: 'paid' }], balance: 0 },
    });
    // The figures from the documents are the same as the kept ones.
    const build = await sumsRows.readBuild();
    await SumsBuildModel.deleteMany({});
    const computed = await shown();
    if (build) await sumsRows.writeBuild({ stage: build.stage, after: build.after });
    expect(computed).toEqual(paid);
    expect((await undo(pass)).body).toMatchObject({ settlement_status: 'pending' });
    expect(await shown()).toEqual(owed);
    expect(await journalOf(pass.id)).toMatchObject({ left: { bank: 0, driver: 3_000, platform: -3_000 } });
    const csv = await fetch(`${app.url}/api/admin/export/settlements`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect(await csv.text()).toContain(`pass,day,${starts_at},${ends_at}`);
  });

  test('whose purchase was interrupted is settled by the reconciler', async () => {
    use('pass');
    const own = await app.registerDriver();
    const now = clock.now();
    const id = randomUUID();
    const actor = { id: own.id, name: own.name, role: 'driver' } as const;
    // The process stopped after it had stored the pass.
    await passes.insert(passAfter(null, { actor, asked: { span: 'day', price: 30 }, id, now }));
    await reconcileAll();
    await letPass(ABANDONED_AFTER_MS + 1);
    await reconcileAll();
    expect(await SettlementModel.findById(id).lean()).toMatchObject({ net_due_paise: 3_000, driver_id: own.id });
    expect(await journalOf(id)).toMatchObject({ left: { driver: 3_000, platform: -3_000 } });
  });

  test('whose documents disagree is found by the audit', async () => {
    use('pass');
    const own = await app.registerDriver();
    const { body: pass } = await buy(own);
    const found = async () => (await audit({ checks: 1 })).differences.filter((line) => line.includes(pass.id));
    expect(await found()).toEqual([]);
    await SettlementModel.updateOne({ _id: pass.id }, { $set: { net_due_paise: 2_000 } });
    expect(await found()).toEqual([`pass ${pass.id}: its settlement has other amounts`]);
    await SettlementModel.updateOne({ _id: pass.id }, { $set: { net_due_paise: 3_000 } });
    const entry = await JournalModel.findById(`pass:${pass.id}`).lean();
    await JournalModel.deleteOne({ _id: `pass:${pass.id}` });
    expect(await found()).toEqual([`pass ${pass.id}: the journal has no pass:${pass.id}`]);
    if (entry) await JournalModel.create(entry);
    expect(await found()).toEqual([]);
  });
});
