import type { Quote } from '@boli/shared/rides/quotes.schema';
import { holdMinutes } from '@boli/shared/rides/quotes.state';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { endingOf, endReasonOf, hasRunOut, quoteClock } from './quote-clock';
import { expireQuotes } from './quotes.service';
import { RideModel } from './rides.model';
import { expireDue } from './rides.service';

const MINUTE_MS = 60_000;
const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
let ride: RideRequest;

beforeEach(async () => {
  ride = await steps.ride(customer);
});
afterEach(() => clock.setOffset(0));

const offer = (body: object, on: RideRequest = ride, person: TestPerson = driver) =>
  app.request<Quote>('POST', '/quotes/create', {
    token: person.token,
    body: { ride_request_id: on.id, price: 200, ...body },
  });
const choose = (quote: Quote) =>
  app.request<{ code: string; detail: string }>('POST', '/bookings/create', {
    token: customer.token,
    body: { quote_id: quote.id, payment_method: 'cash' },
  });
const withdraw = (quote: Quote, person: TestPerson = driver) =>
  app.request('DELETE', `/quotes/${quote.id}`, { token: person.token });
const inAnHour = () => ({
  is_scheduled: true,
  scheduled_time: new Date(clock.millis() + 60 * MINUTE_MS).toISOString(),
});
/** The minutes for which the quote holds from now on. */
const minutesLeft = ({ expires_at }: Quote) =>
  expires_at === null ? null : Math.round((Date.parse(expires_at) - clock.millis()) / MINUTE_MS);
const countIn = async (person: TestPerson) => {
  const { body } = await app.request<RideRequest[]>('GET', '/rides/requests', { token: person.token });
  return body.find(({ id }) => id === ride.id)?.quote_count;
};
/** Stores the quote without a clock and without the time of the last offer, as older versions did. */
const makeOld = (quote: Quote) =>
  RideModel.collection.updateOne(
    { 'quotes._id': quote.id },
    { $unset: { 'quotes.$.expires_at': 1, 'quotes.$.hold_min': 1, 'quotes.$.offered_at': 1 } },
  );

describe('a quote holds', () => {
  test('for five minutes, unless the driver chooses another time', async () => {
    const { body } = await offer({});
    expect([body.hold_min, minutesLeft(body)]).toEqual([5, 5]);
  });

  test.each(holdMinutes)('for %p minutes by choice', async (minutes) => {
    const { status, body } = await offer({ hold_min: minutes });
    expect([status, body.hold_min, minutesLeft(body)]).toEqual([201, minutes, minutes]);
  });

  test.each([0, 1, 3, 31, '5', -2, 2.5])('for no other number of minutes: %p is refused', async (minutes) => {
    expect(await offer({ hold_min: minutes })).toMatchObject({ status: 400, body: { code: 'quotes.hold_minutes' } });
  });

  test('on a scheduled request until the scheduled time, or for the minutes that the driver chooses if these end earlier', async () => {
    const scheduled = await steps.ride(customer, inAnHour());
    const { body } = await offer({}, scheduled);
    expect([body.hold_min, body.expires_at]).toEqual([null, scheduled.scheduled_time]);
    expect(minutesLeft((await offer({ hold_min: 10 }, scheduled)).body)).toBe(10);
    clock.setOffset(40 * MINUTE_MS);
    const late = (await offer({ hold_min: 30 }, scheduled)).body;
    expect([late.hold_min, late.expires_at]).toEqual([30, scheduled.scheduled_time]);
  });

  test('for five minutes, if it is made after the scheduled time of a request that is still open', async () => {
    const scheduled = await steps.ride(customer, inAnHour());
    clock.setOffset(61 * MINUTE_MS);
    const { body } = await offer({}, scheduled);
    expect([body.status, body.hold_min, minutesLeft(body)]).toEqual(['active', 5, 5]);
    clock.setOffset(73 * MINUTE_MS);
    expect((await offer({}, scheduled)).body.expires_at).toBe(scheduled.expires_at);
  });

  test('until the end of its scheduled request, if an earlier version stored that end as the expiry of the quote', async () => {
    const scheduled = await steps.ride(customer, inAnHour());
    const { body: quote } = await offer({}, scheduled);
    const expires_at = new Date(scheduled.expires_at);
    await RideModel.collection.updateOne({ 'quotes._id': quote.id }, { $set: { 'quotes.$.expires_at': expires_at } });
    clock.setOffset(70 * MINUTE_MS);
    await expireQuotes();
    expect((await choose(quote)).status).toBe(201);
  });

  test('never longer than its request', async () => {
    clock.setOffset(Date.parse(ride.expires_at) - Date.now() - 3 * MINUTE_MS);
    const { body } = await offer({ hold_min: 30 });
    expect([body.hold_min, body.expires_at]).toEqual([30, ride.expires_at]);
  });

  test('without a limit of time once it is chosen', async () => {
    const { body: quote } = await offer({});
    const booking = await steps.book(customer, quote);
    expect(booking.quote).toMatchObject({ status: 'accepted', hold_min: null, expires_at: null });
    clock.setOffset(6 * MINUTE_MS);
    expect(await steps.quotesOn(customer, ride)).toMatchObject([{ status: 'accepted', expires_at: null }]);
  });
});

describe('an expired quote', () => {
  test('is expired in every read, and not counted, even before the scheduler runs', async () => {
    const { body: quote } = await offer({});
    await offer({ hold_min: 10 }, ride, rival);
    clock.setOffset(5 * MINUTE_MS);
    expect((await steps.quotesOn(customer, ride)).map(({ driver_id }) => driver_id)).toEqual([rival.id]);
    expect(await steps.quotesOn(driver, ride)).toMatchObject([{ id: quote.id, status: 'expired' }]);
    for (const person of [customer, admin, driver]) {
      expect((await steps.readRide(person, ride.id)).quote_count).toBe(1);
      expect(await countIn(person)).toBe(1);
    }
    expect((await steps.readRide(driver, ride.id)).my_quote).toMatchObject({ status: 'expired', version: 1 });
  });

  test('cannot be chosen, and the error says that it has expired', async () => {
    const { body: quote } = await offer({});
    clock.setOffset(5 * MINUTE_MS);
    const sentence = 'This quote has expired. Choose another one, or wait until its driver renews it.';
    const refused = { status: 409, body: { code: 'quotes.expired', detail: sentence } };
    expect(await choose(quote)).toMatchObject(refused);
    await expireQuotes();
    expect(await choose(quote)).toMatchObject(refused);
    expect((await steps.readRide(customer, ride.id)).status).toBe('open');
  });

  test('is never a quote from before quotes had a clock: such a quote can be chosen until its request ends', async () => {
    const { body: quote } = await offer({});
    await makeOld(quote);
    clock.setOffset(30 * MINUTE_MS);
    await expireQuotes();
    expect(await steps.quotesOn(customer, ride)).toMatchObject([{ hold_min: null, expires_at: null }]);
    expect((await choose(quote)).status).toBe(201);
  });

  test('is stored as expired by the scheduler, once, and pushed to both sides', async () => {
    const [mine, own, other] = [await connect(customer), await connect(driver), await connect(rival)];
    const { body: quote } = await offer({});
    await offer({ hold_min: 10 }, ride, rival);
    clock.setOffset(5 * MINUTE_MS);
    await expireQuotes();
    await expireQuotes();
    const isExpired = ({ quote: pushed }: { quote: Quote }) => pushed.id === quote.id && pushed.status === 'expired';
    for (const socket of [mine, own]) {
      expect(await socket.waitFor('quote:updated', isExpired)).toMatchObject({ quote: { version: 2 } });
    }
    const isCounted = ({ ride_request: row }: { ride_request: RideRequest }) =>
      row.id === ride.id && row.quote_count === 1 && row.version === 4;
    await mine.waitFor('ride:updated', isCounted);
    await own.waitFor('ride:updated', isCounted);
    await other.waitFor('ride:updated', isCounted);
    expect(JSON.stringify(other.received)).not.toContain(quote.id);
    await offer({ price: 210 }, ride, rival);
    await mine.waitFor('ride:updated', ({ ride_request: row }) => row.id === ride.id && row.version === 5);
    expect(mine.all('quote:updated').filter(isExpired)).toHaveLength(1);
    const stored = await RideModel.findById(ride.id).lean();
    expect(stored).toMatchObject({ quote_count: 1, version: 5, quotes: [{ status: 'expired' }, { status: 'active' }] });
  });

  test('is renewed by the same offer: same id, next version, new clock', async () => {
    const { body: quote } = await offer({});
    clock.setOffset(6 * MINUTE_MS);
    const renewed = await offer({ hold_min: 2 });
    expect(renewed).toMatchObject({ status: 200, body: { id: quote.id, status: 'active', version: 2, hold_min: 2 } });
    expect(minutesLeft(renewed.body)).toBe(2);
    expect((await steps.readRide(customer, ride.id)).quote_count).toBe(1);
    clock.setOffset(9 * MINUTE_MS);
    await expireQuotes();
    expect(await offer({})).toMatchObject({ status: 200, body: { id: quote.id, status: 'active', version: 4 } });
    expect((await steps.readRide(customer, ride.id)).quote_count).toBe(1);
    expect((await choose(quote)).status).toBe(201);
  });

  test('cannot be renewed once the request has ended', async () => {
    await offer({ hold_min: 2 });
    clock.setOffset(61 * MINUTE_MS);
    expect(await offer({})).toMatchObject({ status: 409, body: { code: 'rides.not_open' } });
  });

  test('is not restored when its request opens again', async () => {
    const { body: lost } = await offer({}, ride, rival);
    const { body: kept } = await offer({ hold_min: 30 });
    const third = await app.registerDriver();
    const booking = await steps.book(customer, (await offer({ hold_min: 30 }, ride, third)).body);
    clock.setOffset(6 * MINUTE_MS);
    await steps.cancel(third, booking);
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'open', quote_count: 1 });
    expect((await steps.quotesOn(customer, ride)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await choose(lost)).toMatchObject({ status: 409, body: { code: 'quotes.expired' } });
    await expireQuotes();
    expect(await steps.quotesOn(rival, ride)).toMatchObject([{ status: 'expired' }]);
    expect((await choose(kept)).status).toBe(201);
  });
});

test('the age of a quote counts from its last offer, also if that offer named the same price', async () => {
  const { body: quote } = await offer({});
  expect(quote.offered_at).toBe(quote.created_at);
  clock.setOffset(4 * MINUTE_MS);
  const { body: renewed } = await offer({});
  expect(renewed.created_at).toBe(quote.created_at);
  expect(Date.parse(renewed.offered_at) - Date.parse(quote.offered_at)).toBeGreaterThanOrEqual(4 * MINUTE_MS);
  expect(await steps.quotesOn(customer, ride)).toMatchObject([{ offered_at: renewed.offered_at }]);
  await makeOld(quote);
  expect(await steps.quotesOn(customer, ride)).toMatchObject([{ offered_at: quote.created_at }]);
});

test('an active quote is renewed by the same offer', async () => {
  const { body: quote } = await offer({});
  clock.setOffset(4 * MINUTE_MS);
  const { body } = await offer({});
  expect([body.id, body.version, minutesLeft(body)]).toEqual([quote.id, 2, 5]);
  clock.setOffset(8 * MINUTE_MS);
  expect((await choose(quote)).status).toBe(201);
});

describe('a request that expires names the reason:', () => {
  const ends: [string, string, () => Promise<unknown>][] = [
    ['nobody quoted', 'no_quotes', async () => undefined],
    ['its only quote ran out', 'all_expired', () => offer({})],
    ['a quote expired with the request', 'all_expired', async () => makeOld((await offer({})).body)],
    ['every driver withdrew', 'all_withdrawn', async () => withdraw((await offer({})).body)],
    [
      'the customer cancelled the booking of the only quote',
      'all_expired',
      async () => steps.cancel(customer, await steps.book(customer, (await offer({})).body)),
    ],
    [
      'the driver of the only quote rejected the booking',
      'all_expired',
      async () => steps.step(driver, await steps.book(customer, (await offer({})).body), 'rejected'),
    ],
    [
      'one driver withdrew and the quote of another ran out',
      'all_expired',
      async () => {
        await withdraw((await offer({})).body);
        await offer({}, ride, rival);
      },
    ],
  ];
  test.each(ends)('%s', async (_why, reason, prepare) => {
    await prepare();
    expect((await steps.readRide(customer, ride.id)).end_reason).toBeNull();
    clock.setOffset(61 * MINUTE_MS);
    const ended = { status: 'expired', quote_count: 0, end_reason: reason };
    expect(await steps.readRide(customer, ride.id)).toMatchObject(ended);
    const listed = async () => {
      const { body } = await app.request<RideRequest[]>('GET', '/rides/requests', { token: customer.token });
      return body.find(({ id }) => id === ride.id);
    };
    expect(await listed()).toMatchObject(ended);
    await expireDue();
    expect(await listed()).toMatchObject(ended);
    expect(await RideModel.findById(ride.id).lean()).toMatchObject(ended);
  });

  test('unlike a cancelled request, which has no reason', async () => {
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'cancelled', end_reason: null });
  });
});

test('for every request, choice and time, the end of a quote is later than now and not later than its request or scheduled time; from then on the quote has run out', () => {
  const at = fc.integer({ min: 0, max: 10 ** 12 });
  const GRACE_MS = 15 * MINUTE_MS;
  const choices = fc.record({
    now: at,
    left: fc.integer({ min: 1, max: 40 * 24 * 60 * MINUTE_MS }),
    isScheduled: fc.boolean(),
    chosen: fc.constantFrom(...holdMinutes, null),
  });
  fc.assert(
    fc.property(choices, ({ now, left, isScheduled, chosen }) => {
      const scheduled_time = isScheduled ? new Date(now + left - GRACE_MS) : null;
      const { hold_min, expires_at } = quoteClock(
        { scheduled_time, expires_at: new Date(now + left) },
        chosen,
        new Date(now),
      );
      const end = expires_at.getTime();
      const isBefore = isScheduled && left > GRACE_MS;
      const wanted = chosen ?? (isBefore ? null : 5);
      expect(hold_min).toBe(wanted);
      const latest = isBefore ? now + left - GRACE_MS : now + left;
      expect(end).toBe(Math.min(now + (wanted ?? Number.POSITIVE_INFINITY) * MINUTE_MS, latest));
      const quote = { status: 'active' as const, booking_id: null, expires_at };
      expect([end - 1, end, end + 1].map((moment) => hasRunOut(quote, new Date(moment)))).toEqual([false, true, true]);
      expect(hasRunOut({ ...quote, status: 'withdrawn' }, expires_at)).toBe(false);
      expect(hasRunOut({ status: 'active', booking_id: null }, expires_at)).toBe(false);
    }),
  );
});

test('the reason of an end is `all_withdrawn` only if every driver withdrew and no quote ended with a booking', () => {
  const quote = fc.record({
    status: fc.constantFrom('active' as const, 'withdrawn' as const, 'expired' as const),
    booking_id: fc.constantFrom(null, 'a booking'),
  });
  fc.assert(
    fc.property(fc.array(quote, { minLength: 1 }), (quotes) => {
      const booked = quotes.filter(({ status, booking_id }) => status === 'withdrawn' && booking_id !== null);
      const others = quotes.filter(({ status }) => status !== 'withdrawn');
      const areWithdrawn = booked.length + others.length === 0;
      expect(endReasonOf(quotes)).toBe(areWithdrawn ? 'all_withdrawn' : 'all_expired');
      const ending = booked.length > 0 ? 'none_left' : endReasonOf(quotes);
      expect(endingOf(quotes)).toBe(quotes.some(({ status }) => status === 'active') ? null : ending);
    }),
  );
});
