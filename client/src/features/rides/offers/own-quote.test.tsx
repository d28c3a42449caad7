import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { setPreferences } from '../../../core/preferences';
import { forgetServerTime } from '../../../core/server-time';
import { renderPart } from '../../../testing/render';
import { aQuote, aRide } from '../../../testing/ride.builder';
import { OwnQuote } from './OwnQuote';
import { QuoteDialog } from './QuoteDialog';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
let sent: unknown[];
const quote = (over: Partial<Quote> = {}) =>
  aQuote({ price: 240, hold_min: 10, expires_at: new Date(NOW + 90_000).toISOString(), ...over });

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  forgetServerTime();
  localStorage.clear();
  sessionStorage.clear();
  setPreferences({ holdMin: 5, scheduledHoldMin: null });
  sent = [];
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async (_address: string, init: { body: string }) => {
      sent.push(JSON.parse(init.body));
      const body = quote({ version: 3, expires_at: new Date(Date.now() + 600_000).toISOString() });
      return { ok: true, status: 200, headers: new Headers(), json: async () => body };
    },
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const renew = () => screen.queryByRole('button', { name: 'Renew' });

test("the driver's own quote shows its time left; in the last minute and after the end, one press renews the quote", async () => {
  const renewed: Quote[] = [];
  renderPart(<OwnQuote quote={quote()} onQuote={(next) => renewed.push(next)} />);
  expect(screen.getByRole('timer').textContent).toBe('1:30 left');
  expect(renew()).toBeNull();
  await pass(31_000);
  expect(screen.getByRole('timer').textContent).toBe('Ends soon: 0:59 left');
  expect(renew()).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  await pass(70_000);
  expect(screen.getByRole('timer').textContent).toBe('Expired');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Renew' }));
  await pass(0);
  expect(sent).toEqual([{ ride_request_id: quote().ride_request_id, price: 240, hold_min: 10 }]);
  expect(renewed.map(({ version }) => version)).toEqual([3]);
});

/** Opens the dialog, chooses how long the quote holds if that is given, and sends ₹200. */
async function sendFor(choice: string | null, is_scheduled: boolean): Promise<unknown> {
  const ride = aRide({ is_scheduled, expires_at: new Date(NOW + 9_000_000).toISOString() });
  const none = () => undefined;
  renderPart(<QuoteDialog ride={ride} isOpen opened onClose={none} onQuote={none} />);
  if (choice !== null) fireEvent.click(screen.getByRole('radio', { name: choice }));
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '200' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit Quote' }));
  await pass(0);
  cleanup();
  return sent.at(-1);
}

test('the dialog asks how long the quote holds, and proposes the last choice of this device', async () => {
  expect(await sendFor(null, false)).toMatchObject({ hold_min: 5 });
  expect(await sendFor('10 min', false)).toMatchObject({ hold_min: 10 });
  expect(await sendFor(null, false)).toMatchObject({ hold_min: 10 });
  expect(JSON.parse(localStorage.getItem('boli-preferences') ?? '')).toMatchObject({ holdMin: 10 });
});

test('a quote on a scheduled request holds until the ride, unless the driver chooses less', async () => {
  expect(await sendFor(null, true)).toMatchObject({ hold_min: null });
  expect(await sendFor('30 min', true)).toMatchObject({ hold_min: 30 });
  expect(await sendFor(null, true)).toMatchObject({ hold_min: 30 });
  expect(await sendFor('until the ride', true)).toMatchObject({ hold_min: null });
  expect(await sendFor(null, false)).toMatchObject({ hold_min: 5 });
});
