import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import type { Payout, Receipt, Statement } from '@boli/shared/ledger/ledger.schema';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { Refund, Review } from '@boli/shared/payments/payments.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { PaymentModel } from '../payments/payments.model';
import { SimulatedPaymentModel } from '../payments/simulated.model';
import { seedPromos } from '../promos/promos.service';
import { RedemptionModel } from '../promos/redemptions.model';
import type { TestPerson } from '../testing/app';
import { startAndDrive } from '../testing/drive';
import { market } from '../testing/market';
import { cashier, journalOf, type Proof } from '../testing/payments';
import { race, rounds, tally } from '../testing/races';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeople, setUpPeopleEach } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { audit } from './audit.service';

const app = setUpApp({
  settings: {
    MAX_OPEN_REQUESTS: '10000',
    SIMULATED_GATEWAY_SECRET: 'only for tests',
    REVIEW_BELOW_METERS: '200',
    REVIEW_BELOW_SECONDS: '60',
    CANCELLED_RIDE_MIN_FARE: '50',
  },
});
const steps = market(app);
const desk = cashier(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

beforeAll(async () => {
  await seedPromos();
});
afterEach(async () => {
  clock.setOffset(200_000);
  await runJobs();
  clock.setOffset(0);
  expect((await audit({ checks: 3, pauseMs: 200 })).differences).toEqual([]);
});

const booked = (price: number, book: object = {}) => steps.booked(customer, driver, { price, book });
const mark = (booking: Booking, person: TestPerson) =>
  app.request<Booking>('PUT', `/bookings/${booking.id}/payment`, {
    token: person.token,
    body: { payment_status: 'completed' },
  });
const confirm = (booking: Booking, person: TestPerson) =>
  app.request<Booking & { code?: string }>('POST', `/bookings/${booking.id}/payment/confirm`, { token: person.token });
const choose = (booking: Booking, method: string) =>
  app.request<Booking>('POST', `/bookings/${booking.id}/payment`, {
    token: customer.token,
    body: { payment_method: method, payment_status: 'pending' },
  });
const refund = (booking: Booking, amount?: number, reference: string | null = 'UTR-1') =>
  app.request<Booking & { code?: string }>('PUT', `/admin/refunds/${booking.id}`, {
    token: admin.token,
    body: { ...(reference !== null && { reference }), ...(amount !== undefined && { amount }) },
  });
const decide = (booking: Booking, decision: string, note = 'Looked at') =>
  app.request<Booking & { code?: string }>('PUT', `/admin/reviews/${booking.id}`, {
    token: admin.token,
    body: { decision, note },
  });
const settle = (booking: Booking) =>
  app.request<Settlement & { code?: string }>('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
async function listed<T extends { id: string }>(path: string, booking: Booking): Promise<T | undefined> {
  const { body } = await app.request<T[]>('GET', path, { token: admin.token });
  return body.find(({ id }) => id === booking.id);
}
const refundOf = (booking: Booking) => listed<Refund>('/admin/refunds', booking);
const reviewOf = (booking: Booking) => listed<Review>('/admin/reviews', booking);
const payoutOf = (booking: Booking) => listed<Payout>('/admin/payouts', booking);
const payOut = (booking: Booking) =>
  app.request('PUT', `/admin/payouts/${booking.id}`, { token: admin.token, body: { reference: 'NEFT-1' } });
const earnedInHistory = async (booking: Booking) => {
  const { body } = await app.request<HistoryEntry[]>('GET', '/rides/history', { token: driver.token });
  return body.find(({ booking_id }) => booking_id === booking.id)?.driver_earned;
};
const driverFare = async (booking: Booking) => (await steps.readBooking(driver, booking.id)).driver_fare;
const now = (booking: Booking) => steps.readBooking(customer, booking.id);
const redemptionsTaken = () => RedemptionModel.countDocuments({ customer_id: customer.id, state: 'taken' });

async function checkout(booking: Booking) {
  const order = await desk.order(customer, booking);
  const paid = await app.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  return desk.verify(customer, booking, paid.body);
}
async function paidOnline(price: number, book: object = {}): Promise<Booking> {
  const booking = await booked(price, { payment_method: 'online', ...book });
  expect((await checkout(booking)).status).toBe(200);
  return booking;
}
/** Starts the ride and drives this far in this time; both are recorded. */
const driven = (booking: Booking, metres: number, seconds = 90) =>
  startAndDrive(app, driver, { booking, metres, seconds });
/** Resolves once the gateway has refunded the booking. The payment is written last. */
const refunded = (booking: Booking) =>
  eventually(
    async () =>
      (await now(booking)).refund_status === 'refunded' &&
      (await PaymentModel.exists({ booking_id: booking.id, state: 'refund_due' })) === null,
    'the gateway has not refunded the payment',
  );

describe('a payment outside the gateway', () => {
  test('is claimed by one side and confirmed by the other, once; person and time of both are stored', async () => {
    const booking = await booked(100, { payment_method: 'phonepe' });
    expect(await confirm(booking, driver)).toMatchObject({
      status: 409,
      body: { code: 'payments.nothing_to_confirm' },
    });
    expect((await mark(booking, customer)).body).toMatchObject({
      payment_status: 'completed',
      payment_claimed_by: 'customer',
      payment_claimed_at: expect.any(String),
      payment_confirmed_by: null,
      payment_confirmed_at: null,
    });
    expect(await confirm(booking, customer)).toMatchObject({
      status: 409,
      body: { code: 'payments.confirm_other_side' },
    });
    expect((await confirm(booking, await app.registerDriver())).status).toBe(404);
    const first = await confirm(booking, driver);
    expect(first).toMatchObject({ status: 200, body: { payment_confirmed_by: 'driver', version: 3 } });
    for (const person of [driver, admin]) expect((await confirm(booking, person)).body.version).toBe(3);
  });

  test('claimed by the driver can be confirmed by the customer or an admin', async () => {
    const booking = await booked(100, { payment_method: 'upi' });
    await mark(booking, driver);
    expect((await confirm(booking, driver)).body.code).toBe('payments.confirm_other_side');
    expect((await confirm(booking, customer)).body.payment_confirmed_by).toBe('customer');
    const other = await booked(100, { payment_method: 'upi' });
    await mark(other, driver);
    expect((await confirm(other, admin)).body.payment_confirmed_by).toBe('admin');
    expect(await BookingModel.findById(other.id).lean()).toMatchObject({ payment_confirmer_id: admin.id });
  });

  test('in cash is paid when the ride completes; only the driver or an admin confirms that the cash was received', async () => {
    const booking = await steps.drive(driver, await booked(100), 'completed');
    expect(booking).toMatchObject({ payment_status: 'completed', payment_claimed_by: 'system' });
    expect((await confirm(booking, customer)).body.code).toBe('payments.confirm_other_side');
    expect((await confirm(booking, driver)).body.payment_confirmed_by).toBe('driver');
  });

  test('claimed only by the customer requires no refund; a confirmed payment does', async () => {
    const booking = await booked(100, { payment_method: 'phonepe' });
    await mark(booking, customer);
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: null, refund_amount: null });
    expect(await refundOf(booking)).toMatchObject({
      payment_claimed_by: 'customer',
      payment_confirmed_by: null,
      proposed_refund: null,
    });
    expect(await refund(booking)).toMatchObject({ status: 409, body: { code: 'payments.not_confirmed' } });
    expect((await confirm(booking, driver)).body).toMatchObject({ refund_status: 'due', refund_amount: 100 });
    expect(await refundOf(booking)).toMatchObject({ payment_confirmed_by: 'driver', proposed_refund: 100 });
    expect((await refund(booking, 60)).body.code).toBe('payments.refund_all_due');
    expect((await refund(booking)).body).toMatchObject({ refund_status: 'refunded' });
    expect((await journalOf(booking.id)).left).toEqual({ customer: 0, driver: 0 });
  });

  test('switched to cash waits for the confirmation by the driver, which is refused once the gateway has captured a payment', async () => {
    const booking = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
    expect((await choose(booking, 'cash')).body).toMatchObject({
      payment_status: 'pending',
      payment_claimed_by: 'customer',
    });
    expect((await confirm(booking, customer)).status).toBe(409);
    expect((await checkout(booking)).body.booking).toMatchObject({
      payment_method: 'online',
      payment_claimed_by: null,
      payment_confirmed_by: 'gateway',
    });
    expect((await confirm(booking, driver)).body.code).toBe('payments.confirmed_by_gateway');
    const other = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
    await choose(other, 'cash');
    expect((await choose(other, 'paytm')).body).toMatchObject({ payment_claimed_by: null, payment_status: 'pending' });
    await choose(other, 'cash');
    expect((await confirm(other, driver)).body).toMatchObject({ payment_status: 'completed', payment_method: 'cash' });
    expect((await settle(other)).status).toBe(200);
  });

  test('of a booking stored before claims existed counts as confirmed', async () => {
    const [marked, cash] = [await booked(100, { payment_method: 'upi' }), await booked(100)];
    await mark(marked, customer);
    await steps.drive(driver, cash, 'completed');
    const added = { payment_claimed_by: 1, payment_claimed_at: 1, review_status: 1, driven_m: 1 } as const;
    await BookingModel.updateMany({ customer_id: customer.id }, { $unset: added });
    expect(await steps.cancel(customer, marked)).toMatchObject({
      refund_status: 'due',
      payment_claimed_by: 'customer',
    });
    expect((await refund(marked)).body.refund_status).toBe('refunded');
    expect(await now(cash)).toMatchObject({ payment_claimed_by: 'system', review_status: null });
    expect((await settle(cash)).status).toBe(200);
  });
});

describe('a prepaid ride', () => {
  test('cancelled in progress waits for an admin, who is shown the driven distance; the gateway refunds the amount that the admin decides', async () => {
    const booking = await driven(await paidOnline(300, { promo_code: 'SAVE100' }), 1_200);
    expect(booking.distance_km).toBe(2.4);
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: 'review', refund_amount: null });
    expect(await redemptionsTaken()).toBe(1);
    // Half of the distance was driven: half of the price and half of the discount are charged.
    expect(await refundOf(booking)).toMatchObject({
      driven_km: expect.closeTo(1.2, 2),
      driven_seconds: expect.any(Number),
      payment_confirmed_by: 'gateway',
      proposed_refund: expect.closeTo(100, 0),
      proposed_earnings: expect.closeTo(135, 0),
    });
    expect(await refund(booking)).toMatchObject({ status: 409, body: { code: 'payments.refund_amount_required' } });
    expect((await refund(booking, 200.01)).body.code).toBe('payments.refund_too_much');
    expect((await refund(booking, 0.5)).body.code).toBe('payments.refund_too_small');
    const part = { price: 150, discount_amount: 50, final_price: 100, platform_fee: 15, driver_earnings: 135 };
    expect((await refund(booking, 100)).body).toMatchObject({ refund_amount: 100, part_fare: part });
    expect(await earnedInHistory(booking)).toBe(135);
    expect(await driverFare(booking)).toEqual(part);
    expect((await now(booking)).driver_fare).toBeNull();
    await refunded(booking);
    expect(await SimulatedPaymentModel.findOne({ refunded_paise: 10_000 }).lean()).toMatchObject({
      status: 'captured',
    });
    expect((await refund(booking, 100, 'UTR-2')).body).toMatchObject({ refund_status: 'refunded', refund_amount: 100 });
    expect(await refund(booking, 99)).toMatchObject({ status: 409, body: { code: 'payments.refund_decided' } });
    expect((await payoutOf(booking))?.amount).toBe(135);
    await payOut(booking);
    expect((await journalOf(booking.id)).left).toEqual({
      customer: 0,
      driver: 0,
      promo: 5_000,
      platform: -1_500,
      gateway: 10_000,
      bank: -13_500,
    });
    expect(await redemptionsTaken()).toBe(1);
  });

  test('cancelled in progress without a recorded distance has a proposed charge of the minimum fare of the platform, or of the whole price if that is lower', async () => {
    const booking = await steps.drive(driver, await paidOnline(300), 'in_progress');
    await steps.cancel(driver, booking);
    expect(await refundOf(booking)).toMatchObject({ driven_km: null, proposed_refund: 250, proposed_earnings: 45 });
    const cheap = await steps.drive(driver, await paidOnline(30), 'in_progress');
    await steps.cancel(driver, cheap);
    expect(await refundOf(cheap)).toMatchObject({ proposed_refund: 0, proposed_earnings: 27 });
    // No bank reference is needed: the gateway pays, or the refund is zero.
    expect((await refund(cheap, 0, null)).body).toMatchObject({ refund_status: null, part_fare: { final_price: 30 } });
    expect((await payoutOf(cheap))?.amount).toBe(27);
    expect((await refund(booking, 300, null)).body).toMatchObject({ part_fare: { final_price: 0 } });
    expect(await earnedInHistory(booking)).toBe(0);
    await refunded(booking);
    expect((await journalOf(booking.id)).left).toEqual({ customer: 0, gateway: 0 });
    expect(await payoutOf(booking)).toBeUndefined();
  });

  test('cancelled in progress and paid to the driver is charged the part that is not refunded, with its fee; receipt, statement and earnings include it', async () => {
    const booking = await booked(200, { payment_method: 'upi' });
    await mark(booking, customer);
    await confirm(booking, driver);
    await driven(booking, 600);
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: 'review' });
    const receipt = () => app.request<Receipt>('GET', `/bookings/${booking.id}/receipt`, { token: driver.token });
    expect((await receipt()).status).toBe(409);
    expect(await refund(booking, 150, null)).toMatchObject({
      status: 400,
      body: { code: 'admin.reference_required', errors: [{ field: 'reference' }] },
    });
    expect((await refund(booking, 150)).body).toMatchObject({ refund_status: 'refunded', refund_amount: 150 });
    expect((await journalOf(booking.id)).left).toEqual({ customer: 0, driver: 500, platform: -500 });
    expect((await receipt()).body).toMatchObject({
      is_part: true,
      price: 50,
      final_price: 50,
      platform_fee: 5,
      driver_earnings: 45,
      refund_amount: 150,
      payment_confirmed_by: 'driver',
    });
    const around = (ms: number) => new Date(clock.millis() + ms).toISOString();
    const statement = await app.request<Statement>(
      'GET',
      `/driver/statement?from=${around(-3_600_000)}&to=${around(3_600_000)}`,
      { token: driver.token },
    );
    expect(statement.body.rows).toMatchObject([{ booking_id: booking.id, received_directly: 50, is_part: true }]);
    expect(statement.body.balance).toBe(5);
    const earnings = await app.request('GET', '/driver/earnings', { token: driver.token });
    expect(earnings.body).toMatchObject({ total_earnings: 45, completed_rides: 0, pending_payment: 5 });
    const days = await app.request<{ earnings: number; rides: number }[]>('GET', '/driver/earnings/daily?days=1', {
      token: driver.token,
    });
    expect(days.body).toMatchObject([{ earnings: 45, rides: 0 }]);
    expect((await settle(booking)).body).toMatchObject({ platform_fee: 5, net_due: 5 });
    expect((await journalOf(booking.id)).left).toMatchObject({ driver: 0, bank: 500 });
  });

  test('cancelled in progress with a payment claimed only by the customer gets its refund decided after the payment is confirmed', async () => {
    const booking = await booked(300, { payment_method: 'upi', promo_code: 'SAVE100' });
    await mark(booking, customer);
    await driven(booking, 600);
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: null });
    expect(await redemptionsTaken()).toBe(1);
    expect((await confirm(booking, admin)).body).toMatchObject({ refund_status: 'review' });
    expect((await refund(booking, 200)).body).toMatchObject({ refund_status: 'refunded' });
    // Nothing is charged, so the promo code becomes free again.
    expect(await redemptionsTaken()).toBe(0);
  });

  test('cancelled in progress with a decision of no refund stays decided when its payment is confirmed later', async () => {
    const booking = await booked(240, { payment_method: 'upi' });
    await mark(booking, driver);
    await driven(booking, 600);
    expect(await steps.cancel(customer, booking)).toMatchObject({ refund_status: 'review' });
    expect((await refund(booking, 0, null)).body).toMatchObject({ refund_status: null });
    expect(await confirm(booking, customer)).toMatchObject({ status: 200, body: { refund_status: null } });
    expect(await refundOf(booking)).toBeUndefined();
  });

  test('cancelled in progress has one decision when concurrent calls decide different amounts', async () => {
    for (const _ of rounds.slice(0, 5)) {
      const booking = await steps.drive(driver, await paidOnline(300), 'in_progress');
      await steps.cancel(customer, booking);
      const answers = await race({ much: () => refund(booking, 200), little: () => refund(booking, 100) }, 3);
      expect(tally([...answers.much, ...answers.little])).toEqual({ 200: 3, 409: 3 });
      await refunded(booking);
      const amount = answers.much.includes(200) ? 200 : 100;
      expect(await now(booking)).toMatchObject({ refund_amount: amount });
      const payments = await PaymentModel.find({ booking_id: booking.id }).lean();
      expect(payments).toMatchObject([{ state: 'refunded', refund_paise: amount * 100 }]);
    }
  }, 120_000);

  test('leaves no difference in the ledger when a confirmation of its payment races with its cancellation or with an online capture', async () => {
    for (const _ of rounds.slice(0, 5)) {
      const claimed = await booked(100, { payment_method: 'upi' });
      await mark(claimed, customer);
      const cancel = () =>
        app.request('PUT', `/bookings/${claimed.id}/cancel`, { token: customer.token, body: { reason: 'Other' } });
      await race({ confirm: () => confirm(claimed, driver), cancel }, 2);
      expect(await now(claimed)).toMatchObject({ status: 'cancelled', refund_status: 'due' });
      const online = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
      await choose(online, 'cash');
      await race({ confirm: () => confirm(online, driver), capture: () => checkout(online) }, 1);
      const after = await now(online);
      expect(after.payment_status).toBe('completed');
      expect([
        ['cash', 'driver'],
        ['online', 'gateway'],
      ]).toContainEqual([after.payment_method, after.payment_confirmed_by]);
      await eventually(
        async () => (await PaymentModel.countDocuments({ booking_id: online.id, state: 'refund_due' })) === 0,
        'a surplus payment was kept',
      );
    }
  }, 120_000);
});

describe('the review of a completed ride', () => {
  test.each([
    ['no positions', null, 90],
    ['a length of 150 metres', 150, 90],
    ['a duration of 30 seconds', 2_000, 30],
  ] as const)(
    'is required after a drive with %s: the ride is completed, and its payout waits for the review',
    async (_name, metres, seconds) => {
      const online = await paidOnline(100);
      if (metres === null) await steps.drive(driver, online, 'in_progress');
      else await driven(online, metres, seconds);
      if (metres === null) clock.setOffset(seconds * 1_000);
      const booking = await steps.step(driver, online, 'completed');
      expect(booking).toMatchObject({ status: 'completed', review_status: 'pending', driver_earnings: 90 });
      expect(await reviewOf(booking)).toMatchObject({ driven_seconds: expect.any(Number), review_note: null });
      expect(await payoutOf(booking)).toBeUndefined();
      expect(await decide(booking, 'maybe')).toMatchObject({ status: 400 });
      expect((await decide(booking, 'cleared', 'Their phone was off')).body.review_status).toBe('cleared');
      expect((await payoutOf(booking))?.amount).toBe(90);
      expect((await decide(booking, 'cleared')).status).toBe(200);
      expect((await decide(booking, 'refused')).body.code).toBe('reviews.decided');
      expect(await reviewOf(booking)).toBeUndefined();
    },
  );

  test('is not required after two kilometres in ninety seconds', async () => {
    const booking = await steps.step(driver, await driven(await paidOnline(100), 2_000), 'completed');
    expect(booking.review_status).toBeNull();
    expect((await payoutOf(booking))?.amount).toBe(90);
    expect((await decide(booking, 'refused')).body.code).toBe('reviews.none');
  });

  test('that refuses a ride paid through the gateway gives the customer a full refund and the driver nothing', async () => {
    const booking = await steps.drive(driver, await paidOnline(240, { promo_code: 'SAVE100' }), 'completed');
    expect((await decide(booking, 'refused', 'Never driven')).body).toMatchObject({
      review_status: 'refused',
      refund_amount: 140,
    });
    expect((await steps.readBooking(driver, booking.id)).review_note).toBe('Never driven');
    expect((await now(booking)).review_note).toBeNull();
    await refunded(booking);
    expect(await payoutOf(booking)).toBeUndefined();
    expect(await earnedInHistory(booking)).toBe(0);
    expect(await driverFare(booking)).toBeNull();
    const left = (await journalOf(booking.id)).left;
    expect(Object.values(left).filter((amount) => amount !== 0)).toEqual([]);
  });

  test('can refuse a ride only with a reason, and the driver is notified of the reason', async () => {
    const booking = await steps.drive(driver, await booked(100), 'completed');
    for (const note of ['', '  ']) {
      expect(await decide(booking, 'refused', note)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'note', code: 'reviews.reason_required' }] },
      });
    }
    expect((await now(booking)).review_status).toBe('pending');
    await decide(booking, 'refused', 'Nobody drove it');
    await decide(booking, 'refused', 'Said twice');
    const { body } = await app.request<Inbox>('GET', '/notifications', { token: driver.token });
    expect(body.notifications.filter(({ kind }) => kind === 'ride_refused')).toMatchObject([
      { booking_id: booking.id, body: expect.stringMatching(/was looked at and not accepted: Nobody drove it$/) },
    ]);
    const own = await app.request<Inbox>('GET', '/notifications', { token: customer.token });
    expect(own.body.notifications.map(({ kind }) => kind)).not.toContain('ride_refused');
  });

  test('that refuses a ride after its commission was paid by bank and its fare by the gateway returns the commission too', async () => {
    const booking = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
    expect((await settle(booking)).status).toBe(200);
    await checkout(booking);
    await decide(booking, 'refused');
    await refunded(booking);
    expect((await payoutOf(booking))?.amount).toBe(10);
    await payOut(booking);
    expect(Object.values((await journalOf(booking.id)).left).filter((amount) => amount !== 0)).toEqual([]);
  });

  test('of a ride paid in cash holds back the promo credit; after a refusal the driver owes the whole commission', async () => {
    const booking = await steps.drive(driver, await booked(240, { promo_code: 'SAVE100' }), 'completed');
    await confirm(booking, driver);
    expect(await settle(booking)).toMatchObject({ status: 409, body: { code: 'settlements.in_review' } });
    const whole = { price: 240, discount_amount: 100, final_price: 140, platform_fee: 24, driver_earnings: 216 };
    expect(await driverFare(booking)).toEqual(whole);
    await decide(booking, 'refused');
    expect((await settle(booking)).body).toMatchObject({ platform_fee: 24, discount_credit: 0, net_due: 24 });
    expect(await earnedInHistory(booking)).toBe(116);
    const withoutCredit = { ...whole, price: 140, discount_amount: 0, driver_earnings: 116 };
    expect(await driverFare(booking)).toEqual(withoutCredit);
    expect((await journalOf(booking.id)).left).toEqual({
      customer: 0,
      driver: 0,
      promo: 0,
      platform: -2_400,
      bank: 2_400,
    });
  });

  test('that refuses a ride before its payment lets no new payment begin, and refunds a payment that had begun', async () => {
    const booking = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
    const order = await desk.order(customer, booking);
    await decide(booking, 'refused');
    expect((await desk.order(customer, booking)).status).toBe(409);
    const paid = await app.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
      token: customer.token,
      body: { outcome: 'pay' },
    });
    expect((await desk.verify(customer, booking, paid.body)).status).toBe(409);
    await eventually(
      async () => (await PaymentModel.countDocuments({ booking_id: booking.id, state: 'refunded' })) === 1,
      'the payment was kept',
    );
    expect(await now(booking)).toMatchObject({ payment_status: 'pending' });
  });

  test('has one decision when concurrent calls decide differently, whatever is settled and paid meanwhile', async () => {
    for (const _ of rounds.slice(0, 5)) {
      const booking = await steps.drive(driver, await booked(100, { payment_method: 'online' }), 'completed');
      const answers = await race(
        {
          clear: () => decide(booking, 'cleared'),
          refuse: () => decide(booking, 'refused'),
          settle: () => settle(booking),
          pay: () => checkout(booking),
        },
        1,
      );
      expect([...answers.clear, ...answers.refuse].sort()).toEqual([200, 409]);
      await eventually(
        async () => (await PaymentModel.countDocuments({ booking_id: booking.id, state: 'refund_due' })) === 0,
        'a refund is still due',
      );
      expect((await audit({ checks: 25, pauseMs: 200 })).differences).toEqual([]);
    }
  }, 120_000);
});
