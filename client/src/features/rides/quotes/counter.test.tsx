import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { forgetServerTime, recordServerDate } from '../../../core/server-time';
import { renderPart } from '../../../testing/render';
import { aQuote, aReference, aRide } from '../../../testing/ride.builder';
import { CounterPrompts } from '../offers/CounterPrompts';
import { upsertMyQuote, upsertOpenRide, useOpenRides } from '../open-rides.store';
import { CounterDialog } from './CounterDialog';
import { CounterState } from './CounterState';
import { counterPhase, counterPrices } from './counter';
import { QuoteDetailsDialog } from './QuoteDetailsDialog';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const inMs = (ms: number) => new Date(NOW + ms).toISOString();
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const LOCK_MS = 1_300;

const countered = (answer: 'yes' | 'keep' | null, over: Partial<Quote> = {}) =>
  aQuote({
    price: 240,
    driver_name: 'Sunita Yadav',
    expires_at: inMs(300_000),
    counter: { price: 225, expires_at: inMs(60_000), answer },
    ...over,
  });
const reference = aReference({ low: 210, mid: 235, high: 260, km: 9.4, minutes: 31 });

let sent: { path: string; body: unknown }[];
let reply: Quote;
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  forgetServerTime();
  useOpenRides.setState({ byId: {}, quotes: {} });
  sent = [];
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async (path: string, init?: { body?: string }) => {
      if (init?.body) sent.push({ path, body: JSON.parse(init.body) });
      return { ok: true, status: 200, headers: new Headers(), json: async () => reply };
    },
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the counter-offer on a quote', () => {
  test("counts down by the server's clock, and says politely that no answer came", async () => {
    // This device is half a minute ahead of the server.
    recordServerDate(new Date(NOW - 30_000).toUTCString(), NOW, NOW);
    renderPart(
      <CounterState quote={countered(null, { counter: { price: 225, expires_at: inMs(0), answer: null } })} />,
    );
    const seconds = () => Number(/Asked ₹225, (\d+) s/.exec(screen.getByRole('timer').textContent ?? '')?.[1]);
    expect(seconds()).toBeGreaterThanOrEqual(29);
    expect(screen.getByRole('status').textContent).toBe('');
    await pass(31_000);
    expect(screen.getByRole('timer').textContent).toBe('No answer to ₹225');
    expect(screen.getByRole('status').textContent).toBe('Sunita Yadav did not answer: ₹240.00 stands');
  });

  test.each([
    ['yes', 'Yes to ₹225', 'Sunita Yadav said yes: ₹225.00', 225],
    ['keep', 'No to ₹225', 'Sunita Yadav does not take ₹225.00: ₹240.00 stands', 240],
  ] as const)('says the answer %s in words, visibly and to screen readers', (answer, words, said, price) => {
    renderPart(<CounterState quote={countered(answer, { price })} />);
    expect(screen.getByRole('timer').textContent).toBe(words);
    expect(screen.getByRole('status').textContent).toBe(said);
  });

  test('shows that the driver said yes and has named another price since', () => {
    renderPart(<CounterState quote={countered('yes', { price: 260 })} />);
    expect(screen.getByRole('timer').textContent).toBe('Yes to ₹225, then a new price');
    expect(screen.getByRole('status').textContent).toBe(
      'Sunita Yadav said yes to ₹225.00, and has named ₹260.00 since',
    );
  });

  test('ends with its quote, and is unknown in a quote that was stored before counter-offers existed', () => {
    expect(counterPhase(countered(null), NOW)).toBe('pending');
    expect(counterPhase(countered(null, { status: 'withdrawn' }), NOW)).toBe('passed');
    expect(counterPhase(countered('yes', { status: 'accepted' }), NOW)).toBe('none');
    const { counter: _counter, ...before } = countered(null);
    expect(counterPhase(JSON.parse(JSON.stringify(before)), NOW)).toBe('none');
  });

  test.each([
    [300, reference, [260, 235, 210]],
    [240, reference, [235, 225, 210]],
    [200, reference, [190, 180, 170]],
    [200, null, [190, 180, 170]],
    [5, null, []],
    [12.5, null, [10]],
  ])('on a quote of %p is offered at three lower prices or fewer, preferably usual ones', (price, usual, offered) => {
    expect(counterPrices(price, usual)).toEqual(offered);
  });
});

describe('the dialog of a counter-offer', () => {
  const open = () => {
    const asked: Quote[] = [];
    const quote = aQuote({ price: 240, driver_name: 'Sunita Yadav', reference });
    reply = countered(null);
    renderPart(<CounterDialog quote={quote} onClose={() => undefined} onAsked={(next) => asked.push(next)} />);
    return asked;
  };

  test('sends the price of a chip', async () => {
    const asked = open();
    fireEvent.click(screen.getByRole('button', { name: 'Ask for ₹225' }));
    fireEvent.click(screen.getByRole('button', { name: 'Ask for ₹225.00' }));
    await pass(0);
    expect(sent).toMatchObject([{ path: expect.stringMatching(/\/counter$/), body: { price: 225 } }]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['240', 'Ask for less than the quote'],
    ['-1', 'The price must be from 0 to 10,00,000 rupees'],
    ['', 'Please enter a price'],
  ])('refuses %p with its reason, and sends nothing', async (text, reason) => {
    open();
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: text } });
    const form = screen.getByRole('spinbutton').closest('form');
    if (form) fireEvent.submit(form);
    await pass(0);
    expect(screen.getByText(reason)).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

test('an opened quote offers to ask for another price once; afterwards it says why the button is gone', () => {
  const none = () => undefined;
  const button = () => screen.queryByRole('button', { name: 'Ask for another price' });
  renderPart(
    <QuoteDetailsDialog quote={aQuote()} half={null} onClose={none} onSelect={none} onAsk={none} heart={null} />,
  );
  expect(button()).not.toBeNull();
  cleanup();
  renderPart(
    <QuoteDetailsDialog
      quote={countered('keep')}
      half={null}
      onClose={none}
      onSelect={none}
      onAsk={null}
      heart={null}
    />,
  );
  expect(button()).toBeNull();
  expect(screen.getByText('You have already asked for another price on this quote')).toBeTruthy();
});

describe('a driver with a counter-offer', () => {
  const show = (answered: Quote[] = []) => {
    const quote = countered(null);
    upsertOpenRide(aRide({ id: quote.ride_request_id, customer_name: 'Asha Verma', my_quote: quote }));
    renderPart(<CounterPrompts isCovered={false} onQuote={(next) => answered.push(next)} />);
    return quote;
  };
  const prompt = () => screen.queryByRole('group', { name: 'Asha Verma asks for ₹225.00' });

  test('sees who asks for which price, the seconds left, and both answers, until no time is left', async () => {
    show();
    expect(prompt()).not.toBeNull();
    expect(screen.getByRole('timer').textContent).toBe('60 s left');
    expect(screen.getByRole('button', { name: 'Keep ₹240.00' })).toBeTruthy();
    await pass(20_000);
    expect(screen.getByRole('timer').textContent).toBe('40 s left');
    await pass(41_000);
    expect(prompt()).toBeNull();
  });

  test('gets each counter-offer announced once, also one that ends before an earlier one', () => {
    const first = show();
    expect(screen.getByRole('status').textContent).toBe('Asha Verma asks for ₹225.00');
    const [id, ride_request_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const counter = { price: 200, expires_at: inMs(9_000), answer: null };
    const ends = { ...first, id, ride_request_id, counter };
    act(() => upsertOpenRide(aRide({ id: ride_request_id, customer_name: 'Meera Iyer', my_quote: ends })));
    expect(screen.getByRole('status').textContent).toBe('Meera Iyer asks for ₹200.00');
    act(() => upsertMyQuote({ ...ends, version: ends.version + 1, counter: null }));
    expect(screen.getByRole('status').textContent).toBe('');
    expect(prompt()).not.toBeNull();
  });

  test.each([
    ['Yes, ₹225.00', 'yes'],
    ['Keep ₹240.00', 'keep'],
  ] as const)('answers by the button %s, which ignores presses in its first 1.2 s', async (name, answer) => {
    const answered: Quote[] = [];
    show(answered);
    reply = countered(answer, { version: 3 });
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(LOCK_MS);
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(0);
    expect(sent).toMatchObject([{ path: expect.stringMatching(/\/counter\/answer$/), body: { answer } }]);
    expect(answered).toHaveLength(1);
    act(() => upsertMyQuote(reply));
    expect(prompt()).toBeNull();
  });
});
