import { login, me } from '@boli/shared/auth/auth.endpoints';
import { listBookings, stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import { createProfile } from '@boli/shared/drivers/drivers.endpoints';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fakeUploads } from '../testing/server';
import { ApiError, call, callList, newKey, onReached, setUnauthorizedHandler, upload } from './api';
import { setServer } from './server';
import { errorText } from './t';
import { writeToken } from './token';

interface Asked {
  address: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

const asked: Asked[] = [];
let answer: () => Promise<Response>;

/** A fake fetch that records the requests. */
beforeEach(() => {
  asked.length = 0;
  globalThis.fetch = (address, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ address: String(address), method: init?.method, headers: new Headers(init?.headers), body });
    return answer();
  };
});
afterEach(() => writeToken(null));

const replies = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = async () => new Response(JSON.stringify(body), { status, headers });
};
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('path, query and body are sent as the endpoint defines them', async () => {
  replies(200, {});
  const id = '11111111-1111-4111-8111-111111111111';
  await call(stepBooking, { params: { id }, query: { status: 'accepted' }, idempotencyKey: 'k' });
  expect(asked[0]).toMatchObject({ address: `/api/bookings/${id}/status?status=accepted`, method: 'PUT' });
  expect(asked[0]?.headers.get('Idempotency-Key')).toBe('k');
});

test('the token is sent with every request except those to public endpoints', async () => {
  writeToken('abc');
  replies(200, {});
  await call(me);
  await call(login, { body: { email: 'a@b.in', password: 'x' } });
  expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer abc', null]);
});

test('each request to the server of the page names a new trace, and one to another origin names none', async () => {
  replies(200, {});
  await call(me);
  await call(me);
  setServer('https://cabs.example.org');
  await call(me).finally(() => setServer(''));
  const [first, second, third] = asked.map(({ headers }) => headers.get('traceparent'));
  expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(second).not.toBe(first);
  expect(third).toBe(null);
});

test('a request for a list returns the rows and their total', async () => {
  replies(200, [], { 'X-Total-Count': '7' });
  expect(await callList(listBookings)).toEqual({ rows: [], total: 7 });
});

test("a failure has the server's text, its code and its field errors", async () => {
  replies(400, { detail: 'Bad', code: 'common.invalid', errors: [{ field: 'email', message: 'Bad', code: 'x' }] });
  const error = await failure(call(login, { body: { email: '', password: '' } }));
  expect(error).toMatchObject({ status: 400, detail: 'Bad', code: 'common.invalid', errors: [{ field: 'email' }] });
  expect(errorText(error, 'auth.login_failed')).toBe('Bad');
});

test('a request without a response fails with status 0; its text is the fallback with the missing connection as the cause', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const error = await failure(call(me));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0, detail: null });
  const text = errorText(error, 'auth.login_failed');
  expect(text).toBe('Login failed\nThere is no connection. Please check your network and try again.');
});

test("a proxy's HTML page is a failure without a text", async () => {
  answer = async () => new Response('<html>', { status: 502 });
  expect(await failure(call(me))).toMatchObject({ status: 502, detail: null });
});

test('a response that is not JSON is a failure, whatever its status', async () => {
  answer = async () => new Response('<html>', { status: 200 });
  expect(await failure(call(me))).toMatchObject({ status: 502, detail: null });
  expect(await failure(callList(listBookings))).toMatchObject({ status: 502, detail: null });
});

test('a refused token calls the unauthorized handler, a refused login does not', async () => {
  let notified = 0;
  setUnauthorizedHandler(() => {
    notified += 1;
  });
  replies(401, { detail: 'Incorrect email or password', code: 'auth.incorrect' });
  await failure(call(login, { body: { email: 'a@b.in', password: 'x' } }));
  expect(notified).toBe(0);
  writeToken('old');
  await failure(call(me));
  expect(notified).toBe(1);
});

test('idempotency keys differ and fit the header', () => {
  expect(newKey()).not.toBe(newKey());
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
});

test('an upload that is answered after one that was lost reports that the server is reached again', async () => {
  fakeUploads();
  let reached = 0;
  const stop = onReached(() => {
    reached += 1;
  });
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await failure(upload(createProfile, new FormData()))).toMatchObject({ status: 0 });
  replies(201, {});
  await upload(createProfile, new FormData());
  expect(reached).toBe(1);
  stop();
});
