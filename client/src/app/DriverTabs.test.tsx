import { COMMISSION } from '@boli/shared/core/money';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setPreferences } from '../core/preferences';
import { signIn, signOut, useSession } from '../core/session';
import { formatExact } from '../core/time';
import { upsertBooking } from '../features/bookings/bookings.store';
import { upsertOpenRide } from '../features/rides/open-rides.store';
import { aBooking } from '../testing/booking.builder';
import { press } from '../testing/press';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer, fakeUploads } from '../testing/server';
import { DriverDashboard } from './DriverDashboard';

const profile = {
  ...{ id: 'p1', user_id: 'driver', car_model: 'Maruti Suzuki Dzire', experience_years: 7, license_number: 'DL-1' },
  ...{ upi_id: null, cost_per_km: null, verification_status: 'verified', rejection_reason: null, is_available: true },
  ...{ driver_photo: '/a', vehicle_image: '/b', rc_document: '/c', license_document: '/d', fitness_document: '/e' },
  ...{ average_rating: 0, total_ratings: 0 },
};
const ride = aRide();
const user = { id: 'driver', name: 'Ravi Kumar', email: 'r@example.in', role: 'driver' as const, phone: null };
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  const none = () => ({ body: [] });
  answers = {
    'GET /driver/profile': () => ({ body: profile }),
    'GET /driver/earnings': () => ({
      body: { total_earnings: 2160.5, platform_fees_paid: 216, pending_payment: 24, completed_rides: 11 },
    }),
    'GET /config': () => ({
      body: { pricing: { model: 'commission', fee_rule: presentFeeRule(COMMISSION), passes: null } },
    }),
    'GET /rides/requests': none,
    'GET /bookings/my': none,
    'GET /rides/history': none,
    'GET /emergency/contacts': none,
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

const open = (address = '/') => {
  const server = fakeServer(answers);
  renderPart(<DriverDashboard />, address);
  return server;
};
const times = (requests: { path: string }[], path: string) => requests.filter((one) => one.path === path).length;

test('on every tab a new request is announced, and the phone of a driver who is chosen vibrates', async () => {
  const buzzes: unknown[] = [];
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms: unknown) => buzzes.push(ms) });
  setPreferences({ requestVibration: true });
  const { requests } = open('/?tab=safety');
  await screen.findByText('No emergency contacts yet');
  await waitFor(() => expect(times(requests, '/rides/requests')).toBe(1));
  act(() => upsertOpenRide({ ...ride, my_quote: null }));
  expect(await screen.findByText('New request: Connaught Place to Hauz Khas Village')).toBeTruthy();
  expect(buzzes).toEqual([[200, 100, 200]]);
  expect(screen.queryByRole('article')).toBeNull();
  act(() => upsertBooking(aBooking({ status: 'pending', version: 2 })));
  expect(buzzes.at(-1)).toEqual(expect.arrayContaining([400, 200]));
  setPreferences({ requestVibration: false });
  Reflect.deleteProperty(navigator, 'vibrate');
});

describe("a driver's dashboard", () => {
  test('shows a spinner while the profile loads, then greets, with four summary cards, five tabs and a Logout button', async () => {
    open();
    expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Profile' })).toBeNull();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ravi Kumar' })).toBeTruthy();
    for (const text of ['Total Earnings', 'Platform Fees', 'Pending Payment', 'Completed Rides']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    await waitFor(() => {
      for (const amount of ['₹2,160.50', '₹216.00', '₹24.00']) expect(document.body.textContent).toContain(amount);
    });
    expect(screen.getByRole('tab', { name: 'Available Rides' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(useSession.getState().status).toBe('signed_out');
  });

  test.each([
    [
      'Available Rides',
      'Available Rides',
      ['No ride requests available at the moment', 'New requests will appear here automatically'],
    ],
    ['My Bookings', 'My Bookings', ['Manage your bookings', 'No bookings yet']],
    ['Ride History', 'Ride History', ['No ride history yet']],
    ['Profile', 'Create or Update Driver Profile', ['Update your vehicle and license information', 'Update Profile']],
    ['Safety', 'Emergency Contacts', ['No emergency contacts yet']],
  ])('shows the description and the empty state on %s', async (name, heading, texts) => {
    open();
    fireEvent.click(await screen.findByRole('tab', { name }));
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy();
    for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
  });

  test('shows Driver Setup without a profile, and the dashboard once the profile is created', async () => {
    answers['GET /driver/profile'] = () => ({ status: 404, body: { detail: 'no', code: 'drivers.no_profile' } });
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Driver Setup' })).toBeTruthy();
    expect(await screen.findByText('Complete your profile to start accepting rides')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    fakeUploads();
    answers['POST /driver/profile'] = () => {
      answers['GET /driver/profile'] = () => ({ body: profile });
      return { status: 201, body: profile };
    };
    for (const [label, value] of [
      ['Car Model', 'Maruti Suzuki Dzire'],
      ['Years of Experience', '7'],
      ['License Number', 'DL-1'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    for (const input of document.querySelectorAll('input[type=file]')) {
      const picture = new File([new Uint8Array(10)], 'a.png', { type: 'image/png' });
      fireEvent.change(input, { target: { files: [picture] } });
    }
    fireEvent.submit(screen.getByRole('button', { name: 'Create Profile' }).closest('form') ?? document.body);
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ravi Kumar' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create Profile' })).toBeNull();
  });
});

describe('Available Rides', () => {
  test('show customer, places and posted time; the dialog shows the breakdown of a price and submits the quote', async () => {
    answers['GET /rides/requests'] = () => ({ body: [ride] });
    let answer: (answer: Answer) => void = () => undefined;
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const { requests } = open();
    const quick = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      const reply = await quick(address, init);
      return init?.method === 'POST' ? new Response(JSON.stringify((await waiting).body), { status: 201 }) : reply;
    };
    const card = within(await screen.findByRole('article', { name: 'Asha Verma' }));
    for (const text of ['Connaught Place', 'Hauz Khas Village']) expect(card.getByText(text)).toBeTruthy();
    expect(card.getByTitle(formatExact(ride.created_at)).getAttribute('datetime')).toBe(ride.created_at);
    fireEvent.click(card.getByRole('button', { name: 'Submit Quote' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Quote' }));
    for (const text of ['Connaught Place', 'Hauz Khas Village']) expect(dialog.getByText(text)).toBeTruthy();
    const price = dialog.getByRole<HTMLInputElement>('spinbutton');
    expect([price.type, price.min, price.step, price.required]).toEqual(['number', '0', '0.01', true]);
    expect(dialog.queryByRole('region', { name: 'Pricing breakdown' })).toBeNull();
    fireEvent.change(price, { target: { value: '240' } });
    const breakdown = within(await dialog.findByRole('region', { name: 'Pricing breakdown' }));
    for (const text of ['Platform fee (10%)', 'You receive (90%)']) expect(breakdown.getByText(text)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();

    const before = { list: times(requests, '/rides/requests'), summary: times(requests, '/driver/earnings') };
    fireEvent.click(dialog.getByRole('button', { name: 'Submit Quote' }));
    expect(await dialog.findByRole('button', { name: 'Submitting...' })).toHaveProperty('disabled', true);
    answer({ body: aQuote() });
    expect(await screen.findByText('Quote submitted successfully!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      ride_request_id: ride.id,
      price: 240,
      hold_min: 5,
    });
    await waitFor(() => {
      expect(times(requests, '/rides/requests')).toBeGreaterThan(before.list);
      expect(times(requests, '/driver/earnings')).toBeGreaterThan(before.summary);
    });
    // The price was cleared: another quote starts empty.
    fireEvent.click((await screen.findAllByRole('button', { name: 'Submit Quote' }))[0] ?? document.body);
    expect((await screen.findByRole<HTMLInputElement>('spinbutton')).value).toBe('');
  });
});

describe("a driver's rides", () => {
  test('show the earnings in the history', async () => {
    const entry = {
      ...{ booking_id: aBooking().id, status: 'completed', rating: null, distance_km: 9.4, scheduled_time: null },
      ...{ pickup_location: 'Connaught Place', drop_location: 'Hauz Khas Village' },
      ...{ created_at: '2026-11-20T04:10:00.000Z', payment_method: 'cash', payment_status: 'pending' },
      ...{
        price: 240,
        total_price: 240,
        driver_earnings: 216,
        driver_earned: 216,
        part_fare: null,
        customer_name: 'Asha Verma',
        driver_name: 'Ravi Kumar',
      },
    };
    answers['GET /rides/history'] = () => ({ body: [entry] });
    open('/?tab=history');
    expect(await screen.findByText('You earned ₹216.00')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
  });

  test("reload the earnings after a change of a booking's status", async () => {
    const booking = aBooking();
    answers['GET /bookings/my'] = () => ({ body: [booking] });
    answers[`GET /bookings/${booking.id}`] = () => ({ body: booking });
    answers[`PUT /bookings/${booking.id}/status`] = () => ({ body: aBooking({ status: 'accepted', version: 2 }) });
    const { requests } = open(`/?tab=bookings&booking=${booking.id}`);
    await screen.findByRole('button', { name: 'Accept' });
    await waitFor(() => expect(times(requests, '/driver/earnings')).toBeGreaterThan(0));
    const before = times(requests, '/driver/earnings');
    await press('Accept');
    await screen.findByText('Booking accepted');
    await waitFor(() => expect(times(requests, '/driver/earnings')).toBeGreaterThan(before));
  });
});

test.each([
  [false, 'Your documents are being checked. You can quote meanwhile.'],
  [true, 'Your documents are being checked. You can see ride requests once they are verified.'],
])(
  'a driver with pending documents sees what is allowed meanwhile (verification required: %p)',
  async (required, words) => {
    answers['GET /driver/profile'] = () => ({ body: { ...profile, verification_status: 'pending' } });
    answers['GET /config'] = () => ({ body: { require_driver_verification: required } });
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  },
);
