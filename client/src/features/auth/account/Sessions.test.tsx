import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut, useSession } from '../../../core/session';
import { renderPart } from '../../../testing/render';
import { type Answer, fakeServer } from '../../../testing/server';
import { Sessions } from './Sessions';

const at = '2026-11-20T08:00:00.000Z';
const session = { browser: 'Chrome', os: 'Android', place: '203.0.113.0/24', created_at: at, last_seen_at: at };
const here = { ...session, id: 's1', is_current: true };
const there = { ...session, id: 's2', browser: 'curl', os: null, place: null, is_current: false };
let answers: Record<string, () => Answer>;

beforeEach(() => {
  const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  answers = { 'GET /auth/sessions': () => ({ body: [here, there] }) };
});
afterEach(() => {
  cleanup();
  signOut();
});

const open = () => {
  const server = fakeServer(answers);
  renderPart(<Sessions />);
  return server;
};

test('the list shows each device with its network and times, and marks the device in use', async () => {
  open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^Chrome on AndroidThis deviceSigned in on .*, from an internet address that begins with 203\.0\.113Last used/,
  );
  expect(second?.textContent).toMatch(/^curlSigned in on [^,]*Last used/);
});

test('another session can be ended, and the focus moves to the heading of the list', async () => {
  answers['DELETE /auth/sessions/s2'] = () => ({});
  const { requests } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out curl' }));
  expect(await screen.findByText('curl is signed out')).toBeTruthy();
  expect(requests.some(({ method, path }) => `${method} ${path}` === 'DELETE /auth/sessions/s2')).toBe(true);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Signed-in devices' }));
  expect(useSession.getState().status).toBe('signed_in');
});

test('signing out a session that has already ended removes its row without an error; after any other failure the row stays', async () => {
  answers['DELETE /auth/sessions/s2'] = () => ({ status: 500, body: {} });
  const { requests } = open();
  const button = () => screen.getByRole('button', { name: 'Sign out curl' });
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out curl' }));
  expect(await screen.findByText('Failed to sign out that device')).toBeTruthy();
  answers['DELETE /auth/sessions/s2'] = () => ({ status: 404, body: { detail: 'Not found' } });
  fireEvent.click(button());
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(requests).toHaveLength(3);
});

test('the list is loaded again after a password change, which gives this device a new session and ends the others', async () => {
  open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  answers['GET /auth/sessions'] = () => ({ body: [{ ...here, id: 's3' }] });
  const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
  act(() => signIn({ access_token: 'another', token_type: 'bearer', user }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('signing out this device works like Logout', async () => {
  const { requests } = open();
  const [row] = await screen.findAllByRole('listitem');
  if (!row) throw new Error('there is no row');
  fireEvent.click(within(row).getByRole('button', { name: 'Sign out Chrome on Android' }));
  expect(useSession.getState().status).toBe('signed_out');
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/auth/logout' });
});
