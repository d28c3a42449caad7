import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signOut, useSession } from '../../core/session';
import { renderPart } from '../../testing/render';
import { AuthScreen } from './AuthScreen';

const sent: { path: string; body: unknown }[] = [];
let status = 200;
let reply: unknown = {};

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
  globalThis.fetch = async (address, init) => {
    if (init?.method === 'GET') return new Response('{}', { status: 404 });
    sent.push({ path: String(address), body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
    return new Response(JSON.stringify(reply), { status });
  };
});
afterEach(() => {
  cleanup();
  signOut();
});

const open = () => renderPart(<AuthScreen />, '/auth');
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the login form has the specified labels for email and password, and signs in', async () => {
  reply = {
    access_token: 't',
    token_type: 'bearer',
    user: { id: '1', name: 'Asha', email: 'asha@example.in', role: 'customer', phone: null },
  };
  status = 200;
  open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Boli');
  type('Email', ' Asha@example.in');
  type('Password', 'secret-1');
  press('Sign In');
  await waitFor(() => expect(useSession.getState().status).toBe('signed_in'));
  expect(sent[0]?.path).toBe('/api/auth/login');
  expect(await screen.findByText('Login successful!')).toBeTruthy();
});

test('a refused login shows the text of the server and keeps the typed values', async () => {
  status = 401;
  reply = { detail: 'Incorrect email or password', code: 'auth.incorrect' };
  open();
  type('Email', 'asha@example.in');
  type('Password', 'wrong');
  press('Sign In');
  expect(await screen.findByText('Incorrect email or password')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
  expect(screen.getByRole('button', { name: 'Sign In' })).toHaveProperty('disabled', false);
});

test('an empty login form shows each error, focuses the first invalid field and sends nothing', () => {
  open();
  press('Sign In');
  expect(screen.getByText('Please enter your email')).toBeTruthy();
  expect(screen.getByText('Please enter your password')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(sent).toEqual([]);
});

test('registration sends the chosen role and an empty phone; typed values survive a change to Login and back, but passwords do not', async () => {
  status = 409;
  reply = { detail: 'Email already registered', code: 'auth.email_taken' };
  open();
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
  expect(screen.getByLabelText<HTMLInputElement>('Customer').checked).toBe(true);
  type('Full Name', 'Ravi Kumar');
  type('Email', 'ravi@example.in');
  type('Password', 'long-enough-1');
  fireEvent.click(screen.getByLabelText('Driver'));
  press('Create Account');
  expect(await screen.findByText('Email already registered')).toBeTruthy();
  expect(sent[0]).toEqual({
    path: '/api/auth/register',
    body: { name: 'Ravi Kumar', email: 'ravi@example.in', password: 'long-enough-1', role: 'driver', phone: '' },
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Login' }));
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ravi Kumar');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(JSON.stringify(sessionStorage)).not.toContain('long-enough-1');
});

test('a password that is too short shows an error and is not sent', () => {
  open();
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
  type('Full Name', 'Ravi');
  type('Email', 'ravi@example.in');
  type('Password', 'short');
  press('Create Account');
  expect(screen.getByText('The password needs at least 8 characters')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('the sign-in page shows its texts and the fields of both tabs, with the Login tab first', () => {
  open();
  for (const text of ['Your local cab booking platform', 'Welcome', 'Sign in or create an account to continue']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Login', 'true'],
    ['Register', 'false'],
  ]);
  for (const label of ['Email', 'Password']) expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
  for (const label of ['Full Name', 'Email', 'Password']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
  }
  expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
  const roles = screen.getByRole('group', { name: 'I am a' });
  expect(roles.textContent).toBe('I am aCustomerDriverAdmin');
  expect(screen.getByLabelText<HTMLInputElement>('Admin').type).toBe('radio');
});

test.each([
  ['Login', 'Sign In', 'Signing in...', 'Login successful!'],
  ['Register', 'Create Account', 'Creating account...', 'Registration successful!'],
] as const)(
  'the button of %s is disabled during the request, and a toast then reports the success',
  async (tab, button, busy, done) => {
    status = 200;
    reply = {
      access_token: 't',
      token_type: 'bearer',
      user: { id: '1', name: 'Asha', email: 'asha@example.in', role: 'customer', phone: null },
    };
    open();
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    if (tab === 'Register') type('Full Name', 'Asha Verma');
    type('Email', 'asha@example.in');
    type('Password', 'long-enough-1');
    press(button);
    expect(screen.getByRole('button', { name: busy })).toHaveProperty('disabled', true);
    expect(await screen.findByText(done)).toBeTruthy();
  },
);

test('an empty registration shows each error and sends nothing', () => {
  open();
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
  press('Create Account');
  for (const text of ['Please enter your name', 'Please enter your email', 'Please enter your password']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(sent).toEqual([]);
});

test('the sign-in page shows the reason of a suspension in one place, and keeps it there after the next press', async () => {
  status = 403;
  reply = { detail: 'This account is suspended: complaints', code: 'auth.suspended' };
  open();
  type('Email', 'asha@example.in');
  type('Password', 'secret-1');
  press('Sign In');
  expect((await screen.findByRole('alert')).textContent).toBe('This account is suspended: complaints');
  press('Show characters');
  expect(screen.getAllByText('This account is suspended: complaints')).toHaveLength(1);
});
