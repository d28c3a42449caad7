import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { aBooking } from '../testing/booking.builder';
import type { Situation } from '../testing/failures';
import { LazyMap } from '../testing/map';
import { press } from '../testing/press';
import { aQuote, aRide } from '../testing/ride.builder';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { AuthScreen } = await import('../features/auth/AuthScreen');
const { CancelBooking } = await import('../features/bookings/CancelBooking');
const { RateRide } = await import('../features/bookings/RateRide');
const { Contacts } = await import('../features/contacts/Contacts');
const { ChangeMethod } = await import('../features/payments/ChangeMethod');
const { PaymentModal } = await import('../features/payments/PaymentModal');
const { PromoInput } = await import('../features/promos/PromoInput');
const { SelectPaymentDialog } = await import('../features/rides/quotes/SelectPaymentDialog');
const { StageProvider } = await import('../ui/stage/stage-map');
const { CreateRideDialog } = await import('../features/rides/CreateRideDialog');
const { noProof } = await import('../testing/proof');
const { booking, Details, detailsRest, expectWords, reply, reset, nothing, type } = await import('../testing/failures');

const contact = { id: 'c1', name: 'Mother', phone: '112', created_at: '2026-11-21T04:00:00.000Z' };

function Promo() {
  const [applied, setApplied] = useState<PromoAnswer | null>(null);
  return <PromoInput amount={240} applied={applied} onChange={setApplied} />;
}

const modal = () => <PaymentModal booking={booking} proofOf={noProof} opened onClose={nothing} onBooking={nothing} />;
const order = { order_id: 'order_1', amount: 24_000, currency: 'INR', key_id: 'rzp_simulated' };
const gateway = { 'GET /config': reply({ payment_gateway: 'simulated' }), 'POST /payment/create-order': reply(order) };

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
    part: () => (
      <StageProvider>
        <CreateRideDialog opened onClose={nothing} onCreated={nothing} />
      </StageProvider>
    ),
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
      'POST /payment/simulated/order_1': reply({ order_id: 'order_1', payment_id: 'pay_1', signature: 'signed' }),
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
  'Payment method change failure': {
    call: `POST /bookings/${booking.id}/payment`,
    fallback: 'Failed to update payment method',
    part: () => <ChangeMethod booking={booking} proofOf={noProof} opened onClose={nothing} onBooking={nothing} />,
    act: () => {
      fireEvent.click(screen.getByRole('radio', { name: 'PhonePe' }));
      return press('Save');
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
        proofOf={noProof}
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
    rest: { 'GET /emergency/contacts': reply([]) },
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
    rest: { 'GET /emergency/contacts': reply([contact]) },
    act: () => press('Remove Mother'),
  },
};

afterEach(reset);

describe('a failed action', () => {
  test.each(Object.entries(situations))(
    '%s: shows the text of the server, else the text of the specification',
    async (_name, situation) => expectWords(situation),
  );
});
