import type { Refund } from '@boli/shared/payments/payments.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { Refunds } from './Refunds';

const at = '2026-11-21T05:00:00.000Z';
const { id } = aBooking();
const paid = { payment_status: 'completed', payment_claimed_by: 'customer', payment_claimed_at: at } as const;
const confirmed = { payment_confirmed_by: 'driver', payment_confirmed_at: at } as const;
const byGateway = { ...confirmed, payment_claimed_by: null, payment_confirmed_by: 'gateway' } as const;
const drive = { driven_km: 1.204, driven_seconds: 325 };
const aRefund = (over: Partial<Refund>): Refund => ({
  ...aBooking({ status: 'cancelled', ...paid }),
  ...drive,
  proposed_refund: 120,
  proposed_earnings: 108,
  ...over,
});
const other = aRefund({ id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a04', ...confirmed, refund_status: 'due' });
let answers: Record<string, (body: unknown, query: string) => Answer>;

beforeEach(() => {
  answers = {};
});
afterEach(cleanup);

/** Opens the list with these refunds. `row` and `next` query its first two rows; `sent` returns all sent decisions. */
async function open(...refunds: Refund[]) {
  answers['GET /admin/refunds'] ??= () => ({ body: refunds });
  const { requests } = fakeServer(answers);
  renderPart(<Refunds />);
  const [, first, second] = within(await screen.findByRole('table', { name: 'Refunds by hand' })).getAllByRole('row');
  const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { row: within(first ?? document.body), next: within(second ?? document.body), sent, requests };
}
type Row = Awaited<ReturnType<typeof open>>['row'];
const amountIn = (row: Row) => row.getByRole('textbox', { name: /^Goes back to the customer Asha Verma/ });
const referenceIn = (row: Row) => row.queryByRole('textbox', { name: /^Bank reference/ });
const type = (field: HTMLElement | null, value: string) =>
  fireEvent.change(field ?? document.body, { target: { value } });
const press = (row: Row, name: RegExp) => fireEvent.click(row.getByRole('button', { name }));

test('the refund of a cash ride shows that the ride was counted as paid when it ended', async () => {
  const { row } = await open(aRefund({ ...confirmed, refund_status: 'review', payment_claimed_by: 'system' }));
  expect(row.getByText(/^Counted as paid in cash when the ride ended, /)).toBeTruthy();
});

test('a refund shows who claimed and who confirmed the payment, and the proposed refund', async () => {
  const { row } = await open(aRefund({ ...confirmed, refund_status: 'review' }));
  expect(row.getByText(/^Claimed by the customer, /)).toBeTruthy();
  expect(row.getByText(/^Confirmed by the driver, /)).toBeTruthy();
  expect(row.getByText('of ₹240.00; 1.2 km in 5 min 25 s')).toBeTruthy();
  expect(row.getByText('Goes back to the customer')).toBeTruthy();
  expect(amountIn(row)).toHaveProperty('value', '120');
  expect(row.getByText('The driver earns ₹108.00')).toBeTruthy();
});

test("a refund shows the driver's share that the typed amount leaves, as the server computes it, and none for an invalid amount", async () => {
  // The customer has paid 200 of a price of 240. If 100 are kept, 120 of the price are charged, minus the fee.
  const promo = { price: 240, discount_amount: 40, final_price: 200, total_price: 200 };
  const { row } = await open(aRefund({ ...confirmed, ...promo, refund_status: 'review' }));
  type(amountIn(row), '100');
  expect(row.getByText('The driver earns ₹108.00')).toBeTruthy();
  type(amountIn(row), '0');
  expect(row.getByText('The driver earns ₹216.00')).toBeTruthy();
  type(amountIn(row), '200.01');
  expect(row.queryByText(/The driver earns/)).toBeNull();
});

test("the driver's share follows the fee rule of the booking", async () => {
  const fee_rule = { model: 'per_ride', percent: 0, per_ride: 5 } as const;
  const { row } = await open(aRefund({ ...confirmed, fee_rule, refund_status: 'review' }));
  type(amountIn(row), '140');
  expect(row.getByText('The driver earns ₹95.00')).toBeTruthy();
});

test('a refund is decided with an amount and a reference; each error disappears as soon as its field is corrected', async () => {
  answers[`PUT /admin/refunds/${id}`] = () => ({ body: aBooking({ refund_status: 'refunded', refund_amount: 99.5 }) });
  const { row, sent } = await open(aRefund({ ...confirmed, refund_status: 'review' }), other);
  type(amountIn(row), '240.01');
  press(row, /^Decide refund/);
  const errors = ['From ₹0.00 to ₹240.00', 'Please enter the bank reference'];
  for (const error of errors) expect(row.getByText(error)).toBeTruthy();
  type(amountIn(row), '99.5');
  expect(errors.map((error) => row.queryByText(error) !== null)).toEqual([false, true]);
  type(referenceIn(row), ' UTR-7 ');
  expect(row.queryByText(errors[1] ?? '')).toBeNull();
  expect(sent()).toEqual([]);
  press(row, /^Decide refund/);
  expect(await row.findByText('Refund recorded')).toBe(document.activeElement);
  expect(row.queryByRole('button')).toBeNull();
  // The refunded amount of the response, not the proposed one.
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('₹99.50');
  expect(screen.getAllByRole('row')[1]?.textContent).not.toContain('₹120.00');
  expect(sent()).toEqual([{ reference: 'UTR-7', amount: 99.5 }]);
});

test("a refund of zero needs no bank reference and is shown as 'No refund'", async () => {
  answers[`PUT /admin/refunds/${id}`] = () => ({ body: aBooking({ refund_status: null, refund_amount: null }) });
  const { row, sent } = await open(aRefund({ ...confirmed, refund_status: 'review' }));
  type(amountIn(row), '0');
  expect(referenceIn(row)).toBeNull();
  press(row, /^Decide refund/);
  expect(await row.findByText('No refund')).toBeTruthy();
  expect(screen.queryByText('Refund recorded')).toBeNull();
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('₹0.00');
  expect(sent()).toEqual([{ amount: 0 }]);
});

test('a refund by the gateway needs no bank reference', async () => {
  answers[`PUT /admin/refunds/${id}`] = () => ({ body: aBooking({ refund_status: 'due', refund_amount: 120 }) });
  const { row, sent } = await open(aRefund({ ...byGateway, refund_status: 'review' }));
  expect(referenceIn(row)).toBeNull();
  press(row, /^Decide refund/);
  expect(await row.findByText('Refund recorded')).toBeTruthy();
  expect(sent()).toEqual([{ amount: 120 }]);
});

test('a claimed payment is confirmed before its refund; the row stays in place and keeps the focus', async () => {
  const claimed = aRefund({ refund_status: null, proposed_refund: null });
  answers[`POST /bookings/${id}/payment/confirm`] = () => ({
    body: aBooking({ ...paid, ...confirmed, refund_status: 'due', refund_amount: 240 }),
  });
  answers[`PUT /admin/refunds/${other.id}`] = () => ({
    body: { ...other, refund_status: 'refunded', refund_amount: 240 },
  });
  const { row, next, requests } = await open(claimed, other);
  expect(row.getByText('Not confirmed')).toBeTruthy();
  type(referenceIn(next), 'UTR-8');
  press(next, /^Record refund/);
  expect(await next.findByText('Refund recorded')).toBeTruthy();
  row.getByRole('button', { name: /^Confirm payment/ }).focus();
  press(row, /^Confirm payment/);
  expect(await row.findByRole('button', { name: /^Record refund/ })).toBeTruthy();
  expect(document.activeElement).toBe(referenceIn(row));
  expect(row.getByText(/^Confirmed by the driver, /)).toBeTruthy();
  expect(next.getByText('Refund recorded')).toBeTruthy();
  expect(requests.filter(({ method, path }) => method === 'GET' && path === '/admin/refunds')).toHaveLength(1);
});

test('a claimed payment as high as the fee for cancelling can be confirmed or refused; once confirmed, it needs nothing more', async () => {
  const cancellation_fee = { by: 'customer', amount: 240, rule: 'cancellation fee' } as const;
  const claim = aRefund({ refund_status: null, proposed_refund: null, cancellation_fee });
  answers[`POST /bookings/${id}/payment/confirm`] = () => ({ body: { ...claim, ...confirmed } });
  const { row } = await open(claim, other);
  expect(row.getByText('Cancellation fee of the customer: ₹240.00')).toBeTruthy();
  expect(row.getByRole('button', { name: /^Not paid: Asha Verma/ })).toBeTruthy();
  press(row, /^Confirm/);
  expect(await row.findByText('No refund')).toBeTruthy();
  expect(row.queryByRole('button')).toBeNull();
});

test('a claim of a payment that was not made is refused; the row says so, and the next one stays as it was', async () => {
  const claimed = aRefund({ refund_status: null, proposed_refund: null, proposed_earnings: null });
  answers[`POST /bookings/${id}/payment/refuse`] = () => ({
    body: aBooking({ status: 'cancelled', payment_status: 'pending' }),
  });
  const { row, next, requests } = await open(claimed, other);
  expect(next.queryByRole('button', { name: /^Not paid/ })).toBeNull();
  press(row, /^Not paid: Asha Verma/);
  expect(await row.findByText('Payment refused')).toBeTruthy();
  expect(row.queryByRole('button')).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(next.getByRole('button', { name: /^Record refund/ })).toBeTruthy();
});

test('the refund of a ride that was cancelled in progress gets its proposed amount once the payment is confirmed', async () => {
  answers[`POST /bookings/${id}/payment/confirm`] = () => ({
    body: aBooking({ ...paid, ...confirmed, refund_status: 'review' }),
  });
  const claimed = aRefund({ refund_status: null, proposed_refund: null, proposed_earnings: null });
  answers['GET /admin/refunds'] = (_body, query) => ({
    body: query.includes('before=') ? [aRefund({ ...confirmed, refund_status: 'review' })] : [claimed, other],
  });
  const { row, next } = await open();
  row.getByRole('button', { name: /^Confirm payment/ }).focus();
  press(row, /^Confirm payment/);
  await waitFor(() => expect(amountIn(row)).toHaveProperty('value', '120'));
  expect(document.activeElement).toBe(amountIn(row));
  expect(next.getByRole('button', { name: /^Record refund/ })).toBeTruthy();
});
