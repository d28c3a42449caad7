import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { signIn, signOut, useSession } from '../../core/session';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { AuthScreen } from './AuthScreen';

const user = { id: 'u1', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };
const ended = { detail: 'This link does not work any more. Please ask for a new one.', code: 'recovery.link_ended' };
const endedLink: Answer = {
  status: 400,
  body: { ...ended, errors: [{ field: 'token', message: ended.detail, code: ended.code }] },
};
const token = 'a'.repeat(43);
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  sessionStorage.clear();
  answers = { 'GET /config': () => ({ body: { mail: true, password_min_length: 8 } }) };
});
afterEach(() => {
  cleanup();
  signOut();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const open = (address: string) => {
  const server = fakeServer(answers);
  renderPart(
    <>
      <AuthScreen />
      <Address />
    </>,
    address,
  );
  return server;
};
const address = () => screen.getByTestId('address').textContent;
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const isFocused = async (name: string) => {
  const found = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(found));
};

describe('the form for a forgotten password', () => {
  test('opens from the sign-in with the typed email; the next page does not say whether the email has an account', async () => {
    answers['POST /auth/forgot'] = () => ({ status: 204 });
    const { requests } = open('/auth');
    type('Email', 'asha@example.in');
    press('Forgot password?');
    await isFocused('Forgotten password');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in');
    press('Send link');
    await isFocused('Look into your mailbox');
    expect(screen.getByText(/If there is an account with asha@example\.in/).textContent).toContain('30 minutes');
    expect(requests.find(({ path }) => path === '/auth/forgot')?.body).toEqual({ email: 'asha@example.in' });
    press('Back to sign in');
    await isFocused('Welcome');
    expect(address()).toBe('/auth');
  });

  test('tells the user to ask the operator if the server sends no mail', async () => {
    answers['GET /config'] = () => ({ body: { mail: false } });
    open('/auth?forgot=1');
    expect(await screen.findByText(/Please ask whoever runs it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
    press('Back to sign in');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  test('shows why no mail could be sent, and stays open', async () => {
    answers['POST /auth/forgot'] = () => ({
      status: 429,
      body: { detail: 'Too many requests', code: 'common.too_often' },
    });
    open('/auth?forgot=1');
    press('Send link');
    expect(screen.getByText('Please enter your email')).toBeTruthy();
    type('Email', 'asha@example.in');
    press('Send link');
    expect(await screen.findByText('Too many requests')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send link' })).toHaveProperty('disabled', false);
  });
});

describe('the link for a new password', () => {
  test('sets the password and leads to the sign-in, even if the new password ends the session of this device', async () => {
    answers['POST /auth/reset'] = () => ({ status: 204 });
    answers['GET /auth/me'] = () => ({ status: 401, body: { detail: 'Please sign in again' } });
    signIn({ access_token: 't', token_type: 'bearer', user });
    const { requests } = open(`/auth?reset=${token}`);
    type('New password', 'a better password');
    press('Save password');
    expect(await screen.findByText('Password changed. Please sign in.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/auth'));
    expect(requests.find(({ path }) => path === '/auth/reset')?.body).toEqual({
      token,
      new_password: 'a better password',
    });
    expect(useSession.getState().status).toBe('signed_out');
  });

  test('shows an error and leads to a new link if the link is not valid any more', async () => {
    answers['POST /auth/reset'] = () => endedLink;
    open(`/auth?reset=${token}`);
    type('New password', 'a better password');
    press('Save password');
    expect(await screen.findByText(ended.detail)).toBeTruthy();
    press('Ask for a new link');
    expect(await heading('Forgotten password')).toBeTruthy();
    expect(address()).toBe('/auth?forgot=1');
  });

  test('keeps the typed password and shows the reason if the server refuses that password', async () => {
    const message = 'This password is too common';
    answers['POST /auth/reset'] = () => ({
      status: 400,
      body: { detail: message, code: 'x', errors: [{ field: 'new_password', message, code: 'x' }] },
    });
    const { requests } = open(`/auth?reset=${token}`);
    type('New password', 'short');
    press('Save password');
    expect(await screen.findByText('The password needs at least 8 characters')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    type('New password', 'password1');
    press('Save password');
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0));
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('password1');
  });
});

describe('the link that confirms an email', () => {
  test('confirms the email without a press', async () => {
    answers['POST /auth/confirm'] = () => ({ status: 204 });
    const { requests } = open(`/auth?confirm=${token}`);
    expect(await screen.findByText('Your email is confirmed.')).toBeTruthy();
    expect(requests.find(({ path }) => path === '/auth/confirm')?.body).toEqual({ token });
    press('Back to sign in');
    await waitFor(() => expect(address()).toBe('/auth'));
  });

  test('shows an error if the link is not valid any more', async () => {
    answers['POST /auth/confirm'] = () => endedLink;
    open(`/auth?confirm=${token}`);
    expect(await screen.findByText(ended.detail)).toBeTruthy();
  });

  test('can be retried after a network failure', async () => {
    answers['POST /auth/confirm'] = () => ({ lost: true });
    open(`/auth?confirm=${token}`);
    expect(await screen.findByText('Your email could not be confirmed')).toBeTruthy();
    answers['POST /auth/confirm'] = () => ({ status: 204 });
    press('Try again');
    expect(await screen.findByText('Your email is confirmed.')).toBeTruthy();
  });
});
