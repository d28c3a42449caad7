import type { Quote } from '@boli/shared/rides/quotes.schema';
import { expect, test } from '@jest/globals';
import { expireQuotes } from '../rides/quotes.service';
import { RideModel } from '../rides/rides.model';
import { race, tally } from '../testing/races';
import { agreement, inRounds, LONG, setUpRacing } from '../testing/racing';

const racing = setUpRacing();

const ask = (quote: Quote, price: number) => () =>
  racing.app.request('POST', `/quotes/${quote.id}/counter`, { token: racing.customer.token, body: { price } });
const answer = (quote: Quote, given: 'yes' | 'keep') => () =>
  racing.app.request('POST', `/quotes/${quote.id}/counter/answer`, {
    token: racing.driver.token,
    body: { answer: given },
  });
/** Books at the price (rupees) that the customer was shown. */
const bookAt = (quote: Quote, price: number) => () =>
  racing.app.request('POST', '/bookings/create', {
    token: racing.customer.token,
    body: { quote_id: quote.id, payment_method: 'phonepe', final_price: price },
  });
const expire = async () => {
  await expireQuotes();
  return { status: 200, body: null, headers: new Headers() };
};
const quoted = async () => {
  const ride = await racing.steps.ride(racing.customer);
  return { ride, quote: await racing.steps.quote(racing.driver, ride, 100) };
};

test(
  'twenty counter-offers at two prices store one of the prices',
  inRounds(async () => {
    const { ride, quote } = await quoted();
    const answers = await race({ low: ask(quote, 70), high: ask(quote, 80) });
    const { ride: after } = await agreement(ride.id);
    const price = after.quotes[0]?.counter?.price_paise;
    expect([tally(answers.low), tally(answers.high)]).toEqual(
      price === 7_000 ? [{ 200: 10 }, { 409: 10 }] : [{ 409: 10 }, { 200: 10 }],
    );
    expect(after.quotes[0]?.version).toBe(2);
  }),
  LONG,
);

test(
  'the first answer counts when some calls answer `yes` and others `keep`',
  inRounds(async () => {
    const { ride, quote } = await quoted();
    await ask(quote, 80)();
    const answers = await race({ yes: answer(quote, 'yes'), keep: answer(quote, 'keep') });
    const { ride: after } = await agreement(ride.id);
    const [stored] = after.quotes;
    expect([
      [{ 200: 10 }, { 409: 10 }, 'yes', 8_000, 3],
      [{ 409: 10 }, { 200: 10 }, 'keep', 10_000, 3],
    ]).toContainEqual([
      tally(answers.yes),
      tally(answers.keep),
      stored?.counter?.answer,
      stored?.price_paise,
      stored?.version,
    ]);
  }),
  LONG,
);

test(
  'a quote is booked at the price that was shown, or the answer `yes` comes first and nothing is booked',
  inRounds(async () => {
    const { ride, quote } = await quoted();
    await ask(quote, 80)();
    const answers = await race({ yes: answer(quote, 'yes'), book: bookAt(quote, 100) });
    const { ride: after, bookings } = await agreement(ride.id);
    expect([
      [{ 409: 10 }, { 201: 1, 409: 9 }, 'booked', [10_000], 10_000],
      [{ 200: 10 }, { 409: 10 }, 'open', [], 8_000],
    ]).toContainEqual([
      tally(answers.yes),
      tally(answers.book),
      after.status,
      bookings.map(({ price_paise }) => price_paise),
      after.quotes[0]?.price_paise,
    ]);
  }),
  LONG,
);

test(
  'a counter-offer, its answer, the withdrawal, the expiry and the booking of a quote at the same time have one outcome',
  inRounds(async () => {
    const { ride, quote } = await quoted();
    await RideModel.updateOne(
      { _id: ride.id },
      { $set: { 'quotes.0.expires_at': new Date(Date.now() + Math.random() * 60) } },
    );
    const calls = {
      ask: ask(quote, 80),
      yes: answer(quote, 'yes'),
      withdraw: racing.withdraw(quote),
      book: bookAt(quote, 100),
      expire,
    };
    const answers = await race(calls, 4);
    const { ride: after, bookings } = await agreement(ride.id);
    const [stored] = after.quotes;
    const booked = answers.book.filter((status) => status === 201).length;
    expect(booked).toBe(bookings.length);
    expect(bookings.map(({ price_paise }) => price_paise)).toEqual(booked === 1 ? [10_000] : []);
    expect(stored?.price_paise).toBe(stored?.counter?.answer === 'yes' ? 8_000 : 10_000);
    expect(answers.yes.includes(200)).toBe(stored?.counter?.answer === 'yes');
    expect(answers.ask.includes(200)).toBe(stored?.counter != null);
    expect([...Object.values(answers).flat()].filter((status) => status >= 500)).toEqual([]);
  }),
  LONG,
);
