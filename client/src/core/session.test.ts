import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { checkSession, logOut, signIn, signOut, useSession } from './session';

const user = { id: '1', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };
let answer: () => Promise<Response>;

beforeEach(() => {
  globalThis.fetch = () => answer();
  signIn({ access_token: 'token-1', token_type: 'bearer', user });
});
afterEach(() => {
  signOut();
  localStorage.clear();
});

const replies = (status: number, body: unknown) => {
  answer = async () => new Response(JSON.stringify(body), { status });
};

describe('the session', () => {
  test('keeps its token in local storage under "token"', () => {
    expect(localStorage.getItem('token')).toBe('token-1');
    signOut();
    expect(localStorage.getItem('token')).toBeNull();
    expect(useSession.getState()).toMatchObject({ status: 'signed_out', user: null, token: null });
  });

  test.each([401, 403, 404])('ends when the server responds with %d', async (status) => {
    replies(status, { detail: 'no', code: 'x' });
    await checkSession();
    expect(useSession.getState().status).toBe('signed_out');
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('ends with an unknown role', async () => {
    replies(200, { ...user, role: 'pilot' });
    await checkSession();
    expect(useSession.getState().status).toBe('signed_out');
  });

  test('does not start with an unknown role', () => {
    signOut();
    const pilot = JSON.parse(JSON.stringify({ ...user, role: 'pilot' }));
    signIn({ access_token: 'token-2', token_type: 'bearer', user: pilot });
    expect(useSession.getState()).toMatchObject({ status: 'signed_out', user: null });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([500, 503])('keeps its last known state when the server responds with %d', async (status) => {
    replies(status, { detail: 'down', code: 'x' });
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'signed_in', user });
  });

  test('keeps its last known state without a network', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'signed_in', user });
    expect(localStorage.getItem('token')).toBe('token-1');
  });

  test('starts with its last known user when the server does not answer within five seconds, and continues the check', async () => {
    let reply = (_: Response) => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    useSession.setState({ status: 'checking', user: null });
    jest.useFakeTimers();
    const check = checkSession();
    jest.advanceTimersByTime(4_999);
    expect(useSession.getState().status).toBe('checking');
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    expect(useSession.getState()).toMatchObject({ status: 'signed_in', user, token: 'token-1' });
    reply(new Response(JSON.stringify({ detail: 'no', code: 'x' }), { status: 401 }));
    await check;
    expect(useSession.getState().status).toBe('signed_out');
  });

  test('is ended on this device immediately by Logout, even if the request to revoke the token fails', async () => {
    const calls: [string, string | null][] = [];
    globalThis.fetch = async (address, init) => {
      calls.push([`${init?.method} ${address}`, new Headers(init?.headers).get('authorization')]);
      throw new TypeError('Failed to fetch');
    };
    logOut();
    expect(useSession.getState()).toMatchObject({ status: 'signed_out', token: null });
    expect(localStorage.getItem('token')).toBeNull();
    expect(calls).toEqual([['POST /api/auth/logout', 'Bearer token-1']]);
  });

  test('ends with the reason of a suspension, which is shown until the next sign-in', async () => {
    replies(403, { detail: 'This account is suspended: fraud', code: 'auth.suspended' });
    await checkSession();
    expect(useSession.getState()).toMatchObject({
      status: 'signed_out',
      suspended: 'This account is suspended: fraud',
    });
    signIn({ access_token: 'token-1', token_type: 'bearer', user });
    expect(useSession.getState().suspended).toBeNull();
  });

  test('is not ended by a late response for an older token', async () => {
    let give: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (give = resolve));
    const checked = checkSession();
    signIn({ access_token: 'token-2', token_type: 'bearer', user });
    give(new Response('{}', { status: 401 }));
    await checked;
    expect(useSession.getState()).toMatchObject({ status: 'signed_in', token: 'token-2' });
  });
});
