import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Promo } from '@boli/shared/promos/promos.schema';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { settleRedemption } from '../bookings/bookings.promo';
import { clock } from '../core/clock';
import { RideModel } from '../rides/rides.model';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { rounds as allRounds, race, tally } from '../testing/races';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { PromoModel } from './promos.model';
import { promos } from './promos.repository';
import { redeem } from './promos.service';
import { RedemptionModel } from './redemptions.model';

/** Four rounds unless more are requested, because each round books for many customers. */
const rounds = process.env.RACE_ROUNDS ? allRounds : allRounds.slice(0, 4);
const LONG = 60_000 + rounds.length * 10_000;

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
const steps = market(app);
const { driver, admin } = setUpPeople({ driver: () => app.registerDriver(), admin: () => app.register('admin') });
let crowd: TestPerson[];

beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 20 }, () => app.register('customer')));
}, 60_000);
afterEach(() => clock.setOffset(0));

async function made(rules: Record<string, unknown> = {}): Promise<string> {
  const code = `R${randomUUID().slice(0, 8).toUpperCase()}`;
  const body = { code, discount_type: 'fixed', discount_value: 10, ...rules };
  expect((await app.request<Promo>('POST', '/admin/promos', { token: admin.token, body })).status).toBe(201);
  return code;
}
/** Restores the state of a code before any of its redemptions was created. */
async function unmake(code: string): Promise<void> {
  await RedemptionModel.deleteMany({ code });
  await PromoModel.updateOne({ _id: code }, { $set: { seats_made: 0 } });
}
const quoted = async (person: TestPerson) => steps.quote(driver, await steps.ride(person), 100);
const book = (person: TestPerson, quote: { id: string }, code: string, key: string = randomUUID()) =>
  app.request<Booking>('POST', '/bookings/create', {
    token: person.token,
    body: { quote_id: quote.id, payment_method: 'cash', promo_code: code },
    headers: { 'Idempotency-Key': key },
  });

/**
 * Checks that the taken redemptions are those of the live and completed bookings with the code. Returns the counts of
 * redemptions.
 */
async function checkRedemptions(code: string): Promise<{ taken: number; free: number }> {
  const alive = await BookingModel.find({ promo_code: code, status: { $nin: ['cancelled', 'rejected'] } }, { _id: 1 });
  const taken = await RedemptionModel.find({ code, state: 'taken' }).lean();
  expect(taken.map((redemption) => redemption.booking_id).sort()).toEqual(alive.map((booking) => booking._id).sort());
  expect(taken.filter((redemption) => redemption.unsettled_since)).toEqual([]);
  return { taken: taken.length, free: await RedemptionModel.countDocuments({ code, state: 'free' }) };
}

describe('concurrent redemptions of a code are limited to its number of uses:', () => {
  test(
    'the last redemptions, requested by twenty customers',
    async () => {
      for (const round of rounds) {
        const total_limit = 1 + (round % 3);
        const code = await made({ total_limit });
        if (round % 2 === 1) await unmake(code);
        const quotes = await Promise.all(crowd.map(async (person) => ({ person, quote: await quoted(person) })));
        const answers = await Promise.all(quotes.map(({ person, quote }) => book(person, quote, code)));
        expect(tally(answers.map(({ status }) => status))).toEqual({ 201: total_limit, 409: 20 - total_limit });
        expect(await checkRedemptions(code)).toEqual({ taken: total_limit, free: 0 });
      }
    },
    LONG,
  );
  test.each([{ total_limit: null }, { total_limit: 20 }])(
    'one customer in twenty tabs, with a total limit of $total_limit',
    async ({ total_limit }) => {
      for (const round of rounds) {
        const per_customer = 1 + (round % 2);
        const code = await made({ total_limit, per_customer });
        const person = await app.register('customer');
        const quotes = await Promise.all(crowd.map(() => quoted(person)));
        const answers = await Promise.all(quotes.map((quote) => book(person, quote, code)));
        expect(tally(answers.map(({ status }) => status))).toEqual({ 201: per_customer, 409: 20 - per_customer });
        expect((await checkRedemptions(code)).taken).toBe(per_customer);
      }
    },
    LONG,
  );
  test(
    'the first ride of a customer, with two codes in six tabs',
    async () => {
      const codes = [await made({ first_ride_only: true }), await made({ first_ride_only: true, total_limit: 500 })];
      for (const _ of rounds) {
        const person = await app.register('customer');
        const quotes = await Promise.all(Array.from({ length: 6 }, () => quoted(person)));
        const answers = await Promise.all(quotes.map((quote, n) => book(person, quote, codes[n % 2] ?? '')));
        expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 5 });
      }
      for (const code of codes) await checkRedemptions(code);
    },
    LONG,
  );
  test(
    'one call, sent ten times with the same key, uses one redemption',
    async () => {
      for (const _ of rounds) {
        const code = await made({ total_limit: 5, per_customer: 5 });
        const [person] = crowd;
        if (!person) throw new Error('nobody is there');
        const quote = await quoted(person);
        const key = randomUUID();
        const answers = await race({ tap: () => book(person, quote, code, key) });
        expect(tally(answers.tap)).toEqual({ 201: 10 });
        expect(await checkRedemptions(code)).toEqual({ taken: 1, free: 4 });
      }
    },
    LONG,
  );
});

test(
  'when ten bookings of one quote race, the nine that lose release their redemption at once',
  async () => {
    const [person] = crowd;
    if (!person) throw new Error('nobody is there');
    for (const round of rounds) {
      const code = await made({ total_limit: round % 2 ? 20 : null, per_customer: 20 });
      const quote = await quoted(person);
      const answers = await Promise.all(Array.from({ length: 10 }, () => book(person, quote, code)));
      expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 9 });
      expect((await checkRedemptions(code)).taken).toBe(1);
    }
  },
  LONG,
);

test(
  'a redemption is released only once, even if a rejection and a cancellation coincide while others request it',
  async () => {
    const [person, ...others] = crowd;
    if (!person) throw new Error('nobody is there');
    for (const _ of rounds) {
      const code = await made({ total_limit: 1 });
      const { body } = await book(person, await quoted(person), code);
      const quotes = await Promise.all(others.map(async (one) => ({ one, quote: await quoted(one) })));
      const waiting = Promise.all(quotes.map(({ one, quote }) => book(one, quote, code)));
      await race(
        {
          reject: () => app.request('PUT', `/bookings/${body.id}/status?status=rejected`, { token: driver.token }),
          cancel: () =>
            app.request('PUT', `/bookings/${body.id}/cancel`, { token: person.token, body: { reason: 'Other' } }),
        },
        3,
      );
      const won = (await waiting).filter(({ status }) => status === 201).length;
      expect(won).toBeLessThanOrEqual(1);
      expect(await checkRedemptions(code)).toEqual({ taken: won, free: 1 - won });
    }
  },
  LONG,
);

describe('a booking that stops between the redemption and the claim', () => {
  const redeemed = async () => {
    const code = await made({ total_limit: 1 });
    const [person] = crowd;
    const promo = await promos.byCode(code);
    if (!person || !promo) throw new Error('nobody is there');
    const quote = await quoted(person);
    const bookingId = randomUUID();
    const rideId = quote.ride_request_id;
    await redeem({ promo, customerId: person.id, bookingId, rideId, now: clock.now() });
    return { code, person, quote, bookingId, rideId };
  };

  test('keeps the redemption for a minute; then the reconciler releases it and the booking can never claim the request', async () => {
    const { code, bookingId, rideId } = await redeemed();
    clock.setOffset(30_000);
    await runJobs();
    expect(await RedemptionModel.countDocuments({ code, state: 'taken' })).toBe(1);
    clock.setOffset(61_000);
    await Promise.all([runJobs(), runJobs()]);
    expect(await checkRedemptions(code)).toEqual({ taken: 0, free: 1 });
    const ride = await RideModel.findById(rideId).lean();
    expect(ride).toMatchObject({ status: 'open', spent: [bookingId] });
  });

  test('keeps the redemption permanently if it has claimed the request meanwhile', async () => {
    const { code, quote, rideId, bookingId } = await redeemed();
    const claim = { at: clock.now(), booking: { _id: bookingId } };
    await RideModel.updateOne({ _id: rideId }, { $set: { status: 'booked', booking_id: bookingId, claim } });
    await settleRedemption(bookingId, rideId);
    expect(await RedemptionModel.countDocuments({ code, state: 'taken' })).toBe(1);
    expect((await RideModel.findById(rideId).lean())?.spent).toEqual([]);
    await RideModel.deleteOne({ _id: quote.ride_request_id });
  });

  test(
    'books with the code or loses it when the reconciler decides at the same moment',
    async () => {
      const [person] = crowd;
      if (!person) throw new Error('nobody is there');
      for (const _ of rounds) {
        const code = await made({ total_limit: 1 });
        const quote = await quoted(person);
        const booking = book(person, quote, code);
        let redemption = await RedemptionModel.findOne({ code, state: 'taken' }).lean();
        for (let reads = 0; !redemption && reads < 200; reads++) {
          redemption = await RedemptionModel.findOne({ code, state: 'taken' }).lean();
        }
        if (redemption?.booking_id) await settleRedemption(redemption.booking_id, quote.ride_request_id);
        const { status } = await booking;
        expect([201, 409]).toContain(status);
        const won = status === 201 ? 1 : 0;
        expect(await checkRedemptions(code)).toEqual({ taken: won, free: 1 - won });
      }
    },
    LONG,
  );
});
