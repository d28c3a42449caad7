import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Promo, PromoAnswer } from '@boli/shared/promos/promos.schema';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { PromoModel } from './promos.model';
import { seedPromos } from './promos.service';
import { RedemptionModel } from './redemptions.model';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { driver, admin, customer } = setUpPeople({
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
  customer: () => app.register('customer'),
});

beforeAll(async () => {
  await seedPromos();
});
afterEach(() => clock.setOffset(0));

const validate = (code: string, amount: number, person = customer) =>
  app.request<PromoAnswer>('POST', '/promo/validate', { token: person.token, body: { code, amount } });
const freshCode = () => `T${randomUUID().slice(0, 8).toUpperCase()}`;
const create = (promo: Record<string, unknown> = {}) =>
  app.request<Promo>('POST', '/admin/promos', {
    token: admin.token,
    body: { code: freshCode(), discount_type: 'fixed', discount_value: 10, ...promo },
  });
const made = async (promo: Record<string, unknown> = {}) => {
  const answer = await create(promo);
  expect(answer.status).toBe(201);
  return answer.body;
};
const change = (code: string, body: Record<string, unknown>) =>
  app.request<Promo>('PUT', `/admin/promos/${code}`, { token: admin.token, body });
const listed = async (code: string) =>
  (await app.request<Promo[]>('GET', '/admin/promos', { token: admin.token })).body.find(
    (promo) => promo.code === code,
  );

async function book(person: TestPerson, price: number, body: Record<string, unknown>) {
  const quote = await steps.quote(driver, await steps.ride(person), price);
  return app.request<Booking>('POST', '/bookings/create', {
    token: person.token,
    body: { quote_id: quote.id, payment_method: 'cash', ...body },
  });
}

describe('the promo codes of a new installation', () => {
  test('include FIRST50, which takes half off, at most 150 rupees', async () => {
    expect(await validate(' first50 ', 240.5)).toMatchObject({
      status: 200,
      body: {
        success: true,
        valid: true,
        code: 'FIRST50',
        discount_type: 'percentage',
        discount_value: 50,
        discount_amount: 120.25,
        final_amount: 120.25,
      },
    });
    expect((await validate('FIRST50', 0.01)).body).toMatchObject({ discount_amount: 0.01, final_amount: 0 });
    expect((await validate('FIRST50', 1000)).body).toMatchObject({ discount_amount: 150, final_amount: 850 });
  });

  test('include SAVE100, which takes 100 rupees off fares of at least 200', async () => {
    expect((await validate('SAVE100', 200)).body).toMatchObject({ discount_type: 'fixed', final_amount: 100 });
    expect(await validate('SAVE100', 199.99)).toMatchObject({
      status: 400,
      body: { success: false, valid: false, code: 'promo.min_fare' },
    });
  });

  test('are stored once, and later starts keep the edits of an admin', async () => {
    await change('SAVE100', { active: false });
    await seedPromos();
    expect(await listed('SAVE100')).toMatchObject({ active: false, discount_value: 100, min_fare: 200 });
    expect((await validate('SAVE100', 300)).body).toMatchObject({ success: false, code: 'promo.paused' });
    await change('SAVE100', { active: true });
    expect((await validate('SAVE100', 300)).status).toBe(200);
  });
});

test('an unknown, blank or malformed code is refused with a message', async () => {
  const unknown = { success: false, valid: false, detail: 'Invalid promo code' };
  expect(await validate('NOSUCH', 100)).toMatchObject({ status: 404, body: unknown });
  expect(await validate('  ', 100)).toMatchObject({ status: 400, body: { detail: 'Please enter a promo code' } });
  expect((await validate('a b', 100)).status).toBe(400);
  expect((await validate('FIRST50', 1.005)).status).toBe(400);
  expect((await validate('FIRST50', 100, driver)).status).toBe(403);
});

test('a code is valid between its dates', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const { code } = await made({ starts_at: at(10), ends_at: at(20) });
  expect((await validate(code, 100)).body).toMatchObject({ code: 'promo.not_started' });
  clock.setOffset(11 * 60_000);
  expect((await validate(code, 100)).status).toBe(200);
  clock.setOffset(21 * 60_000);
  expect((await validate(code, 100)).body).toMatchObject({ code: 'promo.ended' });
  await change(code, { ends_at: null });
  expect((await validate(code, 100)).status).toBe(200);
});

describe('a booking with a code', () => {
  test('has the discount that the server computes, and the platform pays for the discount', async () => {
    const person = await app.register('customer');
    const answer = await book(person, 240, { promo_code: 'first50', discount_amount: 120, final_price: 120 });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        promo_code: 'FIRST50',
        price: 240,
        discount_amount: 120,
        final_price: 120,
        total_price: 120,
        platform_fee: 24,
        driver_earnings: 216,
      },
    });
    expect((await validate('FIRST50', 240, person)).body).toMatchObject({ code: 'promo.used' });
  });

  test('at another price than was shown is refused, and the code is not used up', async () => {
    const person = await app.register('customer');
    const refused = await book(person, 240, { promo_code: 'FIRST50', discount_amount: 100, final_price: 140 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'bookings.price_changed' } });
    expect((await validate('FIRST50', 240, person)).status).toBe(200);
  });

  test('that makes the price zero is paid immediately', async () => {
    const { code } = await made({ discount_value: 500 });
    expect((await validate(code, 80)).body).toMatchObject({ discount_amount: 80, final_amount: 0 });
    const { body } = await book(customer, 80, { promo_code: code });
    expect(body).toMatchObject({ discount_amount: 80, final_price: 0, payment_status: 'completed' });
  });

  test('is refused with the reason if the code does not apply', async () => {
    const paused = await made();
    await change(paused.code, { active: false });
    expect(await book(customer, 100, { promo_code: paused.code })).toMatchObject({
      status: 409,
      body: { code: 'promo.paused' },
    });
    expect(await book(customer, 100, { promo_code: 'NOSUCH' })).toMatchObject({
      status: 400,
      body: { code: 'promo.invalid' },
    });
    expect(await book(customer, 100, { promo_code: 'SAVE100' })).toMatchObject({
      status: 409,
      body: { code: 'promo.min_fare' },
    });
  });

  test('cannot use a code for first rides while the customer has another live booking', async () => {
    const person = await app.register('customer');
    const { code } = await made({ first_ride_only: true });
    const { body } = await book(person, 100, {});
    expect((await validate('FIRST50', 100, person)).body).toMatchObject({ code: 'promo.first_ride' });
    expect((await book(person, 100, { promo_code: code })).body).toMatchObject({ code: 'promo.first_ride' });
    await steps.cancel(person, body);
    expect((await book(person, 100, { promo_code: code })).status).toBe(201);
    expect((await validate('FIRST50', 100, person)).body).toMatchObject({ code: 'promo.first_ride' });
  });

  test('can be made as often as the code allows for one customer', async () => {
    const { code } = await made({ per_customer: 2 });
    expect((await book(customer, 100, { promo_code: code })).status).toBe(201);
    expect((await book(customer, 100, { promo_code: code })).status).toBe(201);
    expect((await book(customer, 100, { promo_code: code })).body).toMatchObject({ code: 'promo.used' });
  });
});

describe('a redemption is released', () => {
  const endings = {
    'when the driver rejects': (_person: TestPerson, booking: Booking) => steps.step(driver, booking, 'rejected'),
    'when the customer cancels': (person: TestPerson, booking: Booking) => steps.cancel(person, booking),
    'when the driver cancels after the start': async (_person: TestPerson, booking: Booking) => {
      await steps.step(driver, booking, 'accepted');
      await steps.step(driver, booking, 'in_progress');
      await steps.cancel(driver, booking);
    },
    'when nobody answers in time': async () => {
      const { rejectAllUnanswered } = await import('../bookings/bookings.steps');
      clock.setOffset(16 * 60_000);
      await rejectAllUnanswered();
    },
  };

  test.each(Object.entries(endings))('%s', async (_name, end) => {
    for (const total_limit of [null, 1]) {
      const person = await app.register('customer');
      const { code } = await made({ total_limit });
      const { body } = await book(person, 100, { promo_code: code });
      expect(await listed(code)).toMatchObject({ used: 1, discount_given: 10 });
      await end(person, body);
      clock.setOffset(0);
      expect(await listed(code)).toMatchObject({ used: 0, discount_given: 0 });
      const again = await book(person, 100, { promo_code: code });
      expect(again.status).toBe(201);
      // Reconciling the end of the first booking once more does not release the redemption of the second one.
      const { bookingReconciler } = await import('../bookings/bookings.reconcile');
      await bookingReconciler.reconcile(body.id);
      expect(await listed(code)).toMatchObject({ used: 1, discount_given: 10 });
      await steps.cancel(person, again.body);
    }
  });

  test('but not when the ride took place', async () => {
    const { code } = await made({ total_limit: 1 });
    const { body } = await book(customer, 100, { promo_code: code });
    await steps.drive(driver, body, 'completed');
    expect(await listed(code)).toMatchObject({ used: 1, discount_given: 10 });
    const other = await app.register('customer');
    expect((await validate(code, 100, other)).body).toMatchObject({ code: 'promo.used_up' });
  });
});

describe('admins', () => {
  test('create codes, see their use, and cannot create two of the same name', async () => {
    const promo = await made({ discount_type: 'percentage', discount_value: 12.5, max_discount: 50, total_limit: 3 });
    expect(await listed(promo.code)).toEqual(promo);
    expect(promo).toMatchObject({ per_customer: 1, used: 0, discount_given: 0, active: true, discount_value: 12.5 });
    expect((await create({ code: promo.code.toLowerCase() })).status).toBe(409);
    expect((await validate(promo.code, 0.99)).body.discount_amount).toBe(0.12);
  });

  test('can raise a usage limit, but not lower it', async () => {
    const { code } = await made({ total_limit: 1 });
    await book(customer, 100, { promo_code: code });
    const other = await app.register('customer');
    expect((await book(other, 100, { promo_code: code })).body).toMatchObject({ code: 'promo.used_up' });
    expect((await change(code, { total_limit: 2 })).body).toMatchObject({ total_limit: 2, used: 1 });
    expect((await book(other, 100, { promo_code: code })).status).toBe(201);
    expect(await change(code, { total_limit: 1 })).toMatchObject({ status: 409, body: { code: 'promo.limit_grows' } });
    const unlimited = await made();
    expect((await change(unlimited.code, { total_limit: 5 })).status).toBe(409);
  });

  test('change only the fields they send: null keeps a field, but clears the end date', async () => {
    const { code } = await made({ total_limit: 3, ends_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await change(code, { active: null, total_limit: null, ends_at: null })).body).toMatchObject({
      active: true,
      total_limit: 3,
      ends_at: null,
    });
  });

  test('get 400 for each invalid field', async () => {
    const now = new Date().toISOString();
    expect((await create({ discount_type: 'percentage', discount_value: 101 })).status).toBe(400);
    expect((await create({ discount_value: 0 })).status).toBe(400);
    expect((await create({ starts_at: now, ends_at: now })).status).toBe(400);
    for (const amount of [1_000_000.01, 1e21, 1e300, 5e-324]) {
      expect((await create({ discount_value: amount })).status).toBe(400);
      expect((await create({ max_discount: amount })).status).toBe(400);
      if (amount > 1) expect((await create({ min_fare: amount })).status).toBe(400);
    }
    expect((await change('NOSUCH', { active: false })).status).toBe(404);
    expect((await app.request('GET', '/admin/promos', { token: customer.token })).status).toBe(403);
  });

  test('get the reply for a new code with 100,000 redemptions before more than 1,000 of them are stored', async () => {
    const { code } = await made({ total_limit: 100_000 });
    expect(await RedemptionModel.countDocuments({ code })).toBeLessThanOrEqual(1_000);
  });

  test('lose no redemption of a code when the server dies during its creation', async () => {
    const { code } = await made({ total_limit: 2 });
    await RedemptionModel.deleteMany({ code, number: 2 });
    await PromoModel.updateOne({ _id: code }, { $set: { seats_made: 0 } });
    for (const status of [201, 201, 409]) {
      expect((await book(await app.register('customer'), 100, { promo_code: code })).status).toBe(status);
    }
    expect(await RedemptionModel.countDocuments({ code })).toBe(2);
  });
});
