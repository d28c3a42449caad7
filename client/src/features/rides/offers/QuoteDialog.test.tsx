import { COMMISSION, type FeeRule } from '@boli/shared/core/money';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useKnownPricing, usePass } from '../../../core/fee-rule';
import { formatMoney } from '../../../core/money';
import { readPrice } from '../read-price';
import { QuoteDialog } from './QuoteDialog';

const ride: RideRequest = {
  id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02',
  customer_id: 'customer',
  customer_name: 'Asha Verma',
  pickup_location: 'Lajpat Nagar Central Market',
  pickup_lat: 28.57,
  pickup_lng: 77.24,
  drop_location: 'Indira Gandhi Airport, Terminal 3',
  drop_lat: 28.55,
  drop_lng: 77.09,
  pickup_is_approximate: false,
  distance_km: 17.8,
  road: null,
  reference: null,
  middle_half: null,
  is_scheduled: false,
  scheduled_time: null,
  status: 'open',
  end_reason: null,
  asked_price: null,
  widened: false,
  quotes_ended: null,
  quote_count: 0,
  booking_id: null,
  created_at: '2026-11-21T04:10:00.000Z',
  expires_at: '2026-11-21T05:10:00.000Z',
  version: 1,
};

let answer: { status: number; body: object };
let asked: unknown[];
const closed: string[] = [];

/** Sets the fee rule that the server has announced. */
const announce = (rule: FeeRule, model = rule.model) =>
  useKnownPricing.setState({ pricing: { model, fee_rule: presentFeeRule(rule), passes: null } });

/**
 * A fake fetch: `/config` has the announced pricing. The bodies of all other requests are recorded in `asked`, and
 * the response is `answer`.
 */
beforeEach(() => {
  announce(COMMISSION);
  asked = [];
  closed.length = 0;
  sessionStorage.clear();
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async (address: string, init: { body: string }) => {
      if (String(address).endsWith('/config')) return Response.json({ pricing: useKnownPricing.getState().pricing });
      asked.push(JSON.parse(init.body));
      return { ok: answer.status < 300, status: answer.status, headers: new Headers(), json: async () => answer.body };
    },
  });
});
afterEach(() => {
  cleanup();
  usePass.setState({ until: null });
});

/** Opens the dialog for a ride of 17.8 km. `usualPerKm` is in rupees. */
const open = (onQuote: (quote: Quote) => void = () => undefined, usualPerKm: number | null = null) =>
  render(
    <MantineProvider>
      <QuoteDialog
        ride={ride}
        isOpen
        opened
        usualPerKm={usualPerKm}
        onClose={() => closed.push('closed')}
        onQuote={onQuote}
      />
    </MantineProvider>,
  );
const field = () => screen.getByRole('spinbutton');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Submit Quote' }));

describe('the quote dialog', () => {
  test('shows fee and earnings only if the price is above 0', () => {
    open();
    expect(screen.queryByText('You receive (90%)')).toBeNull();
    type('0');
    expect(screen.queryByText('You receive (90%)')).toBeNull();
    type('237.41');
    expect(screen.getByText('You receive (90%)').nextElementSibling?.textContent).toBe('₹213.67');
    expect(screen.getByText('Platform fee (10%)').nextElementSibling?.textContent).toBe('-₹23.74');
  });

  test('shows an error and sends nothing if no price is typed', () => {
    open();
    press();
    expect(screen.getByText('Please enter a price')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test('passes the created quote on, closes, and deletes the draft', async () => {
    answer = { status: 201, body: { id: 'quote' } };
    const got: Quote[] = [];
    open((quote) => got.push(quote));
    type('410');
    press();
    await waitFor(() => expect(closed).toEqual(['closed']));
    expect(asked).toEqual([{ ride_request_id: ride.id, price: 410, hold_min: 5 }]);
    expect(got).toEqual([{ id: 'quote' }]);
    expect(sessionStorage.length).toBe(0);
  });

  test('keeps the typed price if the server refuses the quote, even after the dialog was closed', async () => {
    answer = { status: 409, body: { detail: 'This ride request is no longer open (booked)', code: 'rides.not_open' } };
    const first = open();
    type('410');
    press();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit Quote' })).toHaveProperty('disabled', false));
    expect(closed).toEqual([]);
    first.unmount();
    open();
    expect(field()).toHaveProperty('value', '410');
  });
});

describe('the price of the dialog', () => {
  test('is raised and lowered by ₹5, never below 0', () => {
    open();
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('button', { name: '₹5 less' })).toHaveProperty('disabled', true);
    press('₹5 more');
    press('₹5 more');
    expect(field()).toHaveProperty('value', '10');
    type('3.5');
    press('₹5 less');
    expect(field()).toHaveProperty('value', '0');
    type('237.41');
    press('₹5 more');
    expect(field()).toHaveProperty('value', '242.41');
  });

  test('is set by a press on a chip, which also shows the price per kilometre', () => {
    open(undefined, 20);
    expect(screen.getByRole('button', { name: 'Quote ₹355 usual · ₹20/km' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Quote ₹390 ₹22/km' }));
    expect(field()).toHaveProperty('value', '390');
    expect(screen.getByRole('button', { name: 'Quote ₹390 ₹22/km' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a price that needs a confirmation', () => {
  const yes = (name: string) => screen.getByRole('button', { name });
  beforeEach(() => {
    answer = { status: 201, body: { id: 'quote' } };
  });

  test.each([
    ['0', null, 'With ₹0.00 you drive for free. Send this quote?'],
    ['50', 20, '₹50.00 is ₹2.81 per km. You usually ask ₹20.00 per km. Send this quote?'],
    ['5000', 20, '₹5,000.00 is ₹280.90 per km. You usually ask ₹20.00 per km. Send this quote?'],
  ])(
    'of ₹%s, with a usual price of %p for a kilometre, is sent by the second press, not the first',
    async (price, usual, words) => {
      open(undefined, usual);
      type(price);
      press();
      expect(screen.getByRole('alert').textContent).toBe(words);
      expect(asked).toEqual([]);
      const name = `Yes, send ${formatMoney(Number(price))}`;
      expect(yes(name)).toHaveProperty('disabled', true);
      await waitFor(() => expect(yes(name)).toHaveProperty('disabled', false));
      fireEvent.click(yes(name));
      await waitFor(() => expect(asked).toEqual([{ ride_request_id: ride.id, price: Number(price), hold_min: 5 }]));
    },
  );

  test('needs a new confirmation after it was changed', () => {
    open(undefined, 20);
    type('50');
    press();
    type('60');
    expect(screen.queryByRole('alert')).toBeNull();
    press();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test('is only ₹0 for a driver without a usual price', async () => {
    open();
    type('1');
    press();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a typed price', () => {
  test.each([
    ['0', { price: 0 }],
    ['240.5', { price: 240.5 }],
    ['', { error: 'Please enter a price' }],
    ['-1', { error: 'The price must be from 0 to 10,00,000 rupees' }],
    ['1.005', { error: 'At most two decimals' }],
  ])('"%s" reads as %j', (text, read) => {
    expect(readPrice(text)).toEqual(read);
  });
});

describe('the split of a price', () => {
  test.each<[FeeRule, number, string, string]>([
    [{ model: 'per_ride', percent: 0, per_ride_paise: 500 }, 237.41, 'Fee per ride ₹5.00', '-₹5.00'],
    [{ model: 'per_ride', percent: 0, per_ride_paise: 500 }, 3, 'Fee per ride ₹5.00', '-₹3.00'],
    [{ model: 'zero', percent: 0, per_ride_paise: 0 }, 237.41, 'No fee', '₹0.00'],
  ])('has the fee of the operator’s pricing model, with a text for that model: %j of %d', (rule, price, words, fee) => {
    announce(rule);
    open();
    type(String(price));
    expect(screen.getByText(words).nextElementSibling?.textContent).toBe(fee);
    expect(screen.getByText('You receive')).toBeTruthy();
    expect(screen.queryByText(/10%|90%/)).toBeNull();
  });

  test('has no fee for a driver with a valid pass, and the commission for one whose pass has ended', () => {
    announce(COMMISSION, 'pass');
    usePass.setState({ until: new Date(Date.now() + 60_000).toISOString() });
    open();
    type('100');
    expect(screen.getByText('Pass: no fee')).toBeTruthy();
    expect(screen.queryByText(/10%|90%/)).toBeNull();
    expect(screen.getByText('What counts is whether you have a pass when the rider books.')).toBeTruthy();
    act(() => usePass.setState({ until: new Date(Date.now() - 60_000).toISOString() }));
    expect(screen.getByText('Platform fee (10%)').nextElementSibling?.textContent).toBe('-₹10.00');
  });

  test('is not shown before the pricing model is known', () => {
    useKnownPricing.setState({ pricing: null });
    open();
    type('100');
    expect(screen.queryByRole('region', { name: 'Pricing breakdown' })).toBeNull();
  });
});
