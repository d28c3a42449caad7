import type { Refund, Review } from '@boli/shared/payments/payments.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MoneyTab } from '../features/admin/MoneyTab';
import { aBooking } from '../testing/booking.builder';
import { renderPart } from '../testing/render';
import { type Answer, standInServer } from '../testing/server';

const at = '2026-11-21T05:00:00.000Z';
const { id } = aBooking();
const paid = { payment_status: 'completed', payment_claimed_by: 'customer', payment_claimed_at: at } as const;
const confirmed = { payment_confirmed_by: 'driver', payment_confirmed_at: at } as const;
const drive = { driven_km: 1.204, driven_seconds: 325 };
const aRefund = (over: Partial<Refund>): Refund => ({
  ...aBooking({ status: 'cancelled', ...paid }),
  ...drive,
  proposed_refund: 120,
  proposed_earnings: 108,
  ...over,
});
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  const none = () => ({ body: [] });
  answers = Object.fromEntries(
    ['refunds', 'reviews', 'payouts', 'promos', 'revenue/daily'].map((path) => [`GET /admin/${path}`, none]),
  );
});
afterEach(cleanup);

async function open(): Promise<ReturnType<typeof standInServer>> {
  const server = standInServer(answers);
  renderPart(<MoneyTab />);
  await screen.findByRole('heading', { name: 'Rides to look at' });
  return server;
}
const rowOf = async (caption: string) => within(await screen.findByRole('table', { name: caption }));
const sent = (heard: { method: string; path: string; body: unknown }[], method: string, path: string) =>
  heard.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

describe('a refund', () => {
  test('of a ride in cash says that it was counted as paid when the ride ended', async () => {
    const booking = { ...confirmed, refund_status: 'review' as const, payment_claimed_by: 'system' as const };
    answers['GET /admin/refunds'] = () => ({ body: [aRefund(booking)] });
    await open();
    const row = await rowOf('Refunds by hand');
    expect(row.getByText(/^Counted as paid in cash when the ride ended, /)).toBeTruthy();
  });

  test('says who claimed and who confirmed it, proposes a share, and is decided with an amount and a reference', async () => {
    answers['GET /admin/refunds'] = () => ({ body: [aRefund({ ...confirmed, refund_status: 'review' })] });
    answers[`PUT /admin/refunds/${id}`] = () => ({ body: aBooking() });
    const { heard } = await open();
    const row = await rowOf('Refunds by hand');
    expect(row.getByText(/^Claimed by the customer, /)).toBeTruthy();
    expect(row.getByText(/^Confirmed by the driver, /)).toBeTruthy();
    expect(row.getByText('of ₹240.00; 1.20 km in 5 min 25 s; the driver earns ₹108.00')).toBeTruthy();
    const amount = row.getByRole('textbox', { name: /^Amount that goes back to Asha Verma/ });
    expect(amount).toHaveProperty('value', '120');
    const decide = row.getByRole('button', { name: /^Decide refund/ });
    fireEvent.change(amount, { target: { value: '240.01' } });
    fireEvent.click(decide);
    expect(row.getByText('From ₹0.00 to ₹240.00')).toBeTruthy();
    expect(row.getByText('Please enter the bank reference')).toBeTruthy();
    fireEvent.change(amount, { target: { value: '99.5' } });
    fireEvent.change(row.getByRole('textbox', { name: /^Bank reference/ }), { target: { value: ' UTR-7 ' } });
    fireEvent.click(decide);
    expect(await row.findByText('Refund recorded')).toBeTruthy();
    expect(row.queryByRole('button')).toBeNull();
    expect(sent(heard, 'PUT', `/admin/refunds/${id}`)).toEqual([{ reference: 'UTR-7', amount: 99.5 }]);
  });

  test('that is only claimed is confirmed first, and read again', async () => {
    answers['GET /admin/refunds'] = () => ({ body: [aRefund({ refund_status: null, proposed_refund: null })] });
    answers[`POST /bookings/${id}/payment/confirm`] = () => {
      answers['GET /admin/refunds'] = () => ({ body: [aRefund({ ...confirmed, refund_status: 'due' })] });
      return { body: aBooking() };
    };
    const { heard } = await open();
    const row = await rowOf('Refunds by hand');
    expect(row.getByText('Not confirmed')).toBeTruthy();
    fireEvent.click(row.getByRole('button', { name: /^Confirm payment/ }));
    expect(await row.findByRole('button', { name: /^Record refund/ })).toBeTruthy();
    expect(sent(heard, 'POST', `/bookings/${id}/payment/confirm`)).toHaveLength(1);
  });
});

describe('a ride to look at', () => {
  const aReview = (over: Partial<Review> = {}): Review => ({
    ...aBooking({ status: 'completed', review_status: 'pending', ...paid, ...confirmed }),
    driven_km: null,
    driven_seconds: 12,
    ...over,
  });

  const reviews = () => rowOf('Rides to look at');
  const other = aReview({ id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a04' });

  test('accepted keeps its place with the outcome, and the next one its buttons', async () => {
    answers['GET /admin/reviews'] = () => ({ body: [aReview(), other] });
    answers[`PUT /admin/reviews/${id}`] = () => ({ body: aBooking() });
    const { heard } = await open();
    const row = within((await reviews()).getAllByRole('row')[1] ?? document.body);
    expect(row.getByText('no positions, 0 min 12 s')).toBeTruthy();
    fireEvent.change(row.getByRole('textbox', { name: /^Note about Ravi Kumar/ }), { target: { value: 'Asked both' } });
    fireEvent.click(row.getByRole('button', { name: /^Accept ride/ }));
    expect(await row.findByText('Ride accepted')).toBe(document.activeElement);
    expect(row.queryByRole('button')).toBeNull();
    expect((await reviews()).getAllByRole('button', { name: /^Accept ride/ })).toHaveLength(1);
    expect(sent(heard, 'PUT', `/admin/reviews/${id}`)).toEqual([{ decision: 'cleared', note: 'Asked both' }]);
  });

  test('is refused after a question that says what follows, and only with a reason', async () => {
    answers['GET /admin/reviews'] = () => ({ body: [aReview({ payment_confirmed_by: 'gateway' }), other] });
    answers[`PUT /admin/reviews/${id}`] = () => ({ body: aBooking() });
    const { heard } = await open();
    const row = within((await reviews()).getAllByRole('row')[1] ?? document.body);
    fireEvent.click(row.getByRole('button', { name: /^Refuse ride/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Refuse the ride of booking/ }));
    expect(dialog.getByText(/^₹240.00 goes back to Asha Verma, and nothing is paid out to Ravi Kumar/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Refuse ride' }));
    expect(dialog.getByText('Please enter why the ride is refused')).toBeTruthy();
    expect(sent(heard, 'PUT', `/admin/reviews/${id}`)).toEqual([]);
    fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Nobody drove it' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Refuse ride' }));
    expect(await row.findByText('Ride refused')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(heard, 'PUT', `/admin/reviews/${id}`)).toEqual([{ decision: 'refused', note: 'Nobody drove it' }]);
  });

  test('that somebody else has decided stays, with the words of the server', async () => {
    answers['GET /admin/reviews'] = () => ({ body: [aReview()] });
    answers[`PUT /admin/reviews/${id}`] = () => ({ status: 409, body: { detail: 'Decided already' } });
    await open();
    const row = await rowOf('Rides to look at');
    fireEvent.click(row.getByRole('button', { name: /^Accept ride/ }));
    expect(await screen.findByText('Decided already')).toBeTruthy();
    expect(row.getByRole('button', { name: /^Accept ride/ })).toBeTruthy();
  });
});
