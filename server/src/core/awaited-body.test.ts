import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { setUpApp } from '../testing/set-up';

const app = setUpApp();

/** Sends the headers and the first byte of a call, runs `meanwhile` once the caller was checked, and sends the rest. */
async function splitCall(
  { token }: TestPerson,
  { method, path, body }: { method: string; path: string; body: object },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const json = Buffer.from(JSON.stringify(body));
  const call = sendRequest(`${app.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': json.length },
  });
  const answered = once(call, 'response');
  call.write(json.subarray(0, 1));
  // A later call of the same caller has been answered, so the first one was checked before it.
  expect((await app.request('GET', '/auth/me', { token })).status).toBe(200);
  await meanwhile();
  call.end(json.subarray(1));
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

const suspend = (by: TestPerson, { id }: TestPerson) =>
  app.request('PUT', `/admin/users/${id}/suspension`, { token: by.token, body: { suspended: true, reason: 'Fraud' } });

test('a call whose session ends while its body is still arriving gets 401 and changes nothing', async () => {
  const person = await app.register('customer');
  const { email, password } = person;
  const end = () => app.request('POST', '/auth/logout-all', { token: person.token });
  const rename = { method: 'PUT', path: '/auth/me', body: { name: 'Somebody Else' } };
  expect(await splitCall(person, rename, end)).toBe(401);
  const { body } = await app.request('POST', '/auth/login', { body: { email, password } });
  expect(body).toMatchObject({ user: { name: person.name } });
});

test('an admin who is suspended while the body of a call is still arriving cannot end their own suspension with that call', async () => {
  const [admin, hostile] = [await app.register('admin'), await app.register('admin')];
  const path = (id: string) => `/admin/users/${id}/suspension`;
  const end = { method: 'PUT', path: path(hostile.id), body: { suspended: false } };
  expect(await splitCall(hostile, end, () => suspend(admin, hostile))).toBe(403);
  expect((await app.request('GET', '/admin/stats', { token: hostile.token })).status).toBe(403);
});

test('a call whose body arrives in two parts succeeds if the caller is still allowed', async () => {
  const person = await app.register('customer');
  const rename = { method: 'PUT', path: '/auth/me', body: { name: 'Asha Rao' } };
  expect(await splitCall(person, rename, () => Promise.resolve())).toBe(200);
});
