import type { Statement } from '@boli/shared/ledger/ledger.schema';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { renderPart } from '../../testing/render';
import { fakeServer } from '../../testing/server';
import { StatementSection } from './Statement';

const statement: Statement = {
  from: '2026-11-15T18:30:00.000Z',
  to: '2026-11-22T18:30:00.000Z',
  rows: [],
  passes: [],
  totals: { rides: 0, price: 0, platform_fee: 0, driver_earnings: 0, received_directly: 0, passes: 0 },
  balance: 0,
};
const pass = {
  id: 'p1',
  span: 'month',
  price: 600,
  starts_at: '2026-11-21T04:00:00.000Z',
  ends_at: '2026-12-21T04:00:00.000Z',
  created_at: '2026-11-21T04:00:00.000Z',
  settlement_status: 'pending',
} as const;

afterEach(cleanup);
async function open(over: Partial<Statement>) {
  fakeServer({ 'GET /driver/statement': () => ({ body: { ...statement, ...over } }) });
  renderPart(<StatementSection />);
  await screen.findByText('Received directly');
}

test('a statement lists the passes that were bought, with their sum and whether they are paid', async () => {
  await open({ passes: [pass], totals: { ...statement.totals, passes: 600 }, balance: 600 });
  const list = within(screen.getByRole('list', { name: 'Passes' }));
  expect(list.getByText('Month pass')).toBeTruthy();
  expect(list.getByText('-₹600.00')).toBeTruthy();
  expect(list.getByText('Fee pending')).toBeTruthy();
  expect(screen.getByText('You owe Boli now').nextElementSibling?.textContent).toBe('₹600.00');
});

test('a statement without passes says nothing about them', async () => {
  await open({});
  expect(screen.queryByText('Passes')).toBeNull();
});

test('a waived cancellation fee is shown as waived, not as paid', async () => {
  const fee = { by: 'driver', amount: 15, rule: 'a rule', settlement_status: 'paid' } as const;
  const at = { cancelled_at: '2026-11-21T04:00:00.000Z' };
  await open({
    cancellations: [
      { ...fee, ...at, booking_id: 'b1', waived: true },
      { ...fee, ...at, booking_id: 'b2' },
    ],
    totals: { ...statement.totals, cancellation_fees: -15 },
  });
  const list = within(screen.getByRole('list', { name: 'Cancellation fees' }));
  const [waived, paid] = list.getAllByRole('listitem');
  expect(waived?.textContent).toContain('Waived');
  expect(paid?.textContent).toContain('Settled');
});

test('the earnings can be computed from a row with levies: price less fee and levies', async () => {
  const row: Statement['rows'][number] = {
    booking_id: 'b1',
    completed_at: '2026-11-21T04:00:00.000Z',
    payment_method: 'cash',
    price: 200,
    platform_fee: 16,
    discount_amount: 0,
    driver_earnings: 180,
    driver_levies: 4,
    received_directly: 200,
    settlement_status: 'pending',
    is_part: false,
    review_status: null,
  };
  await open({ rows: [row, { ...row, booking_id: 'b2', driver_levies: 0 }] });
  expect(screen.getByText(/^price ₹200\.00 · fee ₹16\.00 · levies ₹4\.00 · Fee pending$/)).toBeTruthy();
  expect(screen.getAllByText('₹180.00')).toHaveLength(2);
  expect(screen.getByText(/^fee ₹16\.00 · Fee pending$/)).toBeTruthy();
});
