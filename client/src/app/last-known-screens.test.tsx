import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useAway } from '../core/away';
import { signIn, signOut } from '../core/session';
import { useConnection } from '../core/socket';
import { applyLastKnownBookings } from '../features/bookings/bookings.store';
import { applyLastKnownQuotes } from '../features/rides/quotes/quotes.store';
import { applyLastKnownRides } from '../features/rides/rides.store';
import { aBooking } from '../testing/booking.builder';
import { LazyMap } from '../testing/map';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { CustomerDashboard } = await import('./CustomerDashboard');

const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
const booking = aBooking({ status: 'accepted' });
const ride = aRide({ quote_count: 1 });
const lost = () => ({ lost: true });
const path = `/rides/request/${booking.ride_request_id}`;
let answers: Record<string, () => object>;
let requests: { path: string }[];

/** Opens the dashboard without a network, with the data that the last page has kept. */
function open(address: string): void {
  ({ requests } = fakeServer(answers));
  applyLastKnownBookings([booking]);
  applyLastKnownRides([ride]);
  applyLastKnownQuotes([aQuote({ price: 240 })]);
  renderPart(<CustomerDashboard />, address);
}

beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  const paths = ['/rides/requests', '/bookings/my', '/config', `/bookings/${booking.id}`, path];
  answers = Object.fromEntries([...paths, `/quotes/ride/${ride.id}`].map((one) => [`GET ${one}`, lost]));
});
afterEach(() => {
  cleanup();
  signOut();
  useAway.setState({ isAway: false });
  useConnection.setState({ connected: false, downSince: null });
});

test('the last known booking is listed, with a retry because there may be others', async () => {
  open('/?tab=bookings');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getAllByText('Ravi Kumar').length).toBeGreaterThan(0);
  expect(screen.queryByText('No bookings yet')).toBeNull();
});

test('the last known open request is shown with its quotes', async () => {
  open(`/?ride=${ride.id}`);
  expect(await screen.findByText('Maruti Suzuki Dzire', { exact: false })).toBeTruthy();
});

test('a ride request that Booking Details could not read without a network is read once the network is back', async () => {
  open(`/?tab=bookings&booking=${booking.id}`);
  await waitFor(() => expect(useAway.getState().isAway).toBe(true));
  const asked = () => requests.filter((one) => one.path === path).length;
  await waitFor(() => expect(asked()).toBe(1));
  answers[`GET ${path}`] = () => ({ body: ride });
  act(() => useConnection.setState({ connected: true }));
  await waitFor(() => expect(asked()).toBe(2));
});
