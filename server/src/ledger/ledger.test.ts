import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type {
  AdminStats,
  Commission,
  DailyEarnings,
  DailyRevenue,
  Receipt,
  Statement,
} from '@boli/shared/ledger/ledger.schema';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { seedPromos } from '../promos/promos.service';
import { SettlementModel } from '../settlements/settlements.model';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

beforeAll(async () => {
  await seedPromos();
});
afterEach(() => clock.setOffset(0));

const get = async <T>(path: string, person = admin) =>
  (await app.request<T>('GET', path, { token: person.token })).body;
const ridden = async (price: number, book: object = {}, own = driver) =>
  steps.drive(own, await steps.booked(customer, own, { price, book }), 'completed');
const settle = (booking: Booking) =>
  app.request('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });

describe('a receipt', () => {
  test('shows the split, equal for both sides and admins, and its lines add up', async () => {
    const booking = await ridden(240, { promo_code: 'SAVE100', payment_method: 'phonepe' });
    const receipt = await get<Receipt>(`/bookings/${booking.id}/receipt`, customer);
    expect(receipt).toMatchObject({
      booking_id: booking.id,
      price: 240,
      promo_code: 'SAVE100',
      discount_amount: 100,
      final_price: 140,
      platform_fee: 24,
      driver_earnings: 216,
      payment_method: 'phonepe',
      payment_status: 'pending',
      payment_reference: null,
      scheduled_time: null,
      completed_at: booking.completed_at,
    });
    expect(receipt.final_price + receipt.discount_amount).toBe(receipt.platform_fee + receipt.driver_earnings);
    expect(await get(`/bookings/${booking.id}/receipt`, driver)).toEqual(receipt);
    expect(await get(`/bookings/${booking.id}/receipt`, admin)).toEqual(receipt);
  });

  test('shows the scheduled time of the ride', async () => {
    const { id } = await ridden(100);
    const planned = new Date('2026-11-22T04:30:00.000Z');
    await BookingModel.updateOne({ _id: id }, { $set: { scheduled_time: planned } });
    const { scheduled_time } = await get<Receipt>(`/bookings/${id}/receipt`, customer);
    expect(scheduled_time).toBe(planned.toISOString());
  });

  test('cannot be read by other people, and not before the ride is completed', async () => {
    const booking = await steps.booked(customer, driver);
    const read = (person: TestPerson) => app.request('GET', `/bookings/${booking.id}/receipt`, { token: person.token });
    expect((await read(await app.register('customer'))).status).toBe(404);
    expect(await read(customer)).toMatchObject({ status: 409, body: { code: 'ledger.no_receipt' } });
    await steps.cancel(customer, booking);
    expect((await read(driver)).status).toBe(409);
  });
});

describe('the revenue figures of the platform', () => {
  test('are the sums of the completed rides and their settlements', async () => {
    const before = await get<AdminStats>('/admin/stats');
    const [first, second] = [await ridden(100), await ridden(50)];
    await settle(first);
    const after = await get<AdminStats>('/admin/stats');
    expect(after).toEqual({
      total_platform_earnings: before.total_platform_earnings + 15,
      pending_collections: before.pending_collections + 5,
      collected_this_month: before.collected_this_month + 10,
      total_rides: before.total_rides + 2,
    });
    // A month begins at midnight in India, which is 18:30 UTC on the day before.
    const collected = async (paidAt: string, now: string) => {
      await SettlementModel.updateMany({}, { $set: { paid_at: new Date('2020-01-01T00:00:00Z') } });
      await SettlementModel.updateOne({ _id: first.id }, { $set: { paid_at: new Date(paidAt) } });
      clock.setOffset(Date.parse(now) - Date.now());
      return (await import('./ledger.service')).stats().then((sums) => sums.collected_paise);
    };
    expect(await collected('2026-02-28T18:30:00Z', '2026-03-10T00:00:00Z')).toBe(1_000);
    expect(await collected('2026-02-28T18:29:59Z', '2026-03-10T00:00:00Z')).toBe(0);
    expect(await collected('2026-02-28T18:29:59Z', '2026-02-28T18:29:59Z')).toBe(1_000);
    clock.setOffset(0);
    expect((await SettlementModel.findById(second.id).lean())?.settlement_status).toBe('pending');
  });

  test('by day have a row for each day in India time, also for days without rides', async () => {
    const own = await app.registerDriver();
    const [late, early] = [await ridden(100, {}, own), await ridden(60, {}, own)];
    const now = new Date();
    const today = new Date(now.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const midnight = Date.parse(`${today}T00:00:00+05:30`);
    await BookingModel.updateOne({ _id: early.id }, { $set: { completed_at: new Date(midnight - 1) } });
    await BookingModel.updateOne({ _id: late.id }, { $set: { completed_at: new Date(midnight) } });
    const rows = await get<DailyEarnings[]>('/driver/earnings/daily?days=7', own);
    expect(rows).toHaveLength(7);
    expect(rows.slice(-2)).toEqual([
      { date: new Date(midnight - 1 + 5.5 * 3_600_000).toISOString().slice(0, 10), rides: 1, earnings: 54, fees: 6 },
      { date: today, rides: 1, earnings: 90, fees: 10 },
    ]);
    expect(rows[0]).toMatchObject({ rides: 0, earnings: 0, fees: 0 });
    expect(await get<DailyEarnings[]>('/driver/earnings/daily', own)).toHaveLength(30);
    expect(await get<DailyEarnings[]>('/driver/earnings/daily?days=366', own)).toHaveLength(366);
    const all = await get<DailyRevenue[]>('/admin/revenue/daily?days=2');
    expect(all.at(-1)?.date).toBe(today);
    expect(all.at(-1)?.fares).toBeGreaterThanOrEqual(100);
    for (const days of ['0', '367', 'x']) {
      expect((await app.request('GET', `/driver/earnings/daily?days=${days}`, { token: own.token })).status).toBe(400);
    }
  });

  test('have a paged list of the commission of each driver, the highest first', async () => {
    const own = await app.registerDriver();
    const [first] = [await ridden(2_000.05, {}, own), await ridden(1_000, {}, own)];
    await settle(first);
    const { body, headers } = await app.request<Commission[]>('GET', '/admin/commissions/by-driver', {
      token: admin.token,
    });
    expect(body[0]).toEqual({
      driver_id: own.id,
      driver_name: own.name,
      total_rides: 2,
      total_commission: 300.01,
      paid: 200.01,
      pending: 100,
    });
    expect(headers.get('X-Total-Count')).toBe(String(body.length));
    const limited = await app.request<Commission[]>('GET', '/admin/commissions/by-driver?limit=1', {
      token: admin.token,
    });
    expect([limited.body.length, limited.headers.get('X-Total-Count')]).toEqual([1, String(body.length)]);
    const rest = await app.request<Commission[]>('GET', '/admin/commissions/by-driver?skip=1', { token: admin.token });
    expect([...limited.body, ...rest.body]).toEqual(body);
  });
});

describe("a driver's statement", () => {
  const statement = (own: TestPerson, from: Date, to: Date) =>
    app.request<Statement>('GET', `/driver/statement?from=${from.toISOString()}&to=${to.toISOString()}`, {
      token: own.token,
    });

  test('lists the rides of the period and the amount that the driver owes', async () => {
    const own = await app.registerDriver();
    const cash = await ridden(100, {}, own);
    const upi = await ridden(240, { payment_method: 'upi', promo_code: null }, own);
    const from = new Date(Date.now() - 3_600_000);
    const answer = await statement(own, from, new Date(Date.now() + 1_000));
    expect(answer.body.rows.map((row) => row.booking_id)).toEqual([cash.id, upi.id]);
    expect(answer.body.rows[0]).toMatchObject({
      received_directly: 100,
      settlement_status: 'pending',
      platform_fee: 10,
    });
    expect(answer.body.totals).toEqual({
      rides: 2,
      price: 340,
      platform_fee: 34,
      driver_earnings: 306,
      received_directly: 100,
      passes: 0,
    });
    // The driver owes 10 rupees of commission, and has not received 216 rupees of earnings yet.
    expect(answer.body.balance).toBe(-206);
    await app.request('PUT', `/bookings/${upi.id}/payment`, {
      token: own.token,
      body: { payment_status: 'completed' },
    });
    expect((await statement(own, from, new Date())).body.balance).toBe(34);
    await settle(cash);
    await settle(upi);
    expect((await statement(own, from, new Date())).body.balance).toBe(0);
    const to = new Date(upi.completed_at ?? '');
    expect((await statement(own, from, to)).body.rows.map((row) => row.booking_id)).toEqual([cash.id]);
  });

  test('reads only index entries of its period, however many rides the driver has completed or lost', async () => {
    const own = await app.registerDriver();
    const cancelled = await steps.cancel(customer, await steps.booked(customer, own));
    const [ride] = await BookingModel.find({ _id: cancelled.id }).lean();
    const longAgo = new Date(Date.now() - 30 * 24 * 3_600_000);
    const past = Array.from({ length: 150 }, (_, nth) => ({ ...ride, _id: `${cancelled.id}-${nth}` }));
    const free = past.map((booking) => ({ ...booking, _id: `${booking._id}-free` }));
    const other = await app.registerDriver();
    const part = { price_paise: 5_000, discount_paise: 0, final_paise: 5_000, fee_paise: 500, earnings_paise: 4_500 };
    const decided = { part, driver_id: other.id, refund_decided_at: new Date() };
    await BookingModel.insertMany([
      ...past.map((booking) => ({ ...booking, ...decided, _id: `${booking._id}-decided` })),
      ...past.map((booking) => ({ ...booking, status: 'completed', cancelled_at: null, completed_at: longAgo })),
      ...free,
    ]);
    const filters: object[] = [];
    mongoose.set('debug', (collection: string, method: string, filter: object) => {
      if (collection === 'bookings' && method === 'find') filters.push(filter);
    });
    const asked = statement(own, new Date(Date.now() - 3_600_000), new Date());
    expect((await asked.finally(() => mongoose.set('debug', false))).body.rows).toEqual([]);
    expect(filters).toHaveLength(3);
    for (const filter of filters) {
      const { executionStats } = await BookingModel.collection.find(filter).explain('executionStats');
      expect([filter, executionStats.totalDocsExamined]).toEqual([filter, 0]);
    }
  });

  test('needs a period of at most a year that begins before it ends', async () => {
    const now = new Date();
    expect((await statement(driver, now, now)).body).toMatchObject({ code: 'ledger.period' });
    const longAgo = new Date(now.getTime() - 367 * 24 * 3_600_000);
    expect((await statement(driver, longAgo, now)).status).toBe(400);
    expect((await app.request('GET', '/driver/statement', { token: driver.token })).status).toBe(400);
  });
});

test('the figures and exports of admins and drivers are refused to everybody else', async () => {
  for (const path of ['stats', 'revenue/daily', 'commissions/by-driver', 'payouts', 'export/settlements']) {
    for (const { token } of [customer, driver]) {
      expect((await app.request('GET', `/admin/${path}`, { token })).status).toBe(403);
    }
    expect((await app.request('GET', `/admin/${path}`)).status).toBe(401);
  }
  for (const path of ['/driver/earnings/daily', '/driver/statement']) {
    expect((await app.request('GET', path, { token: customer.token })).status).toBe(403);
  }
});

test.each(['settlements/pending', 'refunds', 'payouts'])('/admin/%s is paged, newest first', async (path) => {
  const waits = 3;
  for (let n = 0; n < waits; n++) await made(path);
  type Row = { id: string; created_at: string };
  const slice = async (query = '') => {
    const { body, headers } = await app.request<Row[]>('GET', `/admin/${path}${query}`, { token: admin.token });
    return { rows: body, total: Number(headers.get('X-Total-Count')) };
  };
  const all = await slice();
  expect(all.rows.length).toBeGreaterThanOrEqual(waits);
  expect(all.total).toBe(all.rows.length);
  expect(all.rows.map((row) => row.created_at)).toEqual(
    all.rows
      .map((row) => row.created_at)
      .sort()
      .reverse(),
  );
  const first = await slice('?limit=2');
  const rest = await slice(`?before=${first.rows.at(-1)?.created_at}`);
  expect([...first.rows, ...rest.rows]).toEqual(all.rows);
  expect([first.total, rest.total]).toEqual([all.total, all.total]);
});

/** Creates a row for one of the admins' lists. */
async function made(path: string): Promise<void> {
  if (path === 'settlements/pending') await ridden(100);
  else if (path === 'payouts') {
    // A fee of zero is settled immediately, and the platform owes the driver the discount. Only the first call creates
    // the promo code; later ones are refused.
    const promo = { code: 'PAISA', discount_type: 'fixed', discount_value: 0.01, per_customer: 100 };
    await app.request('POST', '/admin/promos', { token: admin.token, body: promo });
    await steps.confirm(driver, await ridden(0.04, { promo_code: 'PAISA' }));
  } else {
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
    const body = { payment_status: 'completed' };
    await app.request('PUT', `/bookings/${booking.id}/payment`, { token: customer.token, body });
    await steps.cancel(customer, booking);
  }
}

describe('a CSV export', () => {
  const csv = async (kind: string) => {
    const answer = await fetch(`${app.url}/api/admin/export/${kind}`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    return { answer, lines: (await answer.text()).split('\r\n') };
  };

  test('has a row for each settlement, and no text that a spreadsheet would run as a formula', async () => {
    const evil = await app.register('driver', { name: '=HYPERLINK("http://x";"a")' });
    const { profileForm } = await import('../testing/app');
    await app.request('POST', '/driver/profile', { token: evil.token, form: profileForm() });
    const booking = await ridden(100, {}, evil);
    const { answer, lines } = await csv('settlements');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="boli-settlements-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(lines[0]).toMatch(/booking_id,driver_id,driver_name,platform_fee/);
    expect(lines).toHaveLength((await SettlementModel.countDocuments()) + 2);
    const line = lines.find((one) => one.includes(booking.id));
    expect(line).toContain(`,"'=HYPERLINK(""http://x"";""a"")",10,0,10,`);
  });

  test('exists for payouts and commissions too, and for nothing else', async () => {
    expect((await csv('payouts')).lines[0]).toContain('booking_id,driver_id,driver_name,amount');
    const commissions = await csv('commissions');
    expect(commissions.lines.some((line) => line.startsWith(driver.id))).toBe(true);
    expect((await csv('people')).answer.status).toBe(404);
  });
});
