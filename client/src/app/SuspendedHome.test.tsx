import { allEndpoints } from '@boli/shared/endpoints';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signIn, signOut, useSession } from '../core/session';
import { useBookings } from '../features/bookings/bookings.store';
import { aBooking } from '../testing/booking.builder';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';
import { SuspendedHome } from './SuspendedHome';

afterEach(() => {
  cleanup();
  signOut();
  useBookings.setState({ byId: {}, total: null });
});

test('a suspended driver sees the reason and can finish the ride; the page sends no request that the server refuses', async () => {
  const suspension = { reason: 'Complaints', suspended_at: '2026-11-20T08:00:00.000Z' };
  const user = { id: 'd1', name: 'Ravi', email: 'r@example.in', role: 'driver' as const, phone: null, suspension };
  signIn({ access_token: 't', token_type: 'bearer', user });
  const booking = aBooking({ status: 'in_progress' });
  const { requests } = fakeServer({ 'GET /bookings/my': () => ({ body: [booking] }) });
  renderPart(<SuspendedHome user={user} reason={suspension.reason} />);
  expect((await screen.findByRole('alert')).textContent).toContain('This account is suspended: Complaints');
  expect(await screen.findByText(booking.customer_name)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
  // The page watches the ride that the driver has to finish.
  expect(requests.map(({ path }) => path)).toEqual(['/bookings/my', `/bookings/${booking.id}`]);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(useSession.getState().status).toBe('signed_out');
});

test('the details of a booking send no request that the server would refuse to a suspended person, and offer no rating', async () => {
  const suspension = { reason: 'Complaints', suspended_at: '2026-11-20T08:00:00.000Z' };
  const user = { id: 'c1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null, suspension };
  signIn({ access_token: 't', token_type: 'bearer', user });
  const booking = aBooking({ status: 'completed', payment_method: 'google_pay', payment_status: 'pending' });
  const { requests } = fakeServer({
    'GET /bookings/my': () => ({ body: [booking] }),
    [`GET /bookings/${booking.id}`]: () => ({ body: booking }),
  });
  renderPart(<SuspendedHome user={user} reason={suspension.reason} />, `/?booking=${booking.id}`);
  expect(await screen.findByRole('button', { name: 'Pay Now' })).toBeTruthy();
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain(`/bookings/${booking.id}`));
  const open = allEndpoints.filter(({ access, whileSuspended }) => access === 'public' || whileSuspended);
  const isOpen = (asked: string) => open.some(({ path }) => path.replace('{id}', booking.id) === asked);
  expect(requests.map(({ path }) => path).filter((path) => !isOpen(path))).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Rate This Ride' })).toBeNull();
});
