import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { startPendingSignOuts } from './pending-sign-outs';
import { setServer } from './server';
import { logOut, signIn, signOut, useSession } from './session';

const KEY = 'pending_sign_outs';
const user = { id: '1', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };
const enter = (token: string) => signIn({ access_token: token, token_type: 'bearer', user });
const backOnline = () => window.dispatchEvent(new Event('online'));
const stored = () => localStorage.getItem(KEY);

/** The requests that arrived, and the status of the responses; null for no connection. */
let arrived: string[] = [];
let status: number | null = null;

beforeAll(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  startPendingSignOuts();
});
beforeEach(() => {
  [arrived, status] = [[], null];
  globalThis.fetch = async (address, init) => {
    if (status === null) throw new TypeError('Failed to fetch');
    arrived.push(`${init?.method} ${address} ${new Headers(init?.headers).get('authorization')}`);
    return new Response(status === 204 ? null : '{}', { status });
  };
});
afterEach(() => {
  signOut();
  setServer('');
  localStorage.clear();
});

const logoutOf = (token: string) => `POST /api/auth/logout Bearer ${token}`;

test('a sign-out without a network is sent when the network is back, and its token is then dropped', async () => {
  enter('t1');
  logOut();
  expect(useSession.getState()).toMatchObject({ status: 'signed_out', token: null });
  await waitFor(() => expect(stored()).toContain('t1'));
  status = 204;
  backOnline();
  await waitFor(() => expect(stored()).toBeNull());
  backOnline();
  expect(arrived).toEqual([logoutOf('t1')]);
});

test('a sign-out that has arrived leaves no token on the device', async () => {
  status = 204;
  enter('t1');
  logOut();
  await waitFor(() => expect(stored()).toBeNull());
  expect(arrived).toEqual([logoutOf('t1')]);
});

test('a sign-out without a network is sent at the next start of the app, and at the next sign-in', async () => {
  enter('t1');
  logOut();
  status = 503;
  startPendingSignOuts();
  await waitFor(() => expect(arrived).toEqual([logoutOf('t1')]));
  expect(stored()).toContain('t1');
  status = 204;
  enter('t2');
  await waitFor(() => expect(stored()).toBeNull());
  expect(arrived).toEqual([logoutOf('t1'), logoutOf('t1')]);
});

test('the sign-out of a session that the server has ended meanwhile is not sent again, and the present session stays', async () => {
  enter('t1');
  logOut();
  status = 401;
  enter('t2');
  await waitFor(() => expect(stored()).toBeNull());
  expect(arrived).toEqual([logoutOf('t1')]);
  expect(useSession.getState()).toMatchObject({ status: 'signed_in', token: 't2' });
});

test('the token of an ended session is sent to no other server', async () => {
  setServer('https://one.example');
  enter('t1');
  logOut();
  status = 204;
  setServer('https://other.example');
  backOnline();
  enter('t2');
  logOut();
  await waitFor(() => expect(stored()).not.toContain('t2'));
  expect(arrived).toEqual(['POST https://other.example/api/auth/logout Bearer t2']);
  setServer('https://one.example');
  backOnline();
  await waitFor(() => expect(stored()).toBeNull());
});

test('a stored value that is no list of sign-outs is ignored', () => {
  localStorage.setItem(KEY, '[{"token":1},null,"t"]');
  status = 204;
  backOnline();
  localStorage.setItem(KEY, 'no JSON');
  backOnline();
  expect(arrived).toEqual([]);
});
