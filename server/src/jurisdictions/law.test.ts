import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import type { Jurisdiction } from '@boli/shared/jurisdictions/jurisdictions.schema';
import type { Payout, Receipt, Statement } from '@boli/shared/ledger/ledger.schema';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { audit } from '../audit/audit.service';
import { clock } from '../core/clock';
import { RideModel } from '../rides/rides.model';
import { configure, settings } from '../settings';
import { SettlementModel } from '../settlements/settlements.model';
import type { TestPerson } from '../testing/app';
import { startAndDrive } from '../testing/drive';
import { aRoute, market } from '../testing/market';
import { cashier, journalOf, type Proof } from '../testing/payments';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { readJurisdiction } from './jurisdiction';

const folder = mkdtempSync(join(tmpdir(), 'boli-law-'));
const app = setUpApp({
  settings: { MAX_OPEN_REQUESTS: '1000', SIMULATED_GATEWAY_SECRET: 'only for tests', REVIEW_BELOW_SECONDS: '60' },
});
const steps = market(app);
const desk = cashier(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

beforeAll(async () => {
  // Builds the kept sums.
  await runJobs();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  use('none');
  configure({ ...settings(), PRICING_MODEL: 'commission' });
  expect((await audit({ checks: 3, pauseMs: 200 })).differences).toEqual([]);
});

function use(name: string) {
  configure({ ...settings(), JURISDICTION: name });
}
let files = 0;
/** Applies a law that has only these rules. */
function apply(rules: Partial<Jurisdiction>) {
  files += 1;
  const path = join(folder, `law-${files}.json`);
  const law = { ...readJurisdiction('none'), name: 'Testpur', source: 'Gazette 7', ...rules };
  writeFileSync(path, JSON.stringify(law));
  use(path);
}
const get = async <T>(path: string, { token }: TestPerson = admin) =>
  (await app.request<T>('GET', path, { token })).body;
const quote = (ride: { id: string }, price: number, by = driver) =>
  app.request<{ code?: string; detail?: string; price?: number }>('POST', '/quotes/create', {
    token: by.token,
    body: { ride_request_id: ride.id, price },
  });
const settle = ({ id }: { id: string }) =>
  app.request<Settlement>('PUT', `/admin/settlements/${id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
const waive = ({ id }: { id: string }, payment_method = 'waived') =>
  app.request<Settlement>('PUT', `/admin/settlements/${id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method, payment_reference: 'WAIVED-1' },
  });
const statement = async (own: TestPerson) => {
  const [from, to] = [clock.millis() - 24 * 3_600_000, clock.millis() + 3_600_000].map((at) =>
    new Date(at).toISOString(),
  );
  return get<Statement>(`/driver/statement?from=${from}&to=${to}`, own);
};
const band = { rule: 'fare band', low: 0.5, high: 2 };
const cancellation = {
  rule: 'cancellation fee',
  percent: 10,
  cap: 20,
  customer_from: 'accepted',
  driver_from: 'pending',
} as const;
/** The fee is the whole fare. */
const wholeFee = { ...cancellation, percent: 100, cap: 1_000 };

describe('the fare band', () => {
  test('refuses quotes outside it with the name of the rule and its source, and accepts its edges', async () => {
    apply({ fare_band: band });
    const ride = await steps.ride(customer);
    const mid = ride.reference?.mid ?? Number.NaN;
    for (const price of [mid / 2 - 0.01, mid * 2 + 0.01]) {
      const refused = await quote(ride, Number(price.toFixed(2)));
      expect(refused).toMatchObject({ status: 400, body: { code: 'jurisdictions.out_of_band' } });
      expect(refused.body.detail).toBe(
        `The law allows prices from ₹${(mid / 2).toFixed(2)} to ₹${(mid * 2).toFixed(2)} for this ride: fare band (Testpur; source: Gazette 7)`,
      );
    }
    for (const price of [mid / 2, mid * 2]) expect((await quote(ride, price)).status).toBeLessThan(300);
  });

  test('is that of the class of the driver, and applies to counter-offers', async () => {
    apply({ fare_band: band });
    const auto = await app.registerDriver({ vehicle_class: 'auto' });
    const ride = await steps.ride(customer);
    const made = await steps.quote(auto, ride, (ride.reference?.mid ?? 0) / 2);
    const lowest = (made.reference?.mid ?? 0) / 2;
    expect(lowest).toBeLessThan((ride.reference?.mid ?? 0) / 2);
    const ask = (price: number) =>
      app.request('POST', `/quotes/${made.id}/counter`, { token: customer.token, body: { price } });
    expect(await ask(lowest - 0.01)).toMatchObject({ status: 400, body: { code: 'jurisdictions.out_of_band' } });
    expect((await ask(lowest)).status).toBe(200);
  });

  test('applies to the price that a customer names with a request, and to raising it', async () => {
    const mid = (await steps.ride(customer)).reference?.mid ?? Number.NaN;
    apply({ fare_band: band });
    const outside = { status: 400, body: { code: 'jurisdictions.out_of_band', errors: [{ field: 'asked_price' }] } };
    const post = (asked_price: number) =>
      app.request<RideRequest>('POST', '/rides/request', {
        token: customer.token,
        body: { ...aRoute, asked_price },
      });
    expect(await post(mid / 2 - 0.01)).toMatchObject(outside);
    const { status, body: ride } = await post(mid / 2);
    expect(status).toBe(201);
    const raise = (price: number) =>
      app.request('POST', `/rides/request/${ride.id}/price`, { token: customer.token, body: { asked_price: price } });
    expect(await raise(mid * 2 + 0.01)).toMatchObject(outside);
    expect((await raise(mid * 2)).status).toBe(200);
  });

  test('does not apply to a request without a usual price, nor with JURISDICTION=none', async () => {
    const ride = await steps.ride(customer);
    expect((await quote(ride, 1)).status).toBeLessThan(300);
    apply({ fare_band: band });
    expect((await quote(ride, 1)).status).toBe(400);
    await RideModel.updateOne({ _id: ride.id }, { $set: { rates: null } });
    expect((await quote(ride, 1)).status).toBeLessThan(300);
  });

  test('is read by everybody with its jurisdiction, source and date', async () => {
    expect((await get<AppConfig>('/config')).jurisdiction).toBeNull();
    use('india-2025');
    const config = await fetch(`${app.url}/api/config`);
    expect(await config.json()).toMatchObject({
      jurisdiction: {
        id: 'india-2025',
        date: '2025-07-01',
        fare_band: { low: 0.5, high: 2 },
        notice: { en: expect.stringContaining('operator has to check') },
      },
    });
  });
});

describe('the least share of the driver', () => {
  test.each([
    ['commission', { driver_percent: 95 }, { platform_fee: 10, driver_earnings: 190 }],
    ['per_ride', { driver_percent: 99 }, { platform_fee: 2, driver_earnings: 198 }],
    ['pass', { driver_percent: 95 }, { platform_fee: 10, driver_earnings: 190 }],
    ['zero', { driver_percent: 95 }, { platform_fee: 0, driver_earnings: 200 }],
    ['commission', { driver_percent: 80 }, { platform_fee: 20, driver_earnings: 180 }],
  ] as const)('limits the fee of the model %s with %p', async (model, { driver_percent }, split) => {
    configure({ ...settings(), PRICING_MODEL: model });
    apply({ driver_share: { rule: 'share', percent: driver_percent } });
    const done = await steps.drive(driver, await steps.booked(customer, driver, { price: 200 }), 'completed');
    expect(done).toMatchObject({ price: 200, ...split });
  });

  test('stays that of the booking when the operator changes the law', async () => {
    apply({ driver_share: { rule: 'share', percent: 95 }, cancellation });
    const before = await steps.booked(customer, driver, { price: 200 });
    use('none');
    await steps.step(driver, before, 'accepted');
    const ended = await steps.cancel(customer, before);
    expect(ended).toMatchObject({ platform_fee: 10, cancellation_fee: { by: 'customer', amount: 20 } });
    const after = await steps.booked(customer, driver, { price: 200 });
    apply({ driver_share: { rule: 'share', percent: 95 }, cancellation });
    await steps.step(driver, after, 'accepted');
    const free = await steps.cancel(customer, after);
    expect(free.platform_fee).toBe(20);
    expect(free.cancellation_fee).toBeUndefined();
  });
});

describe('levies', () => {
  const levies: Jurisdiction['levies'] = [
    { name: 'Welfare levy', percent: 2, of: 'fare', borne_by: 'driver' },
    { name: 'Road fund', percent: 1, of: 'fare', borne_by: 'platform' },
    { name: 'Social security', percent: 5, of: 'turnover', borne_by: 'platform' },
  ];

  test('are in the split, the journal, the settlement, the receipt, the statement and the export', async () => {
    apply({ levies, driver_share: { rule: 'share', percent: 90 } });
    const own = await app.registerDriver();
    const done = await steps.drive(own, await steps.booked(customer, own, { price: 200 }), 'completed');
    const amounts = [
      { name: 'Welfare levy', borne_by: 'driver', amount: 4 },
      { name: 'Road fund', borne_by: 'platform', amount: 2 },
      { name: 'Social security', borne_by: 'platform', amount: 0.8 },
    ];
    // 10% of 200 is left for the fee and the driver's levies.
    expect(done).toMatchObject({ platform_fee: 16, driver_earnings: 180, levies: amounts });
    expect(await journalOf(done.id)).toMatchObject({
      left: { platform: -1_320, levy: -680, driver: 2_000 },
    });
    expect(await get<Receipt>(`/bookings/${done.id}/receipt`, customer)).toMatchObject({
      levies: amounts,
      platform_fee: 16,
    });
    expect(await statement(own)).toMatchObject({
      rows: [{ platform_fee: 16, driver_levies: 4, driver_earnings: 180 }],
      totals: { driver_levies: 4 },
      balance: 20,
    });
    const pending = (await get<Settlement[]>('/admin/settlements/pending')).find(({ id }) => id === done.id);
    expect(pending).toMatchObject({ platform_fee: 16, driver_levies: 4, net_due: 20 });
    expect((await settle(done)).body).toMatchObject({ settlement_status: 'paid' });
    expect(await statement(own)).toMatchObject({ balance: 0 });
    const csv = await fetch(`${app.url}/api/admin/export/settlements`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    const [head = '', ...rows] = (await csv.text()).split('\r\n');
    const column = head.split(',').indexOf('driver_levies');
    expect(rows.find((row) => row.includes(done.id))?.split(',')[column]).toBe('4');
  });

  test('are checked by the audit in each settlement, as is the side that owes a fee for cancelling', async () => {
    apply({ levies, cancellation });
    const done = await steps.drive(driver, await steps.booked(customer, driver, { price: 200 }), 'completed');
    const ended = await steps.drive(driver, await steps.booked(customer, driver, { price: 200 }), 'accepted');
    await steps.cancel(customer, ended);
    const found = async (id: string, change: object) => {
      const read = await SettlementModel.findById(id).lean();
      await SettlementModel.updateOne({ _id: id }, { $set: change });
      const { differences } = await audit({ checks: 1 });
      if (read) await SettlementModel.replaceOne({ _id: id }, read);
      return differences;
    };
    const other = (id: string) => `booking ${id}: its settlement has other amounts`;
    expect(await found(done.id, { levy_paise: 1 })).toContain(other(done.id));
    const payer = await found(ended.id, { 'cancellation.payer_id': 'nobody' });
    expect(payer).toContain(other(ended.id));
  });

  test('are not owed any more for a ride that a review refused', async () => {
    apply({ levies });
    const book = { payment_method: 'online' };
    const done = await steps.drive(driver, await steps.booked(customer, driver, { price: 200, book }), 'completed');
    expect(await SettlementModel.findById(done.id).lean()).toMatchObject({ levy_paise: 400, net_due_paise: 2_400 });
    const order = await desk.order(customer, done);
    const { body: proof } = await app.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
      token: customer.token,
      body: { outcome: 'pay' },
    });
    expect((await desk.verify(customer, done, proof)).status).toBe(200);
    const decision = { token: admin.token, body: { decision: 'refused', note: 'Never driven' } };
    expect((await app.request('PUT', `/admin/reviews/${done.id}`, decision)).status).toBe(200);
    expect(await SettlementModel.findById(done.id).lean()).toMatchObject({ levy_paise: 0, net_due_paise: 0 });
  });

  test('on turnover are paid from the price of a pass', async () => {
    configure({ ...settings(), PRICING_MODEL: 'pass' });
    apply({ levies });
    const own = await app.registerDriver();
    const { body: pass } = await app.request<{ id: string }>('POST', '/driver/passes', {
      token: own.token,
      body: { span: 'day', price: 30 },
    });
    expect(await journalOf(pass.id)).toMatchObject({ left: { driver: 3_000, platform: -2_850, levy: -150 } });
    const done = await steps.drive(own, await steps.booked(customer, own, { price: 200 }), 'completed');
    expect(done).toMatchObject({ platform_fee: 0, driver_earnings: 196 });
    expect((await settle(done)).body).toMatchObject({ platform_fee: 0, driver_levies: 4, net_due: 4 });
  });
});

describe('the fee for cancelling', () => {
  const accepted = async (own: TestPerson, book: object = {}) =>
    steps.drive(own, await steps.booked(customer, own, { price: 150, book }), 'accepted');

  test('is shown before cancelling, is a debt of the customer that an admin collects, and then goes to the driver', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const pending = await steps.booked(customer, own, { price: 150 });
    expect((await steps.readBooking(customer, pending.id)).cancel_cost).toBeUndefined();
    const booking = await steps.drive(own, pending, 'accepted');
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({
      cancel_cost: { amount: 15, rule: 'cancellation fee' },
    });
    const fee = { by: 'customer', amount: 15, rule: 'cancellation fee' };
    expect(await steps.cancel(customer, booking)).toMatchObject({ cancellation_fee: fee });
    expect(await journalOf(booking.id)).toMatchObject({ left: { customer: 1_500, driver: -1_500 } });
    const owed = (await get<Settlement[]>('/admin/settlements/pending')).find(({ id }) => id === booking.id);
    expect(owed).toMatchObject({
      kind: 'cancellation',
      cancellation: { by: 'customer', payer_name: customer.name },
      ...{ platform_fee: 0, net_due: 15 },
    });
    expect(await get<Receipt>(`/bookings/${booking.id}/receipt`, customer)).toMatchObject({
      cancellation_fee: fee,
      ...{ is_part: false, price: 0, final_price: 0, platform_fee: 0, driver_earnings: 0 },
    });
    expect((await settle(booking)).body).toMatchObject({ settlement_status: 'paid' });
    expect(await journalOf(booking.id)).toMatchObject({ left: { customer: 0, driver: -1_500, bank: 1_500 } });
    expect((await get<Payout[]>('/admin/payouts')).find(({ id }) => id === booking.id)).toMatchObject({ amount: 15 });
    expect(await statement(own)).toMatchObject({
      cancellations: [{ ...fee, booking_id: booking.id, settlement_status: 'paid' }],
      totals: { rides: 0, cancellation_fees: 15 },
      balance: -15,
    });
    // The fee for cancelling is neither a fare nor a commission.
    expect(await get<Earnings>('/driver/earnings', own)).toMatchObject({ total_earnings: 0, pending_payment: 0 });
  });

  test('is never above the amount that was shown: a higher fee has to be confirmed again', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const cancel = (booking: Booking, fee?: number) =>
      app.request<Booking & { code?: string }>('PUT', `/bookings/${booking.id}/cancel`, {
        token: customer.token,
        body: { reason: 'Change of plans', fee },
      });
    const changed = { status: 409, body: { code: 'bookings.fee_changed' } };
    // The customer is shown that cancelling costs nothing; then the driver accepts.
    const booking = await steps.booked(customer, own, { price: 150 });
    await steps.step(own, booking, 'accepted');
    expect(await cancel(booking, 0)).toMatchObject(changed);
    expect(await cancel(booking, 14.99)).toMatchObject(changed);
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({ status: 'accepted' });
    const paid = { status: 200, body: { status: 'cancelled', cancellation_fee: { amount: 15 } } };
    expect(await cancel(booking, 15)).toMatchObject(paid);
    // A repeat changes nothing. A fee below the shown one, and a call without the shown fee, are accepted.
    expect(await cancel(booking, 0)).toMatchObject(paid);
    expect(await cancel(await accepted(own), 20)).toMatchObject(paid);
    expect(await cancel(await accepted(own))).toMatchObject(paid);
  });

  test('is deducted from the refund of a payment that the customer has made', async () => {
    apply({ cancellation });
    const booking = await accepted(driver, { payment_method: 'phonepe' });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    await steps.confirm(driver, booking);
    const ended = await steps.cancel(customer, booking);
    expect(ended).toMatchObject({ refund_status: 'due', refund_amount: 135, cancellation_fee: { amount: 15 } });
    const back = (amount: number) =>
      app.request<Booking>('PUT', `/admin/refunds/${booking.id}`, {
        token: admin.token,
        body: { amount, reference: 'BACK-1' },
      });
    expect((await back(150)).status).toBe(409);
    expect((await back(135)).status).toBe(200);
    // The customer paid the driver directly, and the driver keeps the fee.
    expect(await journalOf(booking.id)).toMatchObject({ left: { customer: 0, driver: 0 } });
  });

  test('is not paid by a payment that only the customer claims: it is pending until the claim is confirmed', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const booking = await accepted(own, { payment_method: 'phonepe' });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    expect(await steps.cancel(customer, booking)).toMatchObject({ cancellation_fee: { amount: 15 } });
    const isPending = async () =>
      (await get<Settlement[]>('/admin/settlements/pending')).some(({ id }) => id === booking.id);
    expect(await isPending()).toBe(true);
    expect(await statement(own)).toMatchObject({ cancellations: [{ settlement_status: 'pending' }] });
    // An admin decides about the claim first, because a confirmed claim pays the fee.
    expect(await settle(booking)).toMatchObject({ status: 409, body: { code: 'payments.not_confirmed' } });
    expect((await audit({ checks: 1 })).differences).toEqual([]);
    await steps.confirm(own, booking);
    expect(await isPending()).toBe(false);
    expect(await statement(own)).toMatchObject({ cancellations: [{ settlement_status: 'paid' }] });
    expect(await journalOf(booking.id)).toMatchObject({ left: { customer: -13_500, driver: 13_500 } });
    const back = { token: admin.token, body: { amount: 135, reference: 'BACK-1' } };
    expect((await app.request('PUT', `/admin/refunds/${booking.id}`, back)).status).toBe(200);
    expect(await journalOf(booking.id)).toMatchObject({ left: { customer: 0, driver: 0 } });
  });

  describe('of a booking whose payment the customer claims, but did not make', () => {
    const claimed = async (own: TestPerson, law: Jurisdiction['cancellation'] = cancellation) => {
      apply({ cancellation: law });
      const booking = await accepted(own, { payment_method: 'phonepe' });
      await app.request('PUT', `/bookings/${booking.id}/payment`, {
        token: customer.token,
        body: { payment_status: 'completed' },
      });
      return booking;
    };
    const refuse = ({ id }: Booking) =>
      app.request<Booking & { code?: string }>('POST', `/bookings/${id}/payment/refuse`, { token: admin.token });
    const open = ({ payment_status, payment_claimed_by, refund_status, refund_amount }: Booking) => [
      payment_status,
      payment_claimed_by,
      refund_status,
      refund_amount,
    ];

    test('is owed once an admin refuses the claim, and is collected or waived like any other', async () => {
      const own = await app.registerDriver();
      const [paid, waived] = [await claimed(own), await claimed(own)];
      for (const booking of [paid, waived]) {
        await steps.cancel(customer, booking);
        const refused = await refuse(booking);
        expect(refused.status).toBe(200);
        expect(open(refused.body)).toEqual(['pending', null, null, null]);
        // A repeat changes nothing; there is no claim any more.
        expect(await refuse(booking)).toMatchObject({ status: 200, body: { version: refused.body.version } });
        expect((await get<Booking[]>('/admin/refunds')).map(({ id }) => id)).not.toContain(booking.id);
        const confirm = { token: own.token };
        expect(await app.request('POST', `/bookings/${booking.id}/payment/confirm`, confirm)).toMatchObject({
          status: 409,
          body: { code: 'payments.nothing_to_confirm' },
        });
        // The journal entry of the claim is reversed.
        const { entries, left } = await journalOf(booking.id);
        expect(entries).toEqual(expect.arrayContaining([`paid:${booking.id}`, `unpaid:${booking.id}`]));
        expect(left).toMatchObject({ customer: 1_500, driver: -1_500 });
      }
      expect((await settle(paid)).status).toBe(200);
      expect((await get<Payout[]>('/admin/payouts')).find(({ id }) => id === paid.id)).toMatchObject({ amount: 15 });
      expect((await waive(waived)).status).toBe(200);
      expect((await journalOf(waived.id)).left).toMatchObject({ customer: 0, driver: 0 });
    });

    test('is stated in the notification that the claimed payment was not found, in the language of the customer', async () => {
      const own = await app.registerDriver();
      const booking = await claimed(own);
      await steps.cancel(customer, booking);
      const told = async (language: string) => {
        const headers = { 'Accept-Language': language };
        const { body } = await app.request<Inbox>('GET', '/notifications', { token: customer.token, headers });
        return body.notifications.filter(
          ({ kind, booking_id }) => kind === 'payment_refused' && booking_id === booking.id,
        );
      };
      expect(await told('en')).toEqual([]);
      await refuse(booking);
      await refuse(booking);
      expect(await told('en')).toMatchObject([
        {
          title: 'Payment not found',
          body: 'We could not find your payment of ₹150.00 to Test driver. Nothing is paid back, and the fee for cancelling, ₹15.00, is still to be paid.',
        },
      ]);
      expect(await told('hi')).toMatchObject([{ title: 'पेमेंट नहीं मिला' }]);
    });

    test('is kept after a confirmation and owed after a refusal, also if it equals the whole payment; until then admins are shown the claim', async () => {
      const [kept, owed] = [await app.registerDriver(), await app.registerDriver()];
      const listed = async ({ id }: Booking) => (await get<Booking[]>('/admin/refunds')).some((row) => row.id === id);
      const cancelled = async (own: TestPerson) => {
        const booking = await claimed(own, wholeFee);
        await steps.cancel(customer, booking);
        expect(await listed(booking)).toBe(true);
        return booking;
      };
      const confirmed = await cancelled(kept);
      expect((await settle(confirmed)).body).toMatchObject({ code: 'payments.not_confirmed' });
      const { body } = await app.request<Booking>('POST', `/bookings/${confirmed.id}/payment/confirm`, {
        token: admin.token,
      });
      expect(open(body)).toEqual(['completed', 'customer', null, null]);
      expect(await listed(confirmed)).toBe(false);
      const refused = await cancelled(owed);
      expect(open((await refuse(refused)).body)).toEqual(['pending', null, null, null]);
      expect(await listed(refused)).toBe(false);
      expect((await settle(refused)).status).toBe(200);
      expect((await audit({ checks: 1 })).differences).toEqual([]);
    });

    test('is not changed by a refusal unless the booking has ended and a claim is open', async () => {
      const own = await app.registerDriver();
      const booking = await claimed(own);
      expect(await refuse(booking)).toMatchObject({ status: 409, body: { code: 'payments.refuse_not_ended' } });
      await steps.cancel(customer, booking);
      await steps.confirm(own, booking);
      expect(await refuse(booking)).toMatchObject({ status: 409, body: { code: 'payments.nothing_to_refuse' } });
      const unpaid = await accepted(own);
      await steps.cancel(customer, unpaid);
      expect(await refuse(unpaid)).toMatchObject({ status: 409, body: { code: 'payments.nothing_to_refuse' } });
    });

    test('is either kept or owed if the claim is confirmed and refused at the same time', async () => {
      const own = await app.registerDriver();
      const booking = await claimed(own);
      await steps.cancel(customer, booking);
      const confirm = () => app.request('POST', `/bookings/${booking.id}/payment/confirm`, { token: own.token });
      const ends = await Promise.all([refuse(booking), confirm()]);
      expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isConfirmed = ends[1].status === 200;
      expect(open(await steps.readBooking(customer, booking.id))).toEqual(
        isConfirmed ? ['completed', 'customer', 'due', 135] : ['pending', null, null, null],
      );
    });
  });

  test('counts as paid if the driver says that the payment was received', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const booking = await accepted(own, { payment_method: 'phonepe' });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: own.token,
      body: { payment_status: 'completed' },
    });
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: 'due', refund_amount: 135 });
    expect(await statement(own)).toMatchObject({ cancellations: [{ settlement_status: 'paid' }] });
  });

  test('of a driver is a debt to the platform, is capped, and is not deducted from a refund to the customer', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const booking = await steps.booked(customer, own, { price: 900, book: { payment_method: 'phonepe' } });
    await app.request('PUT', `/bookings/${booking.id}/payment`, {
      token: customer.token,
      body: { payment_status: 'completed' },
    });
    await steps.confirm(own, booking);
    expect(await steps.readBooking(own, booking.id)).toMatchObject({ cancel_cost: { amount: 20 } });
    const ended = await steps.cancel(own, booking);
    expect(ended).toMatchObject({ refund_amount: 900, cancellation_fee: { by: 'driver', amount: 20 } });
    expect((await settle(booking)).body).toMatchObject({ cancellation: { by: 'driver' }, net_due: 20 });
    expect(await statement(own)).toMatchObject({ totals: { cancellation_fees: -20 } });
  });

  test.each([
    ['customer', 15, { customer: 1_500, driver: -1_500 }],
    ['driver', -15, { driver: 1_500, platform: -1_500 }],
  ] as const)('of a %s can be waived: nothing is paid, and the journal records it', async (side, total, owed) => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const booking = await accepted(own);
    await steps.cancel(side === 'customer' ? customer : own, booking);
    expect(await journalOf(booking.id)).toMatchObject({ left: owed });
    const before = (await audit({ checks: 1 })).balances.bank ?? 0;
    const waived = await waive(booking);
    expect(waived).toMatchObject({ status: 200, body: { settlement_status: 'paid', payment_method: 'waived' } });
    const nothing = { customer: 0, driver: 0, platform: 0, bank: 0 };
    const left = async () => ({ ...nothing, ...(await journalOf(booking.id)).left });
    expect(await left()).toMatchObject(nothing);
    expect((await journalOf(booking.id)).entries).toContain(`waive:${booking.id}`);
    expect((await get<Payout[]>('/admin/payouts')).find(({ id }) => id === booking.id)).toBeUndefined();
    expect(await statement(own)).toMatchObject({
      cancellations: [{ by: side, amount: 15, settlement_status: 'paid', waived: true }],
      ...{ totals: { cancellation_fees: 0 }, balance: 0 },
    });
    expect((await audit({ checks: 3, pauseMs: 200 })).balances.bank ?? 0).toBe(before);
    expect((await waive(booking)).body).toEqual(waived.body);
    const csv = await fetch(`${app.url}/api/admin/export/settlements`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect((await csv.text()).split('\r\n').find((row) => row.startsWith(booking.id))).toContain(',waived,WAIVED-1,');
    // The waiving is undone within a minute, so the fee is owed again. Then the fee is paid by bank.
    const undone = await app.request('POST', `/admin/settlements/${booking.id}/undo`, { token: admin.token });
    expect(undone).toMatchObject({ status: 200, body: { settlement_status: 'pending' } });
    expect(await journalOf(booking.id)).toMatchObject({ left: owed });
    expect((await settle(booking)).status).toBe(200);
    expect((await left()).bank).toBe(1_500);
    expect(await statement(own)).toMatchObject({ totals: { cancellation_fees: total } });
  });

  test('is the only settlement that can be waived', async () => {
    const done = await steps.drive(driver, await steps.booked(customer, driver, { price: 150 }), 'completed');
    expect(await waive(done)).toMatchObject({ status: 409, body: { code: 'settlements.not_waivable' } });
    expect((await settle(done)).body).toMatchObject({ payment_method: 'bank_transfer' });
  });

  test.each(['Waived', 'WAIVED', 'Gateway'])(
    'is not paid by the method %s, which differs from a reserved method only in capital letters',
    async (method) => {
      apply({ cancellation });
      const booking = await accepted(driver);
      await steps.cancel(customer, booking);
      expect((await waive(booking, method)).status).toBe(400);
      expect((await waive(booking)).body).toMatchObject({ settlement_status: 'paid', payment_method: 'waived' });
    },
  );

  test('counts in the statement once it is paid', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const booking = await accepted(own);
    await steps.cancel(customer, booking);
    expect(await statement(own)).toMatchObject({ cancellations: [{ amount: 15 }], totals: { cancellation_fees: 0 } });
    await settle(booking);
    expect(await statement(own)).toMatchObject({ totals: { cancellation_fees: 15 } });
  });

  test('is not charged for a ride with a plausible drive, and not to the side that did not cancel', async () => {
    apply({ cancellation: { ...cancellation, driver_from: null } });
    const begun = await startAndDrive(app, driver, {
      ...{ booking: await accepted(driver), metres: 1_000, seconds: 90 },
    });
    const ended = await steps.cancel(customer, begun);
    clock.setOffset(0);
    expect(ended.cancellation_fee).toBeUndefined();
    expect((await steps.cancel(driver, await accepted(driver))).cancellation_fee).toBeUndefined();
  });

  test.each(['customer', 'driver'] as const)(
    'is charged to a %s who cancels a started ride without a drive',
    async (side) => {
      apply({ cancellation });
      const own = await app.registerDriver();
      const me = side === 'customer' ? customer : own;
      const begun = await steps.drive(own, await accepted(own), 'in_progress');
      expect(await steps.readBooking(me, begun.id)).toMatchObject({ cancel_cost: { amount: 15 } });
      const low = { token: me.token, body: { reason: 'Change of plans', fee: 14.99 } };
      expect((await app.request('PUT', `/bookings/${begun.id}/cancel`, low)).status).toBe(409);
      expect(await steps.cancel(me, begun)).toMatchObject({
        ...{ refund_status: null, cancellation_fee: { by: side, amount: 15 } },
      });
      expect((await settle(begun)).body).toMatchObject({
        kind: 'cancellation',
        cancellation: { by: side },
        net_due: 15,
      });
    },
  );

  test('is charged for a started ride without a drive if its payment is only claimed, and not charged if the payment was received', async () => {
    apply({ cancellation });
    const own = await app.registerDriver();
    const started = async (payer: TestPerson) => {
      const booking = await accepted(own, { payment_method: 'phonepe' });
      const paid = { token: payer.token, body: { payment_status: 'completed' } };
      await app.request('PUT', `/bookings/${booking.id}/payment`, paid);
      return steps.drive(own, booking, 'in_progress');
    };
    const claimed = await started(customer);
    expect(await steps.cancel(customer, claimed)).toMatchObject({ cancellation_fee: { amount: 15 } });
    await steps.confirm(own, claimed);
    // No admin has to decide on the refund, because only the fee is kept.
    expect(await steps.readBooking(customer, claimed.id)).toMatchObject({ refund_status: 'due', refund_amount: 135 });
    const back = { token: admin.token, body: { amount: 135, reference: 'BACK-1' } };
    expect((await app.request('PUT', `/admin/refunds/${claimed.id}`, back)).status).toBe(200);
    expect((await journalOf(claimed.id)).left).toMatchObject({ customer: 0, driver: 0 });
    const received = await started(own);
    expect((await steps.readBooking(customer, received.id)).cancel_cost).toBeUndefined();
    const ended = await steps.cancel(customer, received);
    expect([ended.refund_status, ended.cancellation_fee]).toEqual(['review', undefined]);
    const all = { token: admin.token, body: { amount: 150, reference: 'BACK-2' } };
    expect((await app.request('PUT', `/admin/refunds/${received.id}`, all)).status).toBe(200);
  });
});

test('the route of these tests has a usual price', async () => {
  expect((await steps.ride(customer, aRoute)).reference).not.toBeNull();
});
