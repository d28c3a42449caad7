import type { Quote } from '@boli/shared/rides/quotes.schema';
import { expect } from '@jest/globals';
import { expireQuotes } from '../rides/quotes.service';
import { RideModel } from '../rides/rides.model';
import { race } from './races';
import { agreement, type Racing } from './racing';

/** Rupees: the quoted price, the two counter-offers, the asked price, and the asked price after it is raised. */
const QUOTED = 100;
const COUNTERS = { low: 70, high: 80 } as const;
const ASKED = 78;
const RAISED = 90;
/** Ten kinds of calls, two of each: twenty contenders. */
const OF_EACH = 2;
/** In every second race the quote runs out within this time (ms) of the start. */
const ENDS_WITHIN_MS = 60;

/**
 * One race of twenty concurrent calls on one quote: they make and answer counter-offers, quote the asked price, raise
 * the asked price, withdraw the quote, choose it at two prices, and expire it. Expects one outcome, on which every
 * answer agrees.
 */
export async function bidRace(racing: Racing, round: number): Promise<void> {
  const { app, customer, driver, steps } = racing;
  const ride = await steps.ride(customer, { asked_price: ASKED });
  const quote = await steps.quote(driver, ride, QUOTED);
  // In half of the rounds there is a counter-offer already, so that answers take part from the start.
  if (round % 4 >= 2) await steps.counter(customer, quote, COUNTERS.high);
  if (round % 2 === 1) await endSoon(ride.id);
  const post = (path: string, token: string, body: object) => () => app.request('POST', path, { token, body });
  const counter = (price: number) => post(`/quotes/${quote.id}/counter`, customer.token, { price });
  const answer = (given: string) => post(`/quotes/${quote.id}/counter/answer`, driver.token, { answer: given });
  const book = (price: number) =>
    post('/bookings/create', customer.token, { quote_id: quote.id, payment_method: 'phonepe', final_price: price });
  const answers = await race(
    {
      low: counter(COUNTERS.low),
      high: counter(COUNTERS.high),
      yes: answer('yes'),
      keep: answer('keep'),
      bookQuoted: book(QUOTED),
      bookHigh: book(COUNTERS.high),
      quoteAsked: post('/quotes/create', driver.token, { ride_request_id: ride.id, price: ASKED }),
      raise: post(`/rides/request/${ride.id}/price`, customer.token, { asked_price: RAISED }),
      withdraw: racing.withdraw(quote),
      expire,
    },
    OF_EACH,
  );
  await expectOneOutcome(ride.id, quote, answers);
}

async function endSoon(rideId: string): Promise<void> {
  const end = new Date(Date.now() + Math.random() * ENDS_WITHIN_MS);
  await RideModel.updateOne({ _id: rideId }, { $set: { 'quotes.0.expires_at': end } });
}

async function expire() {
  await expireQuotes();
  return { status: 200, body: null, headers: new Headers() };
}

type Kind =
  | 'low'
  | 'high'
  | 'yes'
  | 'keep'
  | 'bookQuoted'
  | 'bookHigh'
  | 'quoteAsked'
  | 'raise'
  | 'withdraw'
  | 'expire';

async function expectOneOutcome(rideId: string, quote: Quote, answers: Record<Kind, number[]>): Promise<void> {
  const { ride, bookings } = await agreement(rideId);
  const [stored] = ride.quotes;
  const has = (kind: Kind, status: number) => answers[kind].includes(status);
  const booked = [...answers.bookQuoted, ...answers.bookHigh].filter((status) => status === 201).length;
  expect(
    Object.values(answers)
      .flat()
      .filter((status) => status >= 500),
  ).toEqual([]);

  // At most one booking, at the price that its customer confirmed and the quote has.
  expect(bookings.length).toBe(booked);
  expect(booked).toBeLessThanOrEqual(1);
  expect(ride.status).toBe(booked === 1 ? 'booked' : 'open');
  const confirmed = has('bookQuoted', 201) ? QUOTED : COUNTERS.high;
  expect(bookings.map(({ price_paise }) => price_paise)).toEqual(booked === 1 ? [confirmed * 100] : []);
  if (booked === 1) expect(stored?.price_paise).toBe(confirmed * 100);

  // At most one counter-offer, with at most one answer: only calls that asked for the stored price, or gave the stored
  // answer, succeeded.
  const counterPaise = stored?.counter?.price_paise;
  expect([has('low', 200) ? 'low' : null, has('high', 200) && counterPaise !== 8_000 ? 'high' : null]).toEqual([
    counterPaise === 7_000 ? 'low' : null,
    null,
  ]);
  expect(has('yes', 200)).toBe(stored?.counter?.answer === 'yes');
  if (stored?.counter?.answer !== 'keep') expect(has('keep', 200)).toBe(false);

  // The price is the quoted one, that of the counter-offer after a yes, or the one that the driver quoted last.
  const yes = stored?.counter?.answer === 'yes' ? counterPaise : undefined;
  const possible = [yes ?? QUOTED * 100, ...(answers.quoteAsked.some((status) => status < 300) ? [ASKED * 100] : [])];
  expect(possible).toContain(stored?.price_paise);
  expect(ride.asked_price_paise).toBe((has('raise', 200) ? RAISED : ASKED) * 100);
  expect(stored?._id).toBe(quote.id);
}
