import { UNDO_MS } from '@boli/shared/core/constants';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { signIn, signOut } from '../../core/session';
import { LOCK_MS } from '../../core/use-lock';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { useAdmin } from './admin.store';
import { PendingSettlements } from './PendingSettlements';

const row = (id: string, driver_name: string): Settlement => ({
  id,
  kind: 'ride',
  pass: null,
  booking_id: `booking-${id}`,
  driver_id: `driver-${id}`,
  driver_name,
  platform_fee: 24,
  discount_credit: 0,
  net_due: 24,
  settlement_status: 'pending',
  payment_method: null,
  payment_reference: null,
  due_date: '2026-12-21T04:00:00.000Z',
  paid_at: null,
  created_at: '2026-11-21T04:00:00.000Z',
});
const [ravi, sunita] = [row('s1', 'Ravi Kumar'), row('s2', 'Sunita Yadav')];
let pending: Settlement[];
let answers: Record<string, () => Answer>;

/** The list as the dashboard shows it. */
function List() {
  return <PendingSettlements rows={useAdmin(({ figures }) => figures?.settlements.rows ?? pending)} />;
}
const page = (rows: unknown[]) => () => ({ body: rows });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const names = () => screen.getAllByText(/^(Ravi Kumar|Sunita Yadav)$/).map(({ textContent }) => textContent);
const button = (name: string) => screen.getAllByRole<HTMLButtonElement>('button', { name })[0];
const press = (name: string) => fireEvent.click(button(name) ?? document.body);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  const user = { id: 'a1', name: 'Admin', email: 'a@example.in', role: 'admin' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  pending = [ravi, sunita];
  answers = {
    'GET /admin/stats': () => ({ body: {} }),
    'GET /admin/settlements/pending': () => ({ body: pending }),
    'GET /admin/commissions/by-driver': page([]),
    'GET /admin/drivers/pending-verification': page([]),
    'PUT /admin/settlements/s1': () => {
      pending = [sunita];
      return { body: { ...ravi, settlement_status: 'paid' } };
    },
    'POST /admin/settlements/s1/undo': () => {
      pending = [ravi, sunita];
      return { body: ravi };
    },
  };
});
afterEach(() => {
  cleanup();
  signOut();
  jest.useRealTimers();
});

test('a row marked as paid stays in its place until the time for Undo has ended; pressing Undo directly after Mark Paid does nothing', async () => {
  const { requests } = fakeServer(answers);
  renderPart(<List />);
  await pass(LOCK_MS);
  press('Mark Paid');
  await pass(100);
  expect(names()).toEqual(['Ravi Kumar', 'Sunita Yadav']);
  expect(screen.getByText('Paid')).toBeTruthy();
  press('Undo');
  await pass(100);
  expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);

  await pass(UNDO_MS);
  expect(names()).toEqual(['Sunita Yadav']);
});

test("Undo restores the row, whose 'Mark Paid' button is locked at first", async () => {
  const { requests } = fakeServer(answers);
  renderPart(<List />);
  await pass(LOCK_MS);
  press('Mark Paid');
  await pass(LOCK_MS + 100);
  press('Undo');
  await pass(100);
  expect(screen.getByText('Undone')).toBeTruthy();
  expect(screen.queryByText('Paid')).toBeNull();
  expect(names()).toEqual(['Ravi Kumar', 'Sunita Yadav']);
  expect(button('Mark Paid')?.disabled).toBe(true);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('no row is removed within two seconds after a key press', async () => {
  fakeServer(answers);
  renderPart(<List />);
  await pass(LOCK_MS);
  press('Mark Paid');
  await pass(UNDO_MS - 500);
  fireEvent.keyDown(window, { key: 'Tab' });
  await pass(1_500);
  expect(names()).toEqual(['Ravi Kumar', 'Sunita Yadav']);
  // The row stays, but the time for Undo has ended.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await pass(2_000);
  expect(names()).toEqual(['Sunita Yadav']);
});

test('the settlement of a pass names the pass in place of a ride', () => {
  const span = { starts_at: '2026-11-21T04:00:00.000Z', ends_at: '2026-11-22T04:00:00.000Z' };
  const bought: Settlement[] = [
    { ...ravi, id: 's3', kind: 'pass', booking_id: null, pass: { span: 'day', ...span } },
    { ...sunita, id: 's4', kind: 'pass', booking_id: null, pass: { span: 'month', ...span } },
  ];
  renderPart(<PendingSettlements rows={bought} />);
  expect(screen.getByText('Day pass')).toBeTruthy();
  expect(screen.getByText('Month pass')).toBeTruthy();
});

test('a fee for cancelling can be waived, and the waiver undone; the settlement of a ride cannot be waived', async () => {
  const fee: Settlement = {
    ...ravi,
    kind: 'cancellation',
    cancellation: { by: 'customer', payer_name: 'Asha Verma' },
    platform_fee: 0,
  };
  pending = [fee, sunita];
  const { requests } = fakeServer(answers);
  renderPart(<List />);
  await pass(LOCK_MS);
  expect(screen.getAllByRole('button', { name: 'Waive' })).toHaveLength(1);
  press('Waive');
  await pass(100);
  expect(screen.getByText('Waived')).toBeTruthy();
  expect(screen.getByText('Cancellation fee waived')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    settlement_status: 'paid',
    payment_method: 'waived',
    payment_reference: expect.stringMatching(/^WAIVED_\d+$/),
  });
  await pass(LOCK_MS + 100);
  press('Undo');
  await pass(100);
  expect(screen.queryByText('Waived')).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
