import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Inbox } from '@boli/shared/notifications/notifications.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { askedPrices } from './asked-price.repository';
import { RideModel } from './rides.model';

const MINUTE_MS = 60_000;
const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, stranger } = setUpPeople({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  stranger: () => app.register('customer'),
});
let ride: RideRequest;

beforeEach(async () => {
  ride = await steps.ride(customer, { asked_price: 220 });
});
afterEach(() => clock.setOffset(0));

const post = (asked_price: unknown) =>
  app.request<RideRequest>('POST', '/rides/request', { token: customer.token, body: { ...aRoute, asked_price } });
const raise = (asked_price: unknown, by: TestPerson = customer) =>
  app.request<RideRequest>('POST', `/rides/request/${ride.id}/price`, { token: by.token, body: { asked_price } });
const widen = (by: TestPerson = customer) =>
  app.request<RideRequest>('POST', `/rides/request/${ride.id}/widen`, { token: by.token });
const withdraw = (quote: Quote) => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
const inList = async (person: TestPerson) => {
  const { body } = await app.request<RideRequest[]>('GET', '/rides/requests', { token: person.token });
  return body.find(({ id }) => id === ride.id);
};
const refusedWith = (status: number, code: string) => ({ status, body: { code } });

describe('the asked price', () => {
  test('is in the answer, in lists, in a single read and in a snapshot, for the customer and for drivers', async () => {
    expect(ride.asked_price).toBe(220);
    for (const person of [customer, driver]) {
      expect((await inList(person))?.asked_price).toBe(220);
      expect((await steps.readRide(person, ride.id)).asked_price).toBe(220);
    }
    const socket = await connect(driver);
    const { ride_requests: rows } = await socket.ask('rides:watch', {});
    expect(rows).toContainEqual(expect.objectContaining({ id: ride.id, asked_price: 220 }));
  });

  test.each([0, 0.5, 1_000_000, null, undefined])('may be %p', async (price) => {
    expect(await post(price)).toMatchObject({ status: 201, body: { asked_price: price ?? null } });
  });

  test.each([-1, 1_000_000.01, 0.001, '220'])('is refused as %p', async (price) => {
    expect((await post(price)).status).toBe(400);
    expect((await raise(price)).status).toBe(400);
  });

  test('is null in a request from before the field existed, and can be named then', async () => {
    await RideModel.collection.updateOne({ _id: ride.id } as object, {
      $unset: { asked_price_paise: 1, widened_at: 1 },
    });
    expect(await steps.readRide(driver, ride.id)).toMatchObject({ asked_price: null, widened: false });
    expect(await raise(200)).toMatchObject({ status: 200, body: { asked_price: 200, version: 2 } });
  });

  test('is quoted with the usual hold, once however often the call is repeated, and books nothing', async () => {
    const call = {
      token: driver.token,
      headers: { 'Idempotency-Key': '0b9b3a55-7d0f-4b0e-9f0e-1b7f3d1c5a11' },
      body: { ride_request_id: ride.id, price: ride.asked_price },
    };
    const first = await app.request<Quote>('POST', '/quotes/create', call);
    const again = await app.request<Quote>('POST', '/quotes/create', call);
    expect(first).toMatchObject({ status: 201, body: { price: 220, hold_min: 5, status: 'active' } });
    expect(again.body).toMatchObject({ id: first.body.id, version: 1 });
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'open', quote_count: 1 });
  });
});

describe('a raise', () => {
  test('raises the price and pushes it to drivers; no quote changes', async () => {
    const quote = await steps.quote(driver, ride, 230);
    const [own, other] = [await connect(driver), await connect(rival)];
    await other.ask('rides:watch', {});
    expect(await raise(240.5)).toMatchObject({ status: 200, body: { asked_price: 240.5, version: 3 } });
    for (const socket of [own, other]) {
      const seen = await socket.waitFor('ride:updated', ({ ride_request }) => ride_request.version === 3);
      expect(seen.ride_request.asked_price).toBe(240.5);
    }
    expect(await steps.quotesOn(driver, ride)).toMatchObject([{ id: quote.id, price: 230, version: 1 }]);
  });

  test('to the same price is a repeat, to a lower one is refused', async () => {
    expect(await raise(220)).toMatchObject({ status: 200, body: { asked_price: 220, version: 1 } });
    expect(await raise(219.99)).toMatchObject(refusedWith(400, 'rides.ask_higher'));
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ asked_price: 220, version: 1 });
  });

  test('is made only by the customer of the request, while it is open', async () => {
    expect((await raise(300, stranger)).status).toBe(404);
    expect((await raise(300, driver)).status).toBe(403);
    clock.setOffset(61 * MINUTE_MS);
    expect(await raise(300)).toMatchObject(refusedWith(409, 'rides.not_open'));
    clock.setOffset(0);
    await steps.book(customer, await steps.quote(driver, ride, 220));
    expect(await raise(300)).toMatchObject(refusedWith(409, 'rides.not_open'));
    expect((await steps.readRide(customer, ride.id)).asked_price).toBe(220);
  });
});

describe('the end of the quotes on an open request', () => {
  test('is shown to the customer with its reason, withdrawn or expired, and not to drivers', async () => {
    expect((await inList(customer))?.quotes_ended).toBeNull();
    const quote = await steps.quote(driver, ride, 230);
    expect((await steps.readRide(customer, ride.id)).quotes_ended).toBeNull();
    await withdraw(quote);
    const seenBy = async (person: TestPerson) => [
      (await inList(person))?.quotes_ended,
      (await steps.readRide(person, ride.id)).quotes_ended,
    ];
    expect(await seenBy(customer)).toEqual(['all_withdrawn', 'all_withdrawn']);
    expect(await seenBy(driver)).toEqual([null, null]);
    await steps.quote(driver, ride, 230);
    clock.setOffset(5 * MINUTE_MS);
    expect(await seenBy(customer)).toEqual(['all_expired', 'all_expired']);
    expect(await seenBy(rival)).toEqual([null, null]);
  });

  test.each([
    ['the customer cancelled the booking', (booking: Booking) => steps.cancel(customer, booking)],
    ['the driver rejected the booking', (booking: Booking) => steps.step(driver, booking, 'rejected')],
  ])('is no withdrawal if a quote was booked and %s', async (_how, end) => {
    const ended = async () => [
      (await inList(customer))?.quotes_ended,
      (await steps.readRide(customer, ride.id)).quotes_ended,
    ];
    await end(await steps.book(customer, await steps.quote(driver, ride, 230)));
    expect(await ended()).toEqual(['none_left', 'none_left']);
    const other = await app.request<Quote>('POST', '/quotes/create', {
      token: rival.token,
      body: { ride_request_id: ride.id, price: 240 },
    });
    expect(await ended()).toEqual([null, null]);
    await app.request('DELETE', `/quotes/${other.body.id}`, { token: rival.token });
    expect(await ended()).toEqual(['none_left', 'none_left']);
    // The driver of the booking quotes again and withdraws.
    await withdraw(await steps.quote(driver, ride, 230));
    expect(await ended()).toEqual(['all_withdrawn', 'all_withdrawn']);
  });
});

describe('widening', () => {
  test('is done once; repeating it gives the same answer', async () => {
    const first = await widen();
    expect(first).toMatchObject({ status: 200, body: { widened: true, version: 2 } });
    expect((await widen()).body).toEqual(first.body);
    // The repeat is not refused, although a quote has arrived meanwhile.
    await steps.quote(driver, ride, 230);
    expect(await widen()).toMatchObject({ status: 200, body: { widened: true, version: 3 } });
  });

  test('is refused while a quote can be chosen, and possible when none is left', async () => {
    const quote = await steps.quote(driver, ride, 230);
    expect(await widen()).toMatchObject(refusedWith(409, 'rides.has_quotes'));
    await withdraw(quote);
    expect((await widen()).status).toBe(200);
  });

  test('is refused when a quote comes between the read and the write, and possible when that quote has expired', async () => {
    const write = askedPrices.widen;
    const meanwhile = (step: () => Promise<unknown>) =>
      jest.spyOn(askedPrices, 'widen').mockImplementationOnce(async (...change) => {
        await step();
        return write(...change);
      });
    meanwhile(() => steps.quote(driver, ride, 230));
    expect(await widen()).toMatchObject(refusedWith(409, 'rides.has_quotes'));
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ widened: false, version: 2 });
    // An expired quote does not count, even before the scheduler has run.
    clock.setOffset(5 * MINUTE_MS);
    meanwhile(() =>
      app.request('POST', `/rides/request/${ride.id}/price`, { token: customer.token, body: { asked_price: 240 } }),
    );
    expect(await widen()).toMatchObject({ status: 200, body: { widened: true, version: 4 } });
  });

  test('is done only by the customer of the request, while it is open', async () => {
    expect((await widen(stranger)).status).toBe(404);
    expect((await widen(driver)).status).toBe(403);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    expect(await widen()).toMatchObject(refusedWith(409, 'rides.not_open'));
    expect((await steps.readRide(customer, ride.id)).widened).toBe(false);
  });
});

describe('the inbox has', () => {
  const inbox = async (person: TestPerson, kind: string) =>
    (await app.request<Inbox>('GET', '/notifications', { token: person.token })).body.notifications.filter(
      (row) => row.kind === kind && row.ride_request_id === ride.id,
    );
  const arrived = (person: TestPerson, kind: string) =>
    eventually(async () => (await inbox(person, kind)).length > 0, `no ${kind}`);
  const answer = (quote: Quote, given: string) =>
    app.request('POST', `/quotes/${quote.id}/counter/answer`, { token: driver.token, body: { answer: given } });

  test.each([
    ['yes', 'Test driver says yes: the quote is ₹200.00 now'],
    ['keep', 'Test driver does not take your price: the quote is ₹240.00'],
  ])("a counter-offer for the driver, and the answer '%s' for the customer", async (given, words) => {
    const quote = await steps.quote(driver, ride, 240);
    await steps.counter(customer, quote, 200);
    await arrived(driver, 'counter_asked');
    expect(await inbox(driver, 'counter_asked')).toMatchObject([{ title: 'Asha Verma asks for ₹200.00' }]);
    expect(await inbox(customer, 'counter_answered')).toEqual([]);
    await answer(quote, given);
    await arrived(customer, 'counter_answered');
    expect(await inbox(customer, 'counter_answered')).toMatchObject([{ body: words }]);
    expect(await inbox(rival, 'counter_asked')).toEqual([]);
  });

  test('no answer of a driver who let a counter-offer expire and then renewed the quote', async () => {
    const quote = await steps.quote(driver, ride, 240);
    await steps.counter(customer, quote, 200);
    await arrived(driver, 'counter_asked');
    clock.setOffset(MINUTE_MS);
    await steps.quote(driver, ride, 240);
    const isDone = async () => !(await RideModel.findById(ride.id).lean())?.quotes[0]?.follow_up;
    await eventually(isDone, 'the quote is still to be followed up');
    expect(await inbox(customer, 'counter_answered')).toEqual([]);
  });
});
