import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { signIn, signOut } from '../core/session';
import { aBooking } from '../testing/booking.builder';
import { LazyMap } from '../testing/map';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
/** How long after the press the code of the trip arrives, as over a slow network (ms). */
const SLOW_MS = 100;
let arrive: () => void = () => undefined;
const arrived = new Promise<void>((resolve) => {
  arrive = resolve;
});
jest.unstable_mockModule('../features/bookings/BookingDialogs', async () => {
  await arrived;
  return { BookingDialogs: () => <div role="dialog" aria-label="Booking Details" /> };
});
const { CustomerDashboard } = await import('./CustomerDashboard');

afterEach(() => {
  cleanup();
  signOut();
});

const isThere = (selector: string) => document.querySelector(selector) !== null;

test('after Confirm Booking the trip replaces the quotes in one step', async () => {
  const [ride, quote, booking] = [aRide({ quote_count: 1 }), aQuote(), aBooking({ payment_method: 'cash' })];
  const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  fakeServer({
    'GET /rides/requests': () => ({ body: [ride] }),
    'GET /bookings/my': () => ({ body: [] }),
    [`GET /rides/request/${ride.id}`]: () => ({ body: ride }),
    [`GET /quotes/ride/${ride.id}`]: () => ({ body: [quote] }),
    'POST /bookings/create': () => ({ status: 201, body: booking }),
    [`GET /bookings/${booking.id}`]: () => ({ body: booking }),
  });
  renderPart(<CustomerDashboard />, `/?ride=${ride.id}&dialog=book&quote=${quote.id}`);
  const confirm = await screen.findByRole('button', { name: 'Confirm Booking' });
  let hasGap = false;
  const watch = new MutationObserver(() => {
    hasGap ||= !isThere('#quotes-title') && !isThere('[role="dialog"][aria-label="Booking Details"]');
  });
  watch.observe(document.body, { subtree: true, childList: true });
  fireEvent.click(confirm);
  setTimeout(arrive, SLOW_MS);
  await screen.findByRole('dialog', { name: 'Booking Details' });
  watch.disconnect();
  expect(hasGap).toBe(false);
});
