import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { signIn, signOut } from '../core/session';
import { AuthScreen } from '../features/auth/AuthScreen';
import { BookingDetails } from '../features/bookings/BookingDetails';
import { takeBookings, useBookings } from '../features/bookings/bookings.store';
import { CancelBooking } from '../features/bookings/CancelBooking';
import { RateRide } from '../features/bookings/RateRide';
import { Contacts } from '../features/contacts/Contacts';
import { QuoteDialog } from '../features/offers/QuoteDialog';
import { PaymentModal } from '../features/payments/PaymentModal';
import { ProfileForm } from '../features/profile/ProfileForm';
import { PromoInput } from '../features/promos/PromoInput';
import { SelectPaymentDialog } from '../features/quotes/SelectPaymentDialog';
import { CreateRideDialog } from '../features/rides/CreateRideDialog';
import { aBooking } from '../testing/booking.builder';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, standInServer, standInUploads } from '../testing/server';
import { AdminDashboard } from './AdminDashboard';

const PROXY_PAGE = '<!doctype html><title>Bad gateway</title>';

/** How a call may go wrong, and whose words a person reads then. */
const ways: { how: string; answer: Answer; ownWords?: string }[] = [
  {
    how: 'the server says why',
    answer: { status: 409, body: { detail: 'This is why', code: 'x' } },
    ownWords: 'This is why',
  },
  { how: 'the connection is dropped', answer: { lost: true } },
  { how: 'the server fails without a word', answer: { status: 500 } },
  { how: 'a proxy answers in HTML', answer: { status: 502, page: PROXY_PAGE } },
  { how: 'a hotspot answers 200 with its own page', answer: { status: 200, page: PROXY_PAGE } },
];

interface Situation {
  /** The call that goes wrong. */
  call: string;
  /** The sentence of section 8 where the server gives none. */
  fallback: string;
  part: () => ReactNode;
  /** What the person does. */
  act?: () => unknown;
  /** Answers to the calls that go well. */
  rest?: Record<string, () => Answer>;
}

const booking = aBooking();
const contact = { id: 'c1', name: 'Mother', phone: '112', created_at: '2026-11-21T04:00:00.000Z' };
const settlement = {
  ...{ id: 's1', booking_id: booking.id, driver_id: 'd1', driver_name: 'Ravi Kumar' },
  ...{ platform_fee: 24, discount_credit: 0, net_due: 24, due_date: '2026-11-28T00:00:00.000Z' },
};
const verification = {
  user: { id: 'u2', name: 'Pooja Kashyap', email: 'pooja@example.in' },
  profile: { id: 'p2', car_model: 'Hyundai Aura', experience_years: 3, license_number: 'DL-2' },
  shared_license: false,
};

const nothing = () => undefined;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const give = (body: unknown) => () => ({ body });

function Details({ side, over }: { side: 'customer' | 'driver'; over: Parameters<typeof aBooking>[0] }) {
  useState(() => takeBookings([aBooking(over)], 1));
  return <BookingDetails id={booking.id} side={side} opened onClose={nothing} onChanged={nothing} onOpen={nothing} />;
}
const detailsRest = (over: Parameters<typeof aBooking>[0]) => ({
  [`GET /bookings/${booking.id}`]: give(aBooking(over)),
  [`GET /rides/request/${booking.ride_request_id}`]: give(aRide()),
});

function Promo() {
  const [applied, setApplied] = useState<PromoAnswer | null>(null);
  return <PromoInput amount={240} applied={applied} onChange={setApplied} />;
}

const modal = () => <PaymentModal booking={booking} opened reachable onClose={nothing} onBooking={nothing} />;
const order = { order_id: 'order_1', amount: 24_000, currency: 'INR', key_id: 'rzp_simulated' };
const gateway = { 'GET /config': give({ payment_gateway: 'simulated' }), 'POST /payment/create-order': give(order) };

const adminReads = {
  'GET /admin/stats': give({
    total_platform_earnings: 24,
    pending_collections: 24,
    collected_this_month: 0,
    total_rides: 1,
  }),
  'GET /admin/settlements/pending': give([settlement]),
  'GET /admin/commissions/by-driver': give([]),
  'GET /admin/drivers/pending-verification': give([verification]),
};

function chooseFile(name: string): void {
  const input = document.querySelector(`input[type=file][name=${name}]`);
  if (input) fireEvent.change(input, { target: { files: [new File(['x'], `${name}.png`, { type: 'image/png' })] } });
}

const situations: Record<string, Situation> = {
  'Login failure': {
    call: 'POST /auth/login',
    fallback: 'Login failed',
    part: () => <AuthScreen />,
    act: () => {
      type('Email', 'asha@example.in');
      type('Password', 'secret-1');
      return press('Sign In');
    },
  },
  'Registration failure': {
    call: 'POST /auth/register',
    fallback: 'Registration failed',
    part: () => <AuthScreen />,
    act: () => {
      fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
      type('Full Name', 'Asha Verma');
      type('Email', 'asha@example.in');
      type('Password', 'long-enough-1');
      return press('Create Account');
    },
  },
  'Ride creation failure': {
    call: 'POST /rides/request',
    fallback: 'Failed to create ride request',
    part: () => <CreateRideDialog opened onClose={nothing} />,
    act: () => {
      type('Pickup Location', '28.6139, 77.209');
      type('Drop Location', '28.55, 77.2');
      return press('Create Ride Request');
    },
  },
  'Promo rejected': {
    call: 'POST /promo/validate',
    fallback: 'Invalid promo code',
    part: () => <Promo />,
    act: () => {
      type('Promo code', 'FIRST50');
      return press('Apply');
    },
  },
  'Payment failure': {
    call: 'POST /payment/create-order',
    fallback: 'Payment failed. Please try again.',
    part: modal,
    rest: gateway,
    act: () => press('Proceed to Pay'),
  },
  'Payment verification fails': {
    call: 'POST /payment/verify',
    fallback: 'Payment verification failed. Please contact support.',
    part: modal,
    rest: {
      ...gateway,
      'POST /payment/simulated/order_1': give({ order_id: 'order_1', payment_id: 'pay_1', signature: 'signed' }),
    },
    act: async () => {
      await press('Proceed to Pay');
      await press('Pay');
    },
  },
  'Payment method update failure': {
    call: `POST /bookings/${booking.id}/payment`,
    fallback: 'Failed to update payment method',
    part: modal,
    rest: gateway,
    act: () => {
      fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
      return press('Proceed to Pay');
    },
  },
  'Booking creation failure': {
    call: 'POST /bookings/create',
    fallback: 'Failed to create booking',
    part: () => (
      <SelectPaymentDialog
        quote={aQuote()}
        ride={aRide()}
        promo={() => null}
        onClose={nothing}
        onBooked={() => expect('booked').toBe('refused')}
      />
    ),
    act: () => press('Confirm Booking'),
  },
  'Rating failure': {
    call: 'POST /ratings/create',
    fallback: 'Failed to submit rating',
    part: () => <RateRide booking={aBooking({ status: 'completed' })} opened onClose={nothing} />,
    act: () => {
      fireEvent.click(screen.getByRole('radio', { name: 'Good' }));
      return press('Submit Rating');
    },
  },
  'Cancellation failure': {
    call: `PUT /bookings/${booking.id}/cancel`,
    fallback: 'Failed to cancel booking',
    part: () => <CancelBooking booking={booking} side="customer" opened onClose={nothing} onCancelled={nothing} />,
    act: () => {
      fireEvent.click(screen.getByRole('radio', { name: 'Change of plans' }));
      return press('Yes, Cancel');
    },
  },
  'Booking status update failure': {
    call: `PUT /bookings/${booking.id}/status`,
    fallback: 'Failed to update booking',
    part: () => <Details side="driver" over={{}} />,
    rest: detailsRest({}),
    act: () => press('Accept'),
  },
  'Ride details fail to load': {
    call: `GET /rides/request/${booking.ride_request_id}`,
    fallback: 'Failed to load ride details',
    part: () => <Details side="driver" over={{}} />,
    rest: detailsRest({}),
  },
  'Payment status update failure': {
    call: `PUT /bookings/${booking.id}/payment`,
    fallback: 'Failed to update payment status',
    part: () => <Details side="customer" over={{ status: 'accepted' }} />,
    rest: detailsRest({ status: 'accepted' }),
    act: () => press('Mark Payment as Completed'),
  },
  'Contact add failure': {
    call: 'POST /emergency/contacts',
    fallback: 'Failed to add contact',
    part: () => <Contacts />,
    rest: { 'GET /emergency/contacts': give([]) },
    act: async () => {
      await press('Add Contact');
      const name = await screen.findByLabelText('Name');
      fireEvent.change(name, { target: { value: 'Mother' } });
      type('Phone Number', '112');
      fireEvent.submit(name.closest('form') ?? name);
    },
  },
  'Contact removal failure': {
    call: 'DELETE /emergency/contacts/c1',
    fallback: 'Failed to remove contact',
    part: () => <Contacts />,
    rest: { 'GET /emergency/contacts': give([contact]) },
    act: () => press('Remove Mother'),
  },
  'Profile save failure': {
    call: 'POST /driver/profile',
    fallback: 'Failed to save profile',
    part: () => <ProfileForm profile={null} onSaved={nothing} />,
    act: () => {
      type('Car Model', 'Maruti Suzuki Dzire');
      type('Years of Experience', '7');
      type('License Number', 'DL-1');
      for (const name of ['driver_photo', 'vehicle_image', 'rc_document', 'license_document', 'fitness_document']) {
        chooseFile(name);
      }
      return press('Create Profile');
    },
  },
  'Quote submission failure': {
    call: 'POST /quotes/create',
    fallback: 'Failed to submit quote',
    part: () => <QuoteDialog ride={aRide()} isOpen opened onClose={nothing} onQuote={nothing} />,
    act: () => {
      type('Your Price (₹)', '240');
      return press('Submit Quote');
    },
  },
  'Admin data load failure': {
    call: 'GET /admin/settlements/pending',
    fallback: 'Failed to load admin data',
    part: () => <AdminDashboard />,
    rest: adminReads,
  },
  'Driver status update failure': {
    call: 'PUT /admin/drivers/u2/verify',
    fallback: 'Failed to update driver status',
    part: () => <AdminDashboard />,
    rest: adminReads,
    act: async () => {
      fireEvent.click(await screen.findByRole('tab', { name: /Pending Verifications/ }));
      await press('Approve');
    },
  },
  'Settlement update failure': {
    call: 'PUT /admin/settlements/s1',
    fallback: 'Failed to update settlement',
    part: () => <AdminDashboard />,
    rest: adminReads,
    act: () => press('Mark Paid'),
  },
};

const wait = globalThis.setTimeout;
const pauses = [500, 1_500, 3_000];

/** A proof that got lost is sent again after pauses, which nobody has to sit through here. */
function skipPauses(): void {
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => wait(run, pauses.includes(ms) ? 0 : ms),
  });
}

function leave(): void {
  cleanup();
  signOut();
  sessionStorage.clear();
  useBookings.setState({ byId: {}, total: null });
}

afterEach(() => {
  leave();
  Object.assign(globalThis, { setTimeout: wait });
});

describe('what a person reads', () => {
  test.each(Object.keys(situations))(
    '%s: the words of the server, else the sentence of the situation',
    async (name) => {
      const situation = situations[name];
      if (!situation) throw new Error(name);
      const { call, fallback, part, act, rest = {} } = situation;
      if (name === 'Payment verification fails') skipPauses();
      standInUploads();
      for (const { how, answer, ownWords } of ways) {
        standInServer({ ...rest, [call]: () => answer });
        const user = { id: 'me', name: 'Me', email: 'me@example.in', role: 'customer' as const, phone: null };
        if (!call.includes('/auth/')) signIn({ access_token: 't', token_type: 'bearer', user });
        renderPart(part(), call.includes('/auth/') ? '/auth' : '/');
        await act?.();
        const words = await screen.findAllByText(ownWords ?? fallback);
        expect([how, words.length]).toEqual([how, 1]);
        expect(screen.queryByText(/successful|successfully|applied/)).toBeNull();
        leave();
      }
    },
  );
});
