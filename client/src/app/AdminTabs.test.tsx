import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut, useSession } from '../core/session';
import { press } from '../testing/press';
import { renderPart } from '../testing/render';
import { type Answer, fakeServer } from '../testing/server';
import { AdminDashboard } from './AdminDashboard';

const reads = [
  'GET /admin/stats',
  'GET /admin/settlements/pending',
  'GET /admin/commissions/by-driver',
  'GET /admin/drivers/pending-verification',
];
const verification = {
  user: { id: 'u2', name: 'Pooja Kashyap', email: 'pooja@example.in' },
  profile: {
    ...{ id: 'p2', car_model: 'Hyundai Aura', experience_years: 3, license_number: 'DL-2' },
    ...{ driver_photo: '/a.jpg', vehicle_image: '/b.jpg', rc_document: '/c.pdf', license_document: '/d.pdf' },
    fitness_document: '/e.pdf',
  },
  shared_license: false,
};
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  const user = { id: 'a1', name: 'Admin', email: 'a@example.in', role: 'admin' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  const none = () => ({ body: [] });
  answers = {
    'GET /admin/stats': () => ({
      body: { total_platform_earnings: 1842.5, pending_collections: 24, collected_this_month: 100.5, total_rides: 48 },
    }),
    'GET /admin/settlements/pending': none,
    'GET /admin/commissions/by-driver': none,
    'GET /admin/drivers/pending-verification': none,
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

const open = (address = '/') => {
  const server = fakeServer(answers);
  renderPart(<AdminDashboard />, address);
  return server;
};

describe("the admin's dashboard", () => {
  test('has its title, four totals, the three specified tabs first, and a Logout button', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
    for (const text of ['Total Platform Earnings', 'Pending Collections', 'Collected This Month', 'Total Rides']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    await waitFor(() => {
      for (const text of ['₹1,842.50', '₹24.00', '₹100.50', '48']) expect(document.body.textContent).toContain(text);
    });
    const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    // A count is on the page twice: for screen readers and as a chip.
    expect(names.slice(0, 3)).toEqual(['Pending Settlements (0)0', 'Driver Commissions', 'Pending Verifications (0)0']);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(useSession.getState().status).toBe('signed_out');
  });

  test('shows a text if nothing is pending', async () => {
    open();
    expect(await screen.findByText('All settlements are paid!')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Pending Verifications (0)' }));
    expect(await screen.findByText('No pending verifications')).toBeTruthy();
  });

  test('counts the waiting items in the names of its tabs', async () => {
    answers['GET /admin/drivers/pending-verification'] = () => ({ body: [verification] });
    open();
    expect(await screen.findByRole('tab', { name: 'Pending Verifications (1)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Pending Settlements (0)' })).toBeTruthy();
  });

  test('lists commission by driver', async () => {
    answers['GET /admin/commissions/by-driver'] = () => ({
      body: [
        { driver_id: 'd1', driver_name: 'Ravi Kumar', total_rides: 2, total_commission: 48, paid: 24.5, pending: 23.5 },
      ],
    });
    open('/?tab=commissions');
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Driver Name',
      'Total Rides',
      'Total Commission',
      'Paid',
      'Pending',
    ]);
    const row = table.getByText('Ravi Kumar').closest('tr')?.textContent;
    for (const text of ['2', '₹48.00', '₹24.50', '₹23.50']) expect(row).toContain(text);
  });

  test('shows pending drivers with car, experience, licence and a badge for each document, and approves one', async () => {
    answers['GET /admin/drivers/pending-verification'] = () => ({ body: [verification] });
    answers['PUT /admin/drivers/u2/verify'] = () => ({ body: verification.profile });
    const { requests } = open('/?tab=verifications');
    const card = within(await screen.findByRole('article', { name: 'Pooja Kashyap' }));
    for (const text of ['pooja@example.in', 'Hyundai Aura', '3 years', 'DL-2']) {
      expect(card.getByText(text)).toBeTruthy();
    }
    for (const text of ['Photo', 'Vehicle', 'RC', 'License', 'Fitness']) expect(card.getByText(text)).toBeTruthy();
    expect(card.getByRole('button', { name: 'Reject' })).toBeTruthy();
    await press('Approve');
    expect(await screen.findByText('Driver verified')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'PUT')?.query).toBe('?status=verified');
    await waitFor(() => {
      const asked = requests.map(({ method, path }) => `${method} ${path}`);
      for (const read of reads) expect(asked.filter((one) => one === read)).toHaveLength(2);
    });
  });
});
