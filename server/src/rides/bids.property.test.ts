import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clock } from '../core/clock';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { expireQuotes } from './quotes.service';

/**
 * A run makes some twenty calls, so there is one run for every fifty that `PROPERTY_RUNS` asks for: 20 runs by default,
 * and 2,000 in the long test run.
 */
const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 1_000) / 50);
const SECOND_MS = 1_000;
const HOLD_S = 300;
const ANSWER_S = 60;

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
afterEach(() => clock.setOffset(0));

/** What a quote, its counter-offer and the asked price should be; times in seconds from the start. */
interface Expected {
  now: number;
  price: number;
  /** The stored status: a quote that has run out is stored as `active` until the job has run. */
  status: 'active' | 'withdrawn' | 'expired' | 'accepted';
  ends: number;
  counter: { price: number; until: number; answer: 'yes' | 'keep' | null } | null;
  asked: number | null;
}

type Step =
  | { do: 'pass'; seconds: number }
  | { do: 'expire' | 'withdraw' }
  | { do: 'ask' | 'quote' | 'raise' | 'book'; price: number }
  | { do: 'answer'; given: 'yes' | 'keep' };

const price = fc.constantFrom(70, 80, 90, 100);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(10, 50, 60, 250) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'withdraw' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), price }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('quote' as const, 'raise' as const), price }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), given: fc.constantFrom('yes', 'keep') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('book' as const), price }) },
) as fc.Arbitrary<Step>;

const holds = ({ status, ends, now }: Expected) => status === 'active' && ends > now;

/** The HTTP status that a counter-offer should get by the rules of docs/decisions/0023; updates what is expected. */
function asking(at: Expected, asked: number): number {
  if (at.counter?.price === asked) return 200;
  if (!holds(at) || at.counter) return 409;
  if (asked >= at.price) return 400;
  at.counter = { price: asked, until: Math.min(at.now + ANSWER_S, at.ends), answer: null };
  return 200;
}

function answering(at: Expected, given: 'yes' | 'keep'): number {
  const { counter } = at;
  if (counter?.answer === given) return 200;
  if (!counter || counter.answer || !holds(at) || counter.until <= at.now) return 409;
  counter.answer = given;
  if (given === 'yes') at.price = counter.price;
  return 200;
}

function quoting(at: Expected, offered: number): number {
  if (at.status === 'accepted') return 409;
  Object.assign(at, { price: offered, status: 'active', ends: at.now + HOLD_S });
  if (at.counter?.answer === null && at.counter.until > at.now) at.counter.answer = 'keep';
  return 200;
}

function raising(at: Expected, asked: number): number {
  if (at.status === 'accepted') return 409;
  if (at.asked !== null && asked < at.asked) return 400;
  at.asked = asked;
  return 200;
}

function booking(at: Expected, confirmed: number): number {
  if (!holds(at) || confirmed !== at.price) return 409;
  at.status = 'accepted';
  return 201;
}

/** A driver can withdraw a quote whose clock has run out, unless the quote is stored as expired. */
function withdrawing(at: Expected): number {
  if (at.status === 'accepted' || at.status === 'expired') return 409;
  at.status = 'withdrawn';
  return 200;
}

/** Performs a step on the real server; returns the status of the answer, and the expected one. */
async function take(step: Step, at: Expected, quote: Quote): Promise<[number, number]> {
  const post = async (path: string, token: string, body: object) =>
    (await app.request('POST', path, { token, body })).status;
  switch (step.do) {
    case 'pass':
      at.now += step.seconds;
      clock.setOffset(at.now * SECOND_MS);
      return [0, 0];
    case 'expire':
      await expireQuotes();
      if (at.status === 'active' && at.ends <= at.now) at.status = 'expired';
      return [0, 0];
    case 'ask':
      return [await post(`/quotes/${quote.id}/counter`, customer.token, { price: step.price }), asking(at, step.price)];
    case 'answer': {
      const body = { answer: step.given };
      return [await post(`/quotes/${quote.id}/counter/answer`, driver.token, body), answering(at, step.given)];
    }
    case 'quote': {
      const body = { ride_request_id: quote.ride_request_id, price: step.price };
      return [await post('/quotes/create', driver.token, body), quoting(at, step.price)];
    }
    case 'raise': {
      const body = { asked_price: step.price };
      return [
        await post(`/rides/request/${quote.ride_request_id}/price`, customer.token, body),
        raising(at, step.price),
      ];
    }
    case 'book': {
      const body = { quote_id: quote.id, payment_method: 'phonepe', final_price: step.price };
      return [await post('/bookings/create', customer.token, body), booking(at, step.price)];
    }
    case 'withdraw':
      return [(await app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token })).status, withdrawing(at)];
  }
}

/** The quote as its driver should read it. */
function shown(at: Expected) {
  const status = at.status === 'active' && at.ends <= at.now ? 'expired' : at.status;
  const counter = status === 'accepted' || !at.counter ? null : { price: at.counter.price, answer: at.counter.answer };
  return { price: at.price, status, counter };
}

test(
  'after any steps of both sides and of the clock, quote, counter-offer and asked price are as the rules say',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 12 }), async (taken) => {
        clock.setOffset(0);
        const ride = await steps.ride(customer);
        const quote = await steps.quote(driver, ride, 100);
        const at: Expected = { now: 0, price: 100, status: 'active', ends: HOLD_S, counter: null, asked: null };
        for (const step of taken) {
          const [answered, expected] = await take(step, at, quote);
          expect([step, answered]).toEqual([step, expected]);
          const [read] = await steps.quotesOn(driver, ride);
          expect(read).toMatchObject(shown(at));
        }
        expect((await steps.readRide(customer, ride.id)).asked_price).toBe(at.asked);
        // So the next run begins without an open request. If the request is booked, it is not open, and the call is
        // refused.
        await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 5_000,
);
