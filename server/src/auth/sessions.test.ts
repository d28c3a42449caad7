import type { AccountSession, Session } from '@boli/shared/auth/auth.schema';
import { describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import mongoose from 'mongoose';
import { z } from 'zod';
import { tokenKey } from '../core/secrets';
import type { TestPerson } from '../testing/app';
import { letPass } from '../testing/monotonic';
import { eventually, settle } from '../testing/realtime';
import { setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { UserModel } from './auth.model';
import { SessionModel } from './sessions.model';

const app = setUpRealtimeApp({ settings: { TRUST_PROXY: '1' } });
const connect = socketsOf(app);

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

async function signIn({ email, password }: TestPerson, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.request<Session>('POST', '/auth/login', { body: { email, password }, headers });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}
const statusOf = async (token: string) => (await app.request('GET', '/auth/me', { token })).status;
const list = async (token: string) => (await app.request<AccountSession[]>('GET', '/auth/sessions', { token })).body;
const end = (token: string, id: string) => app.request('DELETE', `/auth/sessions/${id}`, { token });
const currentOf = async (token: string) => (await list(token)).find((session) => session.is_current)?.id ?? '';

/** A token as it was signed before sessions existed. */
function tokenWithoutSession({ id }: TestPerson, jwtid = 'an-old-token'): string {
  return jwt.sign({ role: 'customer', ver: 0 }, tokenKey(), {
    subject: id,
    issuer: 'boli',
    audience: 'boli',
    expiresIn: '1h',
    jwtid,
  });
}

describe('Logout', () => {
  test('ends the token and the sockets of this device, and leaves other devices signed in', async () => {
    const person = await app.register('customer');
    const other = await signIn(person);
    const [mine, theirs] = [await connect(person), await connect({ token: other })];
    expect((await app.request('POST', '/auth/logout', { token: person.token })).status).toBe(204);
    await mine.gone();
    expect(mine.all('session:ended')).toEqual([{ reason: 'logged_out' }]);
    await settle(theirs);
    expect(theirs.all('session:ended')).toEqual([]);
    expect(await statusOf(other)).toBe(200);
  });

  test('makes the token invalid for calls, for sockets and for a second Logout', async () => {
    const driver = await app.registerDriver();
    const other = await signIn(driver);
    await app.request('POST', '/auth/logout', { token: driver.token });
    for (const [method, path] of [
      ['GET', '/driver/profile'],
      ['PUT', '/auth/me'],
      ['GET', '/auth/sessions'],
      ['POST', '/auth/logout'],
      ['POST', '/auth/logout-all'],
    ] as const) {
      const answer = await app.request(method, path, { token: driver.token, body: method === 'PUT' ? {} : undefined });
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'auth.token_invalid']);
    }
    await expect(app.connect(driver.token)).rejects.toThrow('unauthorized');
    expect(await statusOf(other)).toBe(200);
  });

  test('ends a token from before sessions existed, and only that token', async () => {
    const person = await app.register('customer');
    const [old, second] = [tokenWithoutSession(person, 'first'), tokenWithoutSession(person, 'second')];
    const [ended, kept] = [await connect({ token: old }), await connect({ token: second })];
    expect((await app.request('POST', '/auth/logout', { token: old })).status).toBe(204);
    await ended.gone();
    expect(await statusOf(old)).toBe(401);
    await expect(app.connect(old)).rejects.toThrow('unauthorized');
    await settle(kept);
    expect([kept.raw.connected, await statusOf(second), await statusOf(person.token)]).toEqual([true, 200, 200]);
  });
});

describe('the list of sessions', () => {
  test('has each device with its browser, operating system, network and times, and marks the current one', async () => {
    const person = await app.register('customer');
    const token = await signIn(person, { 'user-agent': ANDROID, 'x-forwarded-for': '203.0.113.77' });
    const sessions = await list(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find((session) => session.is_current)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      browser: 'Chrome',
      os: 'Android',
      place: '203.0.113.0/24',
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      is_current: true,
    });
    expect(sessions.find((session) => !session.is_current)).toMatchObject({ browser: 'node', os: null });
  });

  test('shows an unknown user agent as it was sent', async () => {
    const person = await app.register('customer');
    const token = await signIn(person, { 'user-agent': `evil‮gpj.exe`.replace(/[^\x20-\x7e]/g, '%') });
    expect((await list(token)).find((session) => session.is_current)?.browser).toBe('evil%gpj.exe');
  });

  test('has no row for a token without a session, and marks no row as current for a caller with such a token', async () => {
    const person = await app.register('customer');
    expect((await list(tokenWithoutSession(person))).map((session) => session.is_current)).toEqual([false]);
  });

  test('has the time and network of the last use of each session, stored at most once in five minutes', async () => {
    const person = await app.register('customer');
    const id = await currentOf(person.token);
    const use = (address: string) =>
      app.request('GET', '/auth/me', { token: person.token, headers: { 'x-forwarded-for': address } });
    const seen = () => SessionModel.findById(id).lean();
    const before = await seen();
    await use('198.51.100.9');
    expect(await seen()).toEqual(before);
    letPass(5 * 60_000 + 1);
    await use('198.51.100.9');
    await eventually(async () => (await seen())?.network === '198.51.100.0/24', 'the use was not noted');
    const noted = await seen();
    await use('192.0.2.1');
    expect(await seen()).toEqual(noted);
    expect(noted?.last_seen_at.getTime()).toBeGreaterThan(before?.last_seen_at.getTime() ?? 0);
  });

  test('omits sessions whose tokens have expired', async () => {
    const person = await app.register('customer');
    const id = await currentOf(person.token);
    await SessionModel.updateOne({ _id: id }, { $set: { expires_at: new Date(0) } });
    expect(await list(await signIn(person))).toHaveLength(1);
  });
});

test('the periodic check of connected people reads accounts in batches, and only the fields that decide whether a token is valid', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.register('customer')));
  await Promise.all(people.map((person) => connect(person)));
  const looks: { ids: string[]; fields: string[] }[] = [];
  const Look = z.tuple([
    z.object({ _id: z.object({ $in: z.array(z.string()) }) }),
    z.object({ projection: z.record(z.string(), z.unknown()).default({}) }),
  ]);
  mongoose.set('debug', (collection: string, method: string, ...asked: unknown[]) => {
    const look = collection === 'users' && method === 'find' ? Look.safeParse(asked) : null;
    if (look?.success) looks.push({ ids: look.data[0]._id.$in, fields: Object.keys(look.data[1].projection) });
  });
  const isLookedAt = ({ id }: TestPerson) => looks.some(({ ids }) => ids.includes(id));
  await eventually(() => people.every(isLookedAt), 'not every account was read').finally(() =>
    mongoose.set('debug', false),
  );
  const allAtOnce = looks.filter(({ ids }) => people.every(({ id }) => ids.includes(id)));
  expect(allAtOnce).toEqual([]);
  const fields = ['ended_tokens', 'role', 'session_ids', 'suspension', 'token_version'];
  for (const look of looks) expect(look.fields.sort()).toEqual(fields);
});

describe('ending one session', () => {
  test('closes its sockets, ends its token, and leaves the caller signed in', async () => {
    const person = await app.register('customer');
    const lost = await signIn(person);
    const [here, there] = [await connect(person), await connect({ token: lost })];
    expect((await end(person.token, await currentOf(lost))).status).toBe(204);
    await there.gone();
    expect(there.all('session:ended')).toEqual([{ reason: 'revoked' }]);
    expect(await statusOf(lost)).toBe(401);
    await settle(here);
    expect(here.all('session:ended')).toEqual([]);
    expect(await list(person.token)).toHaveLength(1);
  });

  test("answers 404 for another person's session, an ended session and an invalid id, and ends nothing", async () => {
    const [person, thief] = await Promise.all([app.register('customer'), app.register('customer')]);
    const id = await currentOf(person.token);
    expect((await end(thief.token, id)).status).toBe(404);
    expect(await statusOf(person.token)).toBe(200);
    const gone = await signIn(person);
    const ended = await currentOf(gone);
    await app.request('POST', '/auth/logout', { token: gone });
    for (const one of [ended, 'not-an-id', '%24ne']) expect((await end(person.token, one)).status).toBe(404);
    expect(await statusOf(person.token)).toBe(200);
  });

  test('succeeds once for twenty concurrent calls', async () => {
    const person = await app.register('customer');
    const id = await currentOf(await signIn(person));
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(person.token, id)));
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(19);
  });
});

describe('sessions end automatically:', () => {
  test('all of them on a password change and on signing out everywhere; a sign-in afterwards is valid', async () => {
    const person = await app.register('customer');
    const body = { current_password: person.password, new_password: 'quite another one' };
    const changed = await app.request<Session>('POST', '/auth/password', { token: person.token, body });
    expect(await list(changed.body.access_token)).toHaveLength(1);
    await app.request('POST', '/auth/logout-all', { token: changed.body.access_token });
    const token = await signIn({ ...person, password: body.new_password });
    expect(await list(token)).toHaveLength(1);
  });

  test('the oldest one on the hundred and first sign-in', async () => {
    const person = await app.register('customer');
    const ids = Array.from({ length: 99 }, (_, n) => `filler-${n}`);
    await UserModel.updateOne({ _id: person.id }, { $push: { session_ids: { $each: ids } } });
    const second = await signIn(person);
    expect([await statusOf(person.token), await statusOf(second)]).toEqual([401, 200]);
  });

  test('also during concurrent sign-ins: each session id that is left on the account belongs to a stored session', async () => {
    const person = await app.register('customer');
    const rounds = Array.from({ length: 8 }, async () => {
      const [session] = await Promise.all([
        app.request<Session>('POST', '/auth/login', { body: { email: person.email, password: person.password } }),
        UserModel.updateOne({ _id: person.id }, { $inc: { token_version: 1 }, $set: { session_ids: [] } }),
      ]);
      return session;
    });
    for (const { status } of await Promise.all(rounds)) expect([200, 409]).toContain(status);
    const { session_ids = [], token_version } = (await UserModel.findById(person.id).lean()) ?? {};
    expect(token_version).toBe(8);
    for (const sid of session_ids) expect(await SessionModel.exists({ _id: sid })).not.toBeNull();
  });
});

describe('an account changed or deleted directly in the database loses its sockets', () => {
  test.each([
    ['deleted', 'account_changed', (id: string) => UserModel.deleteOne({ _id: id })],
    ['given another role', 'account_changed', (id: string) => UserModel.updateOne({ _id: id }, { role: 'driver' })],
    [
      'signed out everywhere',
      'revoked',
      (id: string) => UserModel.updateOne({ _id: id }, { $inc: { token_version: 1 } }),
    ],
    ['signed out on this device', 'revoked', (id: string) => UserModel.updateOne({ _id: id }, { session_ids: [] })],
  ])('when it is %s', async (_how, reason, change) => {
    const [person, bystander] = await Promise.all([app.register('customer'), app.register('customer')]);
    const [socket, other] = [await connect(person), await connect(bystander)];
    await change(person.id);
    await socket.gone();
    expect(socket.all('session:ended')).toEqual([{ reason }]);
    expect(await statusOf(person.token)).toBe(401);
    expect(other.raw.connected).toBe(true);
  });
});
