import { MAX_SESSIONS } from '@boli/shared/core/constants';
import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { TestPerson } from '../testing/app';
import { letPass } from '../testing/monotonic';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { UserModel } from './auth.model';
import { identify } from './handshakes';
import { confirmIdentities, forgetAllIdentities, keepIdentity, keptAccounts, keptIdentity } from './identities';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });

/** Registers a person whose only socket was closed, so that the identity is kept. */
async function away(): Promise<TestPerson> {
  const person = await app.register('customer');
  (await connect(person)).close();
  return person;
}

/**
 * Runs `work` and counts how often handshakes read accounts: their reads include the name, those of the periodic check
 * do not.
 */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  let reads = 0;
  mongoose.set('debug', (collection: string, method: string, ...asked: unknown[]) => {
    if (collection === 'users' && method === 'find' && JSON.stringify(asked).includes('"name":1')) reads += 1;
  });
  await work().finally(() => mongoose.set('debug', false));
  return reads;
}

const isRefused = (token: string) =>
  connect({ token }).then(
    (socket) => {
      socket.close();
      return false;
    },
    (error: Error) => error.message === 'unauthorized',
  );

test('the handshake of a returning client reads nothing from the database, and keeps role and name', async () => {
  const person = await app.register('customer');
  expect(await readsDuring(async () => (await connect(person)).close())).toBe(1);
  expect(await readsDuring(async () => (await connect(person)).close())).toBe(0);
  const socket = await connect(person);
  expect(await socket.ask('rides:watch')).toMatchObject({ ok: false, status: 403 });
});

test('the accounts of concurrent handshakes are read together', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.register('customer')));
  // Without connections, which a busy machine would accept one after the other.
  expect(await readsDuring(() => Promise.all(people.map(({ token }) => identify(token))))).toBe(1);
});

test.each<[string, (person: TestPerson) => Promise<unknown>]>([
  ['Logout', ({ token }) => app.request('POST', '/auth/logout', { token })],
  ['Logout everywhere', ({ token }) => app.request('POST', '/auth/logout-all', { token })],
  [
    'a new password',
    ({ token, password }) =>
      app.request('POST', '/auth/password', {
        token,
        body: { current_password: password, new_password: 'quite another one' },
      }),
  ],
  [
    'a suspension',
    ({ id }) =>
      app.request('PUT', `/admin/users/${id}/suspension`, {
        token: admin.token,
        body: { suspended: true, reason: 'Tests' },
      }),
  ],
  [
    'the sign-in beyond the maximum',
    async ({ id, email, password }) => {
      const others = Array.from({ length: MAX_SESSIONS - 1 }, (_, n) => `filler-${n}`);
      await UserModel.updateOne({ _id: id }, { $push: { session_ids: { $each: others } } });
      return app.request('POST', '/auth/login', { body: { email, password } });
    },
  ],
])('%s ends a kept identity immediately', async (_how, end) => {
  const person = await away();
  const answer = (await end(person)) as { status: number };
  expect(answer.status).toBeLessThan(300);
  expect(await isRefused(person.token)).toBe(true);
});

const inDatabase: [string, (id: string) => Promise<unknown>][] = [
  ['deleted', async (id) => UserModel.deleteOne({ _id: id })],
  ['given another role', async (id) => UserModel.updateOne({ _id: id }, { role: 'driver' })],
  ['signed out everywhere', async (id) => UserModel.updateOne({ _id: id }, { $inc: { token_version: 1 } })],
  ['signed out on this device', async (id) => UserModel.updateOne({ _id: id }, { session_ids: [] })],
];

test.each(inDatabase)(
  'an account that is %s in the database is refused by the periodic check',
  async (_how, change) => {
    const person = await away();
    await change(person.id);
    await eventually(() => isRefused(person.token), 'the token was accepted', 7_000);
  },
);

test.each(inDatabase)(
  'an account that is %s is refused five seconds later, even without any check',
  async (_how, change) => {
    const person = await away();
    await change(person.id);
    letPass(5_001);
    expect(await isRefused(person.token)).toBe(true);
  },
);

const someone = (userId: string, sid = `session of ${userId}`) => ({
  userId,
  role: 'customer' as const,
  name: 'Someone',
  tokenVersion: 0,
  tokenId: { sid },
  expiresAt: 0,
});
const accountOf = (userId: string, sid: string) => ({
  _id: userId,
  role: 'customer' as const,
  token_version: 0,
  suspension: null,
  session_ids: [sid],
});

test('an identity is used only for its own token, version and role', () => {
  const identity = someone('a');
  keepIdentity(identity, performance.now());
  expect(keptIdentity(identity)?.identity).toEqual(identity);
  for (const other of [{ tokenVersion: 1 }, { role: 'admin' as const }, { tokenId: { sid: 'b' } }, { userId: 'b' }])
    expect(keptIdentity({ ...identity, ...other })).toBeNull();
  expect(keptIdentity({ ...identity, tokenId: { jti: 'session of a' } })).toBeNull();
  keepIdentity({ ...identity, userId: 'without a name', tokenId: { jti: null } }, performance.now());
  expect(keptIdentity({ ...identity, userId: 'without a name', tokenId: { jti: null } })).toBeNull();
});

test('the check confirms identities as of the time when its read began, and drops those that are not valid any more', () => {
  const [one, other] = [someone('c', 'one'), someone('c', 'other')];
  keepIdentity(one, performance.now());
  keepIdentity(other, performance.now());
  const readAt = performance.now();
  letPass(4_000);
  confirmIdentities(['c'], new Map([['c', accountOf('c', 'one')]]), readAt);
  expect([keptIdentity(one)?.confirmedAt, keptIdentity(other)]).toEqual([readAt, null]);
  letPass(1_001);
  expect(keptIdentity(one)).toBeNull();
});

test('identities without a socket are kept for a minute, and identities of at most 50,000 accounts are kept', () => {
  forgetAllIdentities();
  keepIdentity(someone('gone'), performance.now());
  keepIdentity(someone('here'), performance.now());
  const here = (userId: string) => userId === 'here';
  letPass(59_000);
  expect(keptAccounts(() => true, here)).toEqual(['gone', 'here']);
  letPass(1_001);
  expect(keptAccounts(() => true, here)).toEqual(['here']);
  for (let nth = 0; nth < 50_000; nth += 1) keepIdentity(someone(`many ${nth}`), performance.now());
  const kept = keptAccounts(() => true, here);
  expect([kept.length, kept.includes('here')]).toEqual([50_000, false]);
});
