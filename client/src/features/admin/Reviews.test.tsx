import type { Review } from '@boli/shared/payments/payments.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { aBooking } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { Reviews } from './Reviews';

const at = '2026-11-21T05:00:00.000Z';
const { id } = aBooking();
const paid = { payment_status: 'completed', payment_claimed_by: 'customer', payment_claimed_at: at } as const;
const confirmed = { payment_confirmed_by: 'driver', payment_confirmed_at: at } as const;
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  answers = {};
});
afterEach(cleanup);

async function open(): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer(answers);
  renderPart(<Reviews />);
  await screen.findByRole('table');
  return server;
}
const reviews = async () => within(await screen.findByRole('table', { name: 'Rides to look at' }));
const sent = (requests: { method: string; path: string; body: unknown }[], method: string, path: string) =>
  requests.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

const aReview = (over: Partial<Review> = {}): Review => ({
  ...aBooking({ status: 'completed', review_status: 'pending', ...paid, ...confirmed }),
  driven_km: null,
  driven_seconds: 12,
  ...over,
});

const other = aReview({ id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a04' });

test('an accepted ride stays in its row, where the outcome replaces the buttons; the next row keeps its buttons', async () => {
  answers['GET /admin/reviews'] = () => ({ body: [aReview(), other] });
  answers[`PUT /admin/reviews/${id}`] = () => ({ body: aBooking() });
  const { requests } = await open();
  const row = within((await reviews()).getAllByRole('row')[1] ?? document.body);
  expect(row.getByText('no positions, 0 min 12 s')).toBeTruthy();
  fireEvent.change(row.getByRole('textbox', { name: /^Note about Ravi Kumar/ }), { target: { value: 'Asked both' } });
  fireEvent.click(row.getByRole('button', { name: /^Accept ride/ }));
  expect(await row.findByText('Ride accepted')).toBe(document.activeElement);
  expect(row.queryByRole('button')).toBeNull();
  expect((await reviews()).getAllByRole('button', { name: /^Accept ride/ })).toHaveLength(1);
  expect(sent(requests, 'PUT', `/admin/reviews/${id}`)).toEqual([{ decision: 'cleared', note: 'Asked both' }]);
});

test('a ride in review is refused in a dialog that explains the consequences, and only with a reason', async () => {
  answers['GET /admin/reviews'] = () => ({ body: [aReview({ payment_confirmed_by: 'gateway' }), other] });
  answers[`PUT /admin/reviews/${id}`] = () => ({ body: aBooking() });
  const { requests } = await open();
  const row = within((await reviews()).getAllByRole('row')[1] ?? document.body);
  fireEvent.click(row.getByRole('button', { name: /^Refuse ride/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Refuse the ride of booking/ }));
  expect(dialog.getByText(/^₹240.00 goes back to Asha Verma, and nothing is paid out to Ravi Kumar/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Refuse ride' }));
  expect(dialog.getByText('Please enter why the ride is refused')).toBeTruthy();
  expect(sent(requests, 'PUT', `/admin/reviews/${id}`)).toEqual([]);
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Nobody drove it' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Refuse ride' }));
  expect(await row.findByText('Ride refused')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(requests, 'PUT', `/admin/reviews/${id}`)).toEqual([{ decision: 'refused', note: 'Nobody drove it' }]);
});

test('a ride in review stays in the list if the server refuses the decision, and a toast shows the text of the server', async () => {
  answers['GET /admin/reviews'] = () => ({ body: [aReview()] });
  answers[`PUT /admin/reviews/${id}`] = () => ({ status: 409, body: { detail: 'Decided already' } });
  await open();
  const row = await reviews();
  fireEvent.click(row.getByRole('button', { name: /^Accept ride/ }));
  expect(await screen.findByText('Decided already')).toBeTruthy();
  expect(row.getByRole('button', { name: /^Accept ride/ })).toBeTruthy();
});

test('the reason typed for refusing a ride is kept as the note of its row, however the dialog is closed', async () => {
  answers['GET /admin/reviews'] = () => ({ body: [aReview(), other] });
  await open();
  const row = within((await reviews()).getAllByRole('row')[1] ?? document.body);
  const note = row.getByRole('textbox', { name: /^Note about Ravi Kumar/ });
  fireEvent.change(note, { target: { value: 'Nobody' } });
  const ask = async () => {
    fireEvent.click(row.getByRole('button', { name: /^Refuse ride/ }));
    return within(await screen.findByRole('dialog', { name: /^Refuse the ride of booking/ }));
  };
  const reasonIn = (dialog: Awaited<ReturnType<typeof ask>>) => dialog.getByRole('textbox', { name: /Reason/ });
  let dialog = await ask();
  fireEvent.change(reasonIn(dialog), { target: { value: 'Nobody drove it' } });
  fireEvent.keyDown(reasonIn(dialog), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(note).toHaveProperty('value', 'Nobody drove it');
  dialog = await ask();
  expect(reasonIn(dialog)).toHaveProperty('value', 'Nobody drove it');
  fireEvent.change(reasonIn(dialog), { target: { value: 'Nobody drove it at all' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(note).toHaveProperty('value', 'Nobody drove it at all');
});

test('the list shows an unpaid ride as not paid, and a claim as not confirmed', async () => {
  const none = { payment_claimed_by: null, payment_claimed_at: null, payment_confirmed_by: null } as const;
  const unpaid = aReview({ ...none, payment_status: 'pending' });
  const claimed = { ...other, payment_status: 'pending', payment_confirmed_by: null };
  answers['GET /admin/reviews'] = () => ({ body: [unpaid, claimed] });
  await open();
  const [, first, second] = (await reviews()).getAllByRole('row');
  expect(within(first ?? document.body).getByText('Not paid yet')).toBeTruthy();
  expect(within(second ?? document.body).getByText('Not confirmed')).toBeTruthy();
});

test('the trip of a ride in review can be replayed before the decision', async () => {
  answers['GET /admin/reviews'] = () => ({ body: [aReview()] });
  fakeServer(answers);
  const Address = () => <output>{useLocation().search}</output>;
  renderPart(
    <>
      <Reviews />
      <Address />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Replay trip of booking .* with Ravi Kumar$/ }));
  expect(await screen.findByText(`?replay=${id}`)).toBeTruthy();
});
