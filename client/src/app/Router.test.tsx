import type { Role } from '@boli/shared/auth/auth.schema';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { checkSession, signIn, signOut } from '../core/session';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';
import { Router } from './Router';

const person = (role: Role) => ({ id: role, name: 'Asha', email: 'a@example.in', role, phone: null });
const sessionOf = (role: Role) => ({ access_token: 't', token_type: 'bearer' as const, user: person(role) });

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const open = (address: string) =>
  renderPart(
    <>
      <Router />
      <Address />
    </>,
    address,
  );
const address = () => screen.getByTestId('address').textContent;

// One after the other: Jest fails to link modules that two imports load at the same time.
beforeAll(async () => {
  await import('./CustomerRides');
  await import('./CustomerDashboard');
  await import('./DriverOffers');
  await import('./DriverDashboard');
  await import('./AdminDashboard');
});
afterEach(() => {
  cleanup();
  signOut();
});

test.each(['/', '/anything/else'])('without a token, the address %s leads to /auth', async (from) => {
  fakeServer({});
  open(from);
  await waitFor(() => expect(address()).toBe('/auth'));
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
});

test.each([
  ['customer', 'Welcome, Asha'],
  ['driver', 'Driver Setup'],
  ['admin', 'Admin Dashboard'],
] as const)('a signed-in %s is led from /auth to the dashboard of that role', async (role, heading) => {
  fakeServer({});
  signIn(sessionOf(role));
  open('/auth');
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(address()).toBe('/');
});

test('an unknown role leads to /auth', async () => {
  fakeServer({ 'GET /auth/me': () => ({ body: { ...person('customer'), role: 'pilot' } }) });
  signIn(sessionOf('customer'));
  open('/');
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Asha' });
  await act(() => checkSession());
  await waitFor(() => expect(address()).toBe('/auth'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('a token that the server does not know leads to /auth', async () => {
  fakeServer({ 'GET /auth/me': () => ({ status: 401, body: { detail: 'Please sign in again' } }) });
  signIn(sessionOf('customer'));
  open('/');
  await act(() => checkSession());
  await waitFor(() => expect(address()).toBe('/auth'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('a person who opens a link while signed out sees its page after the sign-in', async () => {
  fakeServer({});
  open('/?tab=history&show=cancelled');
  await waitFor(() => expect(address()).toBe('/auth'));
  act(() => screen.getByRole('button', { name: /Forgot password/ }).click());
  expect(address()).toBe('/auth?forgot=1');
  act(() => signIn(sessionOf('customer')));
  await waitFor(() => expect(address()).toBe('/?tab=history&show=cancelled'));
});

test('a person whom the server signs out returns to the same page after the next sign-in', async () => {
  fakeServer({ 'GET /auth/me': () => ({ status: 401, body: { detail: 'Please sign in again' } }) });
  signIn(sessionOf('customer'));
  open('/?tab=safety');
  await screen.findByRole('tab', { name: 'Safety', selected: true });
  await act(() => checkSession());
  await waitFor(() => expect(address()).toBe('/auth'));
  act(() => signIn(sessionOf('customer')));
  await waitFor(() => expect(address()).toBe('/?tab=safety'));
});

test('no link leads outside the app, and the page of a person who signs out is not kept for the next person', async () => {
  fakeServer({});
  open('//evil.example.org/?tab=safety');
  await waitFor(() => expect(address()).toBe('/auth'));
  act(() => signIn(sessionOf('customer')));
  await waitFor(() => expect(address()?.startsWith('/?') || address() === '/').toBe(true));
  cleanup();
  open('/?tab=safety');
  act(() => signOut());
  await waitFor(() => expect(address()).toBe('/auth'));
  act(() => signIn(sessionOf('driver')));
  await waitFor(() => expect(address()).toBe('/'));
});
