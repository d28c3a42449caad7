import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut } from '../core/session';
import { loadAdmin } from '../features/admin/admin.store';
import { press } from '../testing/press';
import { renderPart } from '../testing/render';
import { type Answer, fakeServer } from '../testing/server';
import { AdminDashboard } from './AdminDashboard';

const reads = [
  '/admin/stats',
  '/admin/settlements/pending',
  '/admin/commissions/by-driver',
  '/admin/drivers/pending-verification',
];
const settlement = {
  id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a01',
  booking_id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a03',
  driver_id: 'd1',
  driver_name: 'Ravi Kumar',
  platform_fee: 24,
  discount_credit: 0,
  net_due: 24,
  due_date: '2026-01-01T00:00:00.000Z',
  settlement_status: 'pending',
  payment_method: null,
  payment_reference: null,
  paid_at: null,
  created_at: '2025-12-25T00:00:00.000Z',
};
const verification = {
  user: { id: 'u2', name: 'Pooja Kashyap', email: 'pooja@example.in' },
  profile: {
    id: 'p2',
    user_id: 'u2',
    car_model: 'Hyundai Aura',
    experience_years: 3,
    license_number: 'DL-2',
    upi_id: null,
    cost_per_km: null,
    driver_photo: '/api/files/a.jpg?sig=1',
    vehicle_image: '/api/files/b.jpg?sig=1',
    rc_document: '/api/files/c.pdf?sig=1',
    license_document: null,
    fitness_document: '/api/files/e.png?sig=1',
    verification_status: 'pending',
    rejection_reason: null,
    average_rating: 0,
    total_ratings: 0,
    is_available: false,
  },
  shared_license: true,
};

let answers: Record<string, (body: unknown, query: string) => Answer>;

beforeEach(() => {
  signIn({
    access_token: 't',
    token_type: 'bearer',
    user: { id: 'a1', name: 'Admin', email: 'a@example.in', role: 'admin', phone: null },
  });
  answers = {
    'GET /admin/stats': () => ({
      body: { total_platform_earnings: 184260.5, pending_collections: 24, collected_this_month: 0, total_rides: 4812 },
    }),
    'GET /admin/settlements/pending': () => ({ body: [settlement] }),
    'GET /admin/commissions/by-driver': () => ({
      body: [
        { driver_id: 'd1', driver_name: 'Ravi Kumar', total_rides: 2, total_commission: 48, paid: 24, pending: 24 },
      ],
    }),
    'GET /admin/drivers/pending-verification': () => ({ body: [verification] }),
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

const times = (requests: { path: string }[], path: string) => requests.filter((one) => one.path === path).length;

test('statistics and lists are loaded together, and again after Mark Paid, which sends the method and a reference', async () => {
  answers[`PUT /admin/settlements/${settlement.id}`] = () => {
    answers['GET /admin/settlements/pending'] = () => ({ body: [] });
    return { body: { ...settlement, settlement_status: 'paid' } };
  };
  const { requests } = fakeServer(answers);
  renderPart(<AdminDashboard />);
  expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
  const table = await screen.findByRole('table');
  for (const word of ['Driver', 'Booking ID', 'Amount', 'Due Date']) {
    expect(within(table).getByRole('columnheader', { name: word })).toBeTruthy();
  }
  expect(within(table).getByText('7c1f09ab')).toBeTruthy();
  expect(within(table).getByText('Overdue')).toBeTruthy();
  expect(screen.getByRole('tab', { name: /Pending Settlements.*1/ })).toBeTruthy();
  expect(reads.map((path) => times(requests, path))).toEqual([1, 1, 1, 1]);

  await press('Mark Paid');
  expect(await screen.findByText('Settlement marked as paid')).toBeTruthy();
  expect(await screen.findByText('All settlements are paid!')).toBeTruthy();
  expect(reads.map((path) => times(requests, path))).toEqual([2, 2, 2, 2]);
  const paid = Object(requests.find(({ method }) => method === 'PUT')?.body);
  expect(paid).toMatchObject({ settlement_status: 'paid', payment_method: 'bank_transfer' });
  expect(paid.payment_reference).toMatch(/^SETTLEMENT_\d{13}$/);
});

test('further rows appear with Show more, and stay after the next read', async () => {
  const total = 201;
  const drivers = Array.from({ length: total }, (_, at) => ({
    driver_id: `d${at}`,
    driver_name: `Driver ${at}`,
    total_rides: 1,
    total_commission: 24,
    paid: 0,
    pending: 24,
  }));
  answers['GET /admin/commissions/by-driver'] = (_body, query) => {
    const asked = new URLSearchParams(query);
    const skip = Number(asked.get('skip'));
    return {
      body: drivers.slice(skip, skip + Number(asked.get('limit'))),
      headers: { 'X-Total-Count': String(total) },
    };
  };
  fakeServer(answers);
  renderPart(<AdminDashboard />, '/?tab=commissions');
  const more = await screen.findByText('Show more (200 of 201)');
  expect(screen.queryByText('Driver 200')).toBeNull();
  fireEvent.click(more);
  expect(await screen.findByText('Driver 200')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Show more/)).toBeNull());
  await loadAdmin();
  expect(screen.getByText('Driver 200')).toBeTruthy();
});

test('a refused Mark Paid shows an error', async () => {
  answers[`PUT /admin/settlements/${settlement.id}`] = () => ({ status: 500 });
  fakeServer(answers);
  renderPart(<AdminDashboard />);
  await press('Mark Paid');
  expect(await screen.findByText('Failed to update settlement')).toBeTruthy();
});

test('a driver is rejected with the reason typed beside the button', async () => {
  answers['PUT /admin/drivers/u2/verify'] = () => ({ body: verification.profile });
  const { requests } = fakeServer(answers);
  renderPart(<AdminDashboard />, '/?tab=verifications');
  expect(await screen.findByText('Pooja Kashyap')).toBeTruthy();
  expect(screen.getByText('Another driver has the same license number')).toBeTruthy();
  for (const word of ['Photo', 'Vehicle', 'RC', 'License', 'Fitness']) expect(screen.getByText(word)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Reason for a rejection (optional)'), { target: { value: 'Not readable' } });
  await press('Reject');
  expect(await screen.findByText('Driver rejected')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'Not readable' });
  await waitFor(() => expect(times(requests, '/admin/stats')).toBe(2));
});

test('a document opens in a dialog of its own', async () => {
  fakeServer(answers);
  renderPart(<AdminDashboard />, '/?tab=verifications');
  fireEvent.click(await screen.findByRole('button', { name: 'Photo: Pooja Kashyap' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Zoom in' }));
  expect(screen.getByText('150%')).toBeTruthy();
});

test('statistics that cannot be loaded show an error with a retry button', async () => {
  const stats = answers['GET /admin/stats'];
  answers['GET /admin/stats'] = () => ({ status: 503 });
  fakeServer(answers);
  renderPart(<AdminDashboard />);
  expect(await screen.findByText('Failed to load admin data')).toBeTruthy();
  expect(screen.queryByText('All settlements are paid!')).toBeNull();
  if (stats) answers['GET /admin/stats'] = stats;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ravi Kumar')).toBeTruthy();
});
