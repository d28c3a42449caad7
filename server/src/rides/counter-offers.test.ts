import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const SECOND_MS = 1_000;
const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, stranger } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  stranger: () => app.register('customer'),
});
let ride: RideRequest;
let quote: Quote;

beforeEach(async () => {
  ride = await steps.ride(customer);
  quote = await steps.quote(driver, ride, 240);
});
afterEach(() => clock.setOffset(0));

const ask = (price: unknown, by: TestPerson = customer) =>
  app.request<Quote>('POST', `/quotes/${quote.id}/counter`, { token: by.token, body: { price } });
const answer = (given: unknown, by: TestPerson = driver) =>
  app.request<Quote>('POST', `/quotes/${quote.id}/counter/answer`, { token: by.token, body: { answer: given } });
const again = (price: number) =>
  app.request<Quote>('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price } });
const withdraw = () => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
const stored = async () => (await steps.quotesOn(driver, ride))[0];
const refusedWith = (status: number, code: string) => ({ status, body: { code } });

describe('a counter-offer', () => {
  test('names a lower price, holds for 60 seconds, and changes neither the price nor the status of the quote', async () => {
    const { status, body } = await ask(200);
    expect([status, body]).toMatchObject([
      200,
      { price: 240, status: 'active', version: 2, counter: { price: 200, answer: null } },
    ]);
    const left = Date.parse(body.counter?.expires_at ?? '') - Date.now();
    expect(left).toBeGreaterThan(55 * SECOND_MS);
    expect(left).toBeLessThanOrEqual(60 * SECOND_MS);
  });

  test('is made once for each quote; the same price again is a repeat', async () => {
    const first = await ask(200);
    expect((await ask(200)).body).toEqual(first.body);
    expect(await ask(190)).toMatchObject(refusedWith(409, 'quotes.countered'));
    await again(230);
    expect(await ask(190)).toMatchObject(refusedWith(409, 'quotes.countered'));
  });

  test.each([240, 240.01, 300])('of %p on a quote of 240 is refused', async (price) => {
    expect(await ask(price)).toMatchObject(refusedWith(400, 'quotes.counter_lower'));
  });

  test.each([-1, '200', null, 0.001])('of %p is refused', async (price) => {
    expect((await ask(price)).status).toBe(400);
  });

  test('is made only by the customer of the request', async () => {
    expect((await ask(200, stranger)).status).toBe(404);
    expect((await ask(200, driver)).status).toBe(403);
    expect((await stored())?.counter).toBeNull();
  });

  test('ends with its quote at the latest', async () => {
    clock.setOffset(4.5 * 60 * SECOND_MS);
    const { body } = await ask(200);
    expect(body.counter?.expires_at).toBe(body.expires_at);
  });

  test('is refused on a quote or a request that has ended', async () => {
    clock.setOffset(5 * 60 * SECOND_MS);
    expect(await ask(200)).toMatchObject(refusedWith(409, 'quotes.expired'));
    clock.setOffset(0);
    await withdraw();
    expect(await ask(200)).toMatchObject(refusedWith(409, 'quotes.not_active'));
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    expect(await ask(200)).toMatchObject(refusedWith(409, 'rides.not_open'));
  });

  test('and its answer are pushed to the driver and the customer; no other driver is sent anything', async () => {
    await steps.quote(rival, ride, 250);
    const [mine, own, other] = [await connect(customer), await connect(driver), await connect(rival)];
    await other.ask('rides:watch', {});
    await own.ask('rides:watch', {});
    await ask(201.5);
    const isAsked = (pushed: { quote: Quote }) => pushed.quote.counter?.answer === null;
    for (const socket of [mine, own]) {
      const { quote: asked } = await socket.waitFor('quote:updated', isAsked);
      expect(asked).toMatchObject({ id: quote.id, price: 240, counter: { price: 201.5 } });
    }
    await answer('yes');
    for (const socket of [mine, own]) {
      const { quote: answered } = await socket.waitFor(
        'quote:updated',
        (pushed) => pushed.quote.counter?.answer === 'yes',
      );
      expect(answered).toMatchObject({ id: quote.id, price: 201.5 });
    }
    // The first push to the other drivers comes from the next visible change of the request.
    await app.request('POST', `/rides/request/${ride.id}/price`, {
      token: customer.token,
      body: { asked_price: 200 },
    });
    const { ride_request: next } = await other.waitFor('ride:updated', (pushed) => pushed.ride_request.id === ride.id);
    expect(next).toMatchObject({ asked_price: 200, version: 6, my_quote: { price: 250, counter: null } });
    expect(other.all('quote:updated')).toEqual([]);
    expect(JSON.stringify(other.received)).not.toContain('201.5');
    const rows = (await own.ask('rides:watch', {})).ride_requests;
    expect(rows).toContainEqual(
      expect.objectContaining({ id: ride.id, version: 6, my_quote: expect.objectContaining({ price: 201.5 }) }),
    );
  });
});

test('a driver who reads the request sees its version rise when others bargain or renew, and nothing else', async () => {
  const before = await steps.readRide(rival, ride.id);
  await ask(201.5);
  await steps.quote(driver, ride, 240);
  expect(await steps.readRide(rival, ride.id)).toEqual({ ...before, version: before.version + 2 });
});

describe('the answer', () => {
  test('yes changes the price once and books nothing', async () => {
    await ask(200);
    const yes = await answer('yes');
    expect(yes).toMatchObject({ status: 200, body: { price: 200, status: 'active', version: 3 } });
    expect((await answer('yes')).body).toEqual(yes.body);
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'open', quote_count: 1, booking_id: null });
    expect(await steps.book(customer, quote, { final_price: 200 })).toMatchObject({ price: 200 });
  });

  test('keep leaves the price, and is final', async () => {
    await ask(200);
    expect((await answer('keep')).body).toMatchObject({ price: 240, version: 3, counter: { answer: 'keep' } });
    expect(await answer('yes')).toMatchObject(refusedWith(409, 'quotes.counter_answered'));
    const inHindi = await app.request<{ detail: string }>('POST', `/quotes/${quote.id}/counter/answer`, {
      token: driver.token,
      body: { answer: 'yes' },
      headers: { 'Accept-Language': 'hi' },
    });
    expect(inHindi.body.detail).toBe('इसका जवाब पहले ही दिया जा चुका है (बोली वही रहेगी)');
  });

  test.each(['yes', 'keep'])('%s is refused after 60 seconds', async (given) => {
    await ask(200);
    clock.setOffset(60 * SECOND_MS);
    expect(await answer(given)).toMatchObject(refusedWith(409, 'quotes.counter_over'));
    expect(await stored()).toMatchObject({ price: 240, version: 2, counter: { answer: null } });
  });

  test('is given only by the driver of the quote, only to a counter-offer, and only as yes or keep', async () => {
    expect(await answer('yes')).toMatchObject(refusedWith(409, 'quotes.no_counter'));
    await ask(200);
    expect((await answer('yes', rival)).status).toBe(404);
    expect((await answer('yes', customer)).status).toBe(403);
    expect(await answer('no')).toMatchObject(refusedWith(400, 'quotes.counter_answer'));
    expect(await stored()).toMatchObject({ price: 240, version: 2 });
  });

  test('is keep when the driver quotes again, so that a late yes raises no price', async () => {
    await ask(200);
    expect((await again(180)).body).toMatchObject({ price: 180, counter: { price: 200, answer: 'keep' } });
    expect(await answer('yes')).toMatchObject(refusedWith(409, 'quotes.counter_answered'));
  });

  test('stays missing when the driver quotes again after 60 seconds; a later yes raises no price', async () => {
    await ask(200);
    clock.setOffset(60 * SECOND_MS);
    expect((await again(180)).body).toMatchObject({ price: 180, version: 3, counter: { price: 200, answer: null } });
    // The answer comes to a process whose clock is behind.
    clock.setOffset(0);
    expect(await answer('yes')).toMatchObject(refusedWith(409, 'quotes.counter_over'));
    expect(await stored()).toMatchObject({ price: 180, version: 3 });
  });

  test('is refused after a withdrawal and after the choice of the customer', async () => {
    await ask(200);
    await withdraw();
    expect(await answer('yes')).toMatchObject(refusedWith(409, 'quotes.not_active'));
    await again(240);
    const booking = await steps.book(customer, quote);
    expect(booking).toMatchObject({ price: 240, quote: { counter: null } });
    expect((await answer('yes')).status).toBe(409);
  });

  test('yes makes a choice at the old price fail, so that nobody pays another price than the shown one', async () => {
    await ask(200);
    await answer('yes');
    const body = { quote_id: quote.id, payment_method: 'cash', final_price: 240 };
    const late = await app.request('POST', '/bookings/create', { token: customer.token, body });
    expect(late.status).toBe(409);
    expect((await steps.readRide(customer, ride.id)).status).toBe('open');
  });
});
