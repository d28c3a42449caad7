import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { signIn, signOut } from '../core/session';
import { renderPart } from '../testing/render';
import { DriverDashboard } from './DriverDashboard';

const user = { id: 'd1', name: 'Ravi Kumar', email: 'ravi@example.in', role: 'driver' as const, phone: null };
const profile: DriverProfile = {
  id: 'p1',
  user_id: 'd1',
  car_model: 'Maruti Suzuki Dzire',
  vehicle_number: null,
  vehicle_class: null,
  experience_years: 7,
  license_number: 'DL-1',
  upi_id: null,
  cost_per_km: null,
  driver_photo: '/a',
  vehicle_image: '/b',
  rc_document: '/c',
  license_document: '/d',
  fitness_document: '/e',
  verification_status: 'rejected',
  rejection_reason: 'The licence cannot be read',
  average_rating: 0,
  total_ratings: 0,
  is_available: true,
};

let answer: { status: number; body: unknown };

beforeEach(() => {
  globalThis.fetch = async (address) => {
    // With `missing=null`, because the browser's console would show a response of 404 as an error.
    const isProfile = String(address) === '/api/driver/profile?missing=null';
    if (isProfile) return new Response(JSON.stringify(answer.body), { status: answer.status });
    return new Response(JSON.stringify([]), { status: 200 });
  };
  signIn({ access_token: 't', token_type: 'bearer', user });
});
afterEach(() => {
  cleanup();
  signOut();
});

test('a driver without a profile gets Driver Setup with a Logout button', async () => {
  answer = { status: 200, body: null };
  renderPart(<DriverDashboard />);
  expect(await screen.findByRole('button', { name: 'Create Profile' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a 404 also means that there is no profile, because an older server responds with it', async () => {
  answer = { status: 404, body: { detail: 'no', code: 'drivers.no_profile' } };
  renderPart(<DriverDashboard />);
  expect(await screen.findByRole('button', { name: 'Create Profile' })).toBeTruthy();
});

test('a profile that cannot be read shows a retry button, not Driver Setup', async () => {
  answer = { status: 503, body: { detail: 'away', code: 'common.unavailable' } };
  renderPart(<DriverDashboard />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: 'Create Profile' })).toBeNull();
  answer = { status: 200, body: profile };
  fireEvent.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ravi Kumar' })).toBeTruthy();
});

test('a rejection is shown once, leads to the documents, and the driver is not shown as online', async () => {
  answer = { status: 200, body: profile };
  renderPart(<DriverDashboard />);
  const reason = 'Your profile was rejected: The licence cannot be read';
  expect(await screen.findAllByText(reason)).toHaveLength(1);
  const online = screen.getByRole('switch', { name: 'Online' });
  expect([online.matches(':checked'), online.matches(':disabled')]).toEqual([false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Change documents' }));
  expect(await screen.findByRole('button', { name: 'Update Profile' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change documents' })).toBeNull();
});

test('a driver with a profile gets the five tabs, and a rejection is shown with its reason', async () => {
  answer = { status: 200, body: profile };
  renderPart(<DriverDashboard />, '/?tab=profile');
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
    'Available Rides',
    'My Bookings',
    'Ride History',
    'Profile',
    'Safety',
  ]);
  expect(screen.getByText('Your profile was rejected: The licence cannot be read')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Update Profile' })).toBeTruthy();
  expect(screen.getAllByText('Already uploaded')).toHaveLength(5);
});
