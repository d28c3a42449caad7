import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { forgetServerTime } from '../core/server-time';
import { signIn, signOut } from '../core/session';
import { upsertQuote } from '../features/rides/quotes/quotes.store';
import { aBooking } from '../testing/booking.builder';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';
import { QuotesLeft } from './QuotesLeft';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const until = (minutes: number, over: Partial<Quote>) =>
  aQuote({ expires_at: new Date(NOW + minutes * 60_000).toISOString(), hold_min: 5, ...over });
const chosen = aQuote({ status: 'accepted', expires_at: null });
const soon = until(1, { id: 'soon' });
const later = until(4, { id: 'later' });
const booking = aBooking({ status: 'pending', quote_id: chosen.id });
let stored: Quote[];

const one = '1 other quote stays open until its time is over. If Ravi Kumar does not accept, you choose again.';
const two = '2 other quotes stay open until their time is over. If Ravi Kumar does not accept, you choose again.';
const over =
  'The time of the other quotes is over. If Ravi Kumar does not accept, your request is open again: drivers can renew these quotes, and other drivers can quote.';
const shown = () => screen.queryByText(/other quote|open again/)?.textContent ?? null;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  forgetServerTime();
  stored = [chosen, soon, later];
  const user = { id: 'asha', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 'asha', token_type: 'bearer', user });
  fakeServer({ [`GET /quotes/ride/${booking.ride_request_id}`]: (): Answer => ({ body: stored }) });
});
afterEach(() => {
  cleanup();
  signOut();
  jest.useRealTimers();
});

test('while a booking waits, only the quotes that could be chosen after a rejection are counted', async () => {
  renderPart(<QuotesLeft booking={booking} ride={aRide({ status: 'booked', quote_count: 2 })} />);
  await pass(0);
  expect(shown()).toBe(two);
  await pass(61_000);
  expect(shown()).toBe(one);
  await pass(4 * 60_000);
  expect(shown()).toBe(over);
});

test('a quote that is withdrawn while a booking waits is not counted, and does not count as run out', async () => {
  stored = [chosen, later];
  renderPart(<QuotesLeft booking={booking} ride={null} />);
  await pass(0);
  expect(shown()).toBe(one);
  act(() => upsertQuote({ ...later, status: 'withdrawn', version: 9 }));
  expect(shown()).toBeNull();
});

test('a request that is open again counts what can be chosen now', async () => {
  const ended = { ...booking, status: 'rejected' as const };
  stored = [soon, later];
  renderPart(<QuotesLeft booking={ended} ride={aRide({ status: 'open', quote_count: 2 })} />);
  await pass(0);
  expect(shown()).toBe('Your request is open again · 2 quotes');
  await pass(61_000);
  expect(shown()).toBe('Your request is open again · 1 quote');
});
