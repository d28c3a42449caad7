import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useAway } from '../core/away';
import { signIn, signOut } from '../core/session';
import { useConnection } from '../core/socket';
import { NameForm } from '../features/auth/account/NameForm';
import { PasswordForm } from '../features/auth/account/PasswordForm';
import { SignOutEverywhere } from '../features/auth/account/SignOutEverywhere';
import { Contacts } from '../features/contacts/Contacts';
import { useDriver } from '../features/drivers/drivers.store';
import { OnlineSwitch } from '../features/drivers/OnlineSwitch';
import { ProfileForm } from '../features/drivers/profile/ProfileForm';
import { Favorites } from '../features/favorites/Favorites';
import { SimulatedCheckout } from '../features/payments/SimulatedCheckout';
import { PromoInput } from '../features/promos/PromoInput';
import { AddPlaceDialog } from '../features/rides/home/AddPlaceDialog';
import { useOwnPlaces } from '../features/rides/own-places.store';
import { SavePlace } from '../features/rides/SavePlace';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';

const REASON = 'No connection. This works again when you are back online.';
const nothing = () => undefined;
const user = { id: 'd1', name: 'Ravi Kumar', email: 'ravi@example.in', role: 'driver' as const, phone: null };
const place = { text: 'Khan Market, Delhi', point: { lat: 28.6, lng: 77.23 } };
const order = { order_id: 'o1', amount: 24_000, currency: 'INR' as const, key_id: 'k', booking_id: 'b' };

/**
 * For each control that changes data on the server: what it does, the part that contains it, its role and name, and
 * whether a text beside the control says why it is disabled.
 */
const controls: [string, ReactElement, 'button' | 'switch', string, boolean][] = [
  ['switching a driver online', <OnlineSwitch key="1" />, 'switch', 'Online', false],
  [
    "saving a driver's profile",
    <ProfileForm key="2" profile={null} onSaved={nothing} />,
    'button',
    'Create Profile',
    true,
  ],
  ['saving the account', <NameForm key="3" user={user} />, 'button', 'Save', true],
  ['changing the password', <PasswordForm key="4" />, 'button', 'Change password', true],
  ['signing out everywhere', <SignOutEverywhere key="5" />, 'button', 'Sign out everywhere', true],
  [
    'a payment',
    <SimulatedCheckout key="6" order={order} onEnd={nothing} isPaid={() => false} />,
    'button',
    'Pay',
    true,
  ],
  [
    'saving a place of the home screen',
    <AddPlaceDialog key="7" label="Home" onClose={nothing} />,
    'button',
    'Save Home',
    true,
  ],
  [
    'applying a promo code',
    <PromoInput key="8" amount={240} applied={null} onChange={nothing} />,
    'button',
    'Apply',
    false,
  ],
];

function setNetwork(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

beforeEach(() => {
  fakeServer({});
  signIn({ access_token: 't', token_type: 'bearer', user });
  useConnection.setState({ connected: true });
  useAway.setState({ isAway: false });
  useOwnPlaces.setState({ saved: [] });
  useDriver.setState({
    profile: {
      ...{
        id: 'p',
        user_id: 'd1',
        car_model: 'Dzire',
        vehicle_number: null,
        vehicle_class: null,
        experience_years: 7,
        license_number: 'DL',
      },
      ...{
        upi_id: null,
        cost_per_km: null,
        driver_photo: null,
        vehicle_image: null,
        rc_document: null,
        license_document: null,
      },
      ...{ fitness_document: null, rejection_reason: null, average_rating: 0, total_ratings: 0, is_available: true },
      verification_status: 'verified',
    },
  });
});
afterEach(() => {
  cleanup();
  setNetwork(true);
  signOut();
  useConnection.setState({ connected: false });
});

test.each(controls)('%s waits for the network', async (_what, part, role, name, hasReason) => {
  renderPart(part);
  const control = await screen.findByRole(role, { name });
  expect(control.matches(':disabled')).toBe(false);
  setNetwork(false);
  expect(control.matches(':disabled')).toBe(true);
  expect(screen.queryAllByText(REASON)).toHaveLength(hasReason ? 1 : 0);
  setNetwork(true);
  expect(control.matches(':disabled')).toBe(false);
});

test('saving and removing a place waits for the network, also with the Enter key', async () => {
  const { requests } = fakeServer({});
  renderPart(<SavePlace end="drop" place={place} />);
  fireEvent.click(await screen.findByRole('button', { name: /Save/ }));
  setNetwork(false);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Gym' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Save as Home' }).matches(':disabled')).toBe(true);
  expect(screen.getAllByText(REASON)).toHaveLength(1);
  expect(requests).toEqual([]);
  act(() => useOwnPlaces.setState({ saved: [{ id: 's', label: 'Gym', address: place.text, ...place.point }] }));
  expect(screen.getByRole('button', { name: /Gym/ }).matches(':disabled')).toBe(true);
});

test('a promo code is not sent by the Enter key without a network, and stays in its field', () => {
  const { requests } = fakeServer({});
  renderPart(<PromoInput amount={240} applied={null} onChange={nothing} />);
  setNetwork(false);
  const field = screen.getByLabelText<HTMLInputElement>('Promo code');
  fireEvent.change(field, { target: { value: 'FIRST50' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(requests).toEqual([]);
  expect(field.value).toBe('FIRST50');
});

const contact = { id: 'k1', name: 'Meera Verma', phone: '+919810012345', created_at: '2026-11-20T10:00:00Z' };
const favorite = {
  ...{ id: 'p1', user_id: 'd1', driver_name: 'Ravi Kumar', driver_photo: null, verification_status: 'verified' },
  ...{ car_model: 'Dzire', experience_years: 7, average_rating: 4.75, total_ratings: 12, is_available: true },
};

/** Lists whose rows can be removed, each with the name of the control that removes a row. */
const lists: [string, ReactElement, string][] = [
  ['an emergency contact', <Contacts key="1" />, 'Remove Meera Verma'],
  ['a favorite driver', <Favorites key="2" />, 'Remove Ravi Kumar from favorites'],
];

test.each(lists)('removing %s waits for the network, and its list says why', async (_what, part, name) => {
  fakeServer({
    'GET /emergency/contacts': () => ({ body: [contact] }),
    'GET /favorites/my': () => ({ body: [favorite] }),
  });
  renderPart(part);
  const control = await screen.findByRole('button', { name });
  expect(control.matches(':disabled')).toBe(false);
  setNetwork(false);
  expect(control.matches(':disabled')).toBe(true);
  expect(screen.getAllByText(REASON)).toHaveLength(1);
  setNetwork(true);
  expect(control.matches(':disabled')).toBe(false);
});
