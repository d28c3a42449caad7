import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { signIn, signOut } from '../core/session';
import { applyUpdate, useUpdate } from '../core/update';
import { applyBookingsPage } from '../features/bookings/bookings.store';
import { PaymentModal } from '../features/payments/PaymentModal';
import { aBooking } from '../testing/booking.builder';
import { LazyMap } from '../testing/map';
import { noProof } from '../testing/proof';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { CustomerDashboard } = await import('./CustomerDashboard');

const nothing = () => undefined;
const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
const isPostponed = () => {
  act(() => applyUpdate());
  return useUpdate.getState().isPostponed;
};

beforeEach(() => {
  fakeServer({});
  signIn({ access_token: 't', token_type: 'bearer', user });
});
afterEach(() => {
  cleanup();
  signOut();
});

test('an update waits for the end of a ride', async () => {
  renderPart(<CustomerDashboard />, '/?tab=safety');
  await screen.findByRole('tablist');
  expect(isPostponed()).toBe(false);
  act(() => applyBookingsPage([aBooking({ status: 'in_progress' })], 1));
  expect(isPostponed()).toBe(true);
  act(() => applyBookingsPage([aBooking({ status: 'completed', version: 2 })], 1));
  expect(isPostponed()).toBe(false);
});

test('an update waits while a payment is open', async () => {
  const modal = (opened: boolean) => (
    <PaymentModal
      booking={aBooking({ status: 'completed' })}
      proofOf={noProof}
      opened={opened}
      onClose={nothing}
      onBooking={nothing}
    />
  );
  renderPart(modal(false));
  expect(isPostponed()).toBe(false);
  cleanup();
  renderPart(modal(true));
  await screen.findByRole('dialog');
  expect(isPostponed()).toBe(true);
});
