import type { User } from '@boli/shared/auth/auth.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signIn, signOut } from '../../../core/session';
import { renderPart } from '../../../testing/render';
import { type Answer, fakeServer } from '../../../testing/server';
import { ConfirmNotice } from './ConfirmNotice';

const asha: User = { id: 'u1', name: 'Asha', email: 'asha@example.in', role: 'customer', phone: null };
let answers: Record<string, () => Answer>;

beforeEach(() => {
  answers = { 'GET /config': () => ({ body: { mail: true } }) };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

function open(user: User) {
  const server = fakeServer(answers);
  signIn({ access_token: 't', token_type: 'bearer', user });
  renderPart(
    <main id="main" tabIndex={-1}>
      <ConfirmNotice />
    </main>,
  );
  return server;
}
const notice = () => screen.queryByRole('region', { name: 'Email not confirmed' });

test('the notice shows the email and sends the link again', async () => {
  answers['POST /auth/confirm/send'] = () => ({ status: 204 });
  const { requests } = open({ ...asha, email_confirmed_at: null });
  // On a phone the text does not contain the email: there the email is only the title attribute of the text.
  expect((await screen.findByText('Please confirm your email')).title).toBe('asha@example.in');
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('A mail with a link is on its way')).toBeTruthy();
  expect(requests.some(({ path }) => path === '/auth/confirm/send')).toBe(true);
});

test('the notice shows why the link could not be sent', async () => {
  answers['POST /auth/confirm/send'] = () => ({ status: 429, body: { detail: 'Too many requests' } });
  open({ ...asha, email_confirmed_at: null });
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Too many requests')).toBeTruthy();
});

test('closing the notice moves the focus to the page, and the notice stays closed after a reload', async () => {
  open({ ...asha, email_confirmed_at: null });
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(notice()).toBeNull();
  expect(document.activeElement?.id).toBe('main');
  cleanup();
  const { requests } = open({ ...asha, email_confirmed_at: null });
  await waitFor(() => expect(requests.some(({ path }) => path === '/config')).toBe(true));
  expect(notice()).toBeNull();
});

test('the notice disappears when the page becomes visible again after the link was opened elsewhere', async () => {
  open({ ...asha, email_confirmed_at: null });
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
  answers['GET /auth/me'] = () => ({ body: { ...asha, email_confirmed_at: '2026-01-01T00:00:00.000Z' } });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(notice()).toBeNull());
});

test.each([
  ['confirmed', { ...asha, email_confirmed_at: '2026-01-01T00:00:00.000Z' }, true],
  ['stored by an older version, without `email_confirmed_at`', asha, true],
  ['on a server that sends no mail', { ...asha, email_confirmed_at: null }, false],
])('the notice is not shown for an account that is %s', async (_what, user, mail) => {
  answers['GET /config'] = () => ({ body: { mail } });
  open(user);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(notice()).toBeNull();
});
