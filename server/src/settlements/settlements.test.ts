import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { expect, test } from '@jest/globals';
import { bookingReconciler } from '../bookings/bookings.reconcile';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp();
const steps = market(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});

const completed = async (price: number): Promise<Booking> =>
  steps.drive(driver, await steps.booked(customer, driver, { price }), 'completed');
const pending = async () =>
  (await app.request<Settlement[]>('GET', '/admin/settlements/pending', { token: admin.token })).body;
const pay = (id: string, reference = 'BANK-1', person = admin) =>
  app.request<Settlement>('PUT', `/admin/settlements/${id}`, {
    token: person.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: reference },
  });
const earnings = async () => (await app.request('GET', '/driver/earnings', { token: driver.token })).body;

test('the earnings of a driver without a ride are zero', async () => {
  expect(await earnings()).toEqual({
    total_earnings: 0,
    platform_fees_paid: 0,
    pending_payment: 0,
    completed_rides: 0,
    usual_price_per_km: null,
    pass_until: null,
  });
});

test('a completed booking creates one settlement, due in a week; repeated reconcile steps create no second one', async () => {
  const booking = await completed(99.95);
  await bookingReconciler.reconcile(booking.id);
  const [settlement, ...others] = (await pending()).filter((row) => row.booking_id === booking.id);
  expect(others).toEqual([]);
  expect(settlement).toMatchObject({
    id: booking.id,
    driver_id: driver.id,
    driver_name: driver.name,
    platform_fee: 10,
    discount_credit: 0,
    net_due: 10,
    settlement_status: 'pending',
    payment_reference: null,
  });
  const week = Date.parse(settlement?.due_date ?? '') - Date.parse(booking.completed_at ?? '');
  expect(week).toBe(7 * 24 * 60 * 60_000);
});

test('a booking that did not become a ride creates no settlement', async () => {
  const booking = await steps.booked(customer, driver);
  await steps.step(driver, booking, 'accepted');
  await steps.cancel(customer, booking);
  expect((await pending()).some((row) => row.booking_id === booking.id)).toBe(false);
});

test('an admin marks a settlement as paid; a repeat changes nothing and gets the same reply', async () => {
  const before = await earnings();
  const booking = await completed(200);
  const first = await pay(booking.id, 'BANK-7');
  expect(first).toMatchObject({
    status: 200,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-7' },
  });
  expect((await pay(booking.id, 'BANK-8')).body).toEqual(first.body);
  expect((await pending()).some((row) => row.id === booking.id)).toBe(false);
  expect(await earnings()).toEqual({
    total_earnings: Number(before.total_earnings) + 180,
    platform_fees_paid: 20,
    pending_payment: before.pending_payment,
    completed_rides: Number(before.completed_rides) + 1,
    usual_price_per_km: expect.any(Number),
    pass_until: null,
  });
});

test('a fee of zero is settled at once', async () => {
  const booking = await completed(0.04);
  expect((await pending()).some((row) => row.id === booking.id)).toBe(false);
  expect((await pay(booking.id)).body).toMatchObject({ settlement_status: 'paid', payment_reference: null });
});

test('only admins settle, only existing settlements, and only with a reference', async () => {
  const booking = await completed(10);
  expect((await pay(booking.id, 'x', driver)).status).toBe(403);
  expect((await pay(customer.id)).status).toBe(404);
  expect((await pay(booking.id, ' ')).status).toBe(400);
  expect((await pay(booking.id, 'x'.repeat(101))).status).toBe(400);
  expect((await app.request('GET', '/driver/earnings', { token: customer.token })).status).toBe(403);
});

test('of many concurrent Mark Paid calls one is stored, and all get the same answer', async () => {
  const booking = await completed(50);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(booking.id, `BANK-${n}`)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.payment_reference)).size).toBe(1);
});
