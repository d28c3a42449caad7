import { COMMISSION } from '@boli/shared/core/money';
import { type Pass, type Pricing, presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useKnownPricing, usePass } from '../../core/fee-rule';
import { formatExact } from '../../core/time';
import { LOCK_MS } from '../../core/use-lock';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { PassSection } from './PassSection';

const selling: Pricing = { model: 'pass', fee_rule: presentFeeRule(COMMISSION), passes: { day: 30, month: 600 } };
const bought: Pass = {
  id: 'p1',
  span: 'day',
  price: 30,
  starts_at: '2026-11-21T04:00:00.000Z',
  ends_at: '2026-11-22T04:00:00.000Z',
  created_at: '2026-11-21T04:00:00.000Z',
};
let answer: Answer;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(bought.starts_at) });
  answer = { status: 201, body: bought };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  useKnownPricing.setState({ pricing: null });
  usePass.setState({ until: null });
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
async function open(pricing: Pricing) {
  const { requests } = fakeServer({
    'GET /config': () => ({ body: { pricing } }),
    'POST /driver/passes': () => answer,
  });
  const onBought = jest.fn();
  renderPart(<PassSection onBought={onBought} />);
  // The buttons are locked for a moment after the prices have been read.
  await pass(0);
  await pass(LOCK_MS);
  const purchases = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { onBought, purchases };
}

test('a driver without a pass reads the commission, and buys a pass by two presses', async () => {
  const { onBought, purchases } = await open(selling);
  expect(screen.getByText('You have no pass. The platform takes 10% of each ride.')).toBeTruthy();
  expect(screen.getByText('Month pass, 30 days')).toBeTruthy();
  fireEvent.click(button('Buy for ₹30.00'));
  // At first a second press is ignored: a double press buys nothing.
  fireEvent.click(button('Yes, buy for ₹30.00'));
  await pass(LOCK_MS);
  expect(purchases()).toEqual([]);
  fireEvent.click(button('Yes, buy for ₹30.00'));
  await pass(0);
  expect(purchases()).toEqual([{ span: 'day', price: 30 }]);
  expect(onBought).toHaveBeenCalledTimes(1);
  expect(screen.getByText(`Your pass is valid until ${formatExact(bought.ends_at)}.`)).toBeTruthy();
  expect(screen.queryByText(/10%/)).toBeNull();
});

test('the text about the pass changes when the pass ends', async () => {
  usePass.setState({ until: new Date(Date.parse(bought.starts_at) + 60_000).toISOString() });
  await open(selling);
  expect(screen.queryByText(/10%/)).toBeNull();
  await pass(90_000);
  expect(screen.getByText('You have no pass. The platform takes 10% of each ride.')).toBeTruthy();
});

test('a refused purchase changes nothing', async () => {
  answer = { status: 409, body: { detail: 'x', code: 'pricing.price_changed' } };
  const { onBought } = await open(selling);
  fireEvent.click(button('Buy for ₹600.00'));
  await pass(LOCK_MS);
  fireEvent.click(button('Yes, buy for ₹600.00'));
  await pass(0);
  expect(onBought).not.toHaveBeenCalled();
  expect(screen.getByText('You have no pass. The platform takes 10% of each ride.')).toBeTruthy();
});

test('where no passes are sold the section is absent, unless the driver still has a pass', async () => {
  const none: Pricing = { model: 'commission', fee_rule: presentFeeRule(COMMISSION), passes: null };
  await open(none);
  expect(screen.queryByRole('heading', { name: 'Pass' })).toBeNull();
  act(() => usePass.setState({ until: bought.ends_at }));
  expect(screen.getByText(`Your pass is valid until ${formatExact(bought.ends_at)}.`)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
