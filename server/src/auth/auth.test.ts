import { createHmac } from 'node:crypto';
import type { Session, User } from '@boli/shared/auth/auth.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { clock } from '../core/clock';
import { tokenKey } from '../core/secrets';
import { domainEvents } from '../domain-events';
import { setUpApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { users } from './auth.repository';
import { hashPassword } from './passwords';

const app = setUpApp();
afterEach(() => clock.setOffset(0));

const account = (email: string, more = {}) => ({
  email,
  password: 'eight888',
  name: 'Asha',
  role: 'customer',
  phone: '',
  ...more,
});

describe('registration', () => {
  test('creates the account, signs it in and never returns the password', async () => {
    const { status, body } = await app.request<Session>('POST', '/auth/register', {
      body: account('  Asha@Example.ORG ', { phone: '+91 98765-43210', password_hash: 'x', is_admin: true }),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      user: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Asha',
        email: 'asha@example.org',
        role: 'customer',
        phone: '+91 98765-43210',
        email_confirmed_at: null,
      },
    });
    const again = await app.request<User>('GET', '/auth/me', { token: body.access_token });
    expect(again.body).toEqual(body.user);
  });

  test('answers 409 for an existing email, in upper or lower case; one of twenty concurrent registrations succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app.request('POST', '/auth/register', { body: account(n % 2 ? 'twin@example.org' : 'TWIN@example.org') }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 201);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([409, { detail: 'Email already registered', code: 'auth.email_taken' }]);
    }
  });

  test.each([
    ['email', { email: 'no-address' }, 'auth.email_invalid'],
    ['email', { email: undefined }, 'auth.email_required'],
    ['email', { email: { $ne: null } }, 'common.wrong_type'],
    ['password', { password: 'seven77' }, 'auth.password_short'],
    ['password', { password: 'x'.repeat(129) }, 'auth.password_long'],
    ['name', { name: '   ' }, 'auth.name_required'],
    ['role', { role: 'owner' }, 'auth.role_required'],
    ['phone', { phone: '12' }, 'common.phone'],
  ])('refuses a bad %s (%j)', async (field, more, code) => {
    const { status, body } = await app.request('POST', '/auth/register', { body: account('bad@example.org', more) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, errors: [{ field, code }] });
  });

  test('accepts 8 to 128 characters of any kind as a password', async () => {
    for (const [n, password] of ['पासवर्ड१२', ' '.repeat(8), 'x'.repeat(128)].entries()) {
      const email = `any${n}@example.org`;
      expect((await app.request('POST', '/auth/register', { body: account(email, { password }) })).status).toBe(201);
      expect((await app.request('POST', '/auth/login', { body: { email, password } })).status).toBe(200);
    }
  });

  test('accepts an admin freely, with the sign-up code, or never, depending on ADMIN_SIGNUP', async () => {
    const admin = (email: string, more = {}) =>
      app.request('POST', '/auth/register', { body: account(email, { role: 'admin', ...more }) });
    expect((await admin('open@example.org')).status).toBe(201);
    let restore = withSettings({ ADMIN_SIGNUP: 'code', ADMIN_SIGNUP_CODE: 'let-me-in-please' });
    expect((await admin('code1@example.org')).body).toMatchObject({ code: 'auth.admin_code_wrong' });
    expect((await admin('code2@example.org', { admin_code: 'let-me-in' })).status).toBe(403);
    expect((await admin('code3@example.org', { admin_code: 'let-me-in-please' })).status).toBe(201);
    restore();
    restore = withSettings({ ADMIN_SIGNUP: 'closed', ADMIN_SIGNUP_CODE: 'let-me-in-please' });
    expect((await admin('closed@example.org', { admin_code: 'let-me-in-please' })).status).toBe(403);
    restore();
  });

  test('is rate-limited for each IP address', async () => {
    const restore = withSettings({ RATE_REGISTER: '2' });
    const codes: number[] = [];
    for (const n of [1, 2, 3]) {
      const answer = await app.request('POST', '/auth/register', { body: account(`many${n}@example.org`) });
      codes.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    }
    restore();
    expect(codes).toEqual([201, 201, 429]);
  });

  test('is rate-limited also for guesses of the admin sign-up code', async () => {
    const restore = withSettings({ ADMIN_SIGNUP: 'code', ADMIN_SIGNUP_CODE: 'let-me-in-please', RATE_REGISTER: '3' });
    const guess = (n: number) => account(`guess${n}@example.org`, { role: 'admin', admin_code: `guess ${n}` });
    const codes: number[] = [];
    for (const n of [1, 2, 3, 4]) codes.push((await app.request('POST', '/auth/register', { body: guess(n) })).status);
    restore();
    expect(codes).toEqual([403, 403, 403, 429]);
  });
});

describe('tokens:', () => {
  const me = (token: string) => app.request('GET', '/auth/me', { token });
  const claims = (id: string, more = {}) => ({ sub: id, role: 'customer', ver: 0, iss: 'boli', aud: 'boli', ...more });

  test('a call without a token or with an invalid token gets 401', async () => {
    expect(await app.request('GET', '/auth/me')).toMatchObject({ status: 401, body: { code: 'common.unauthorized' } });
    expect(await me('nonsense')).toMatchObject({ status: 401, body: { code: 'auth.token_invalid' } });
  });

  test('every forged token gets 401', async () => {
    const { id, token } = await app.register('customer');
    expect((await me(token)).status).toBe(200);
    const key = tokenKey();
    const good = { algorithm: 'HS256', expiresIn: '1h' } as const;
    const [header = '', payload = '', signature = ''] = token.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    const noKey = `${encode({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' })}.${payload}`;
    const forged = [
      none,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${encode({ ...claims(id), role: 'admin', exp: 4e9 })}.${signature}`,
      `${noKey}.${createHmac('sha256', '').update(noKey).digest('base64url')}`,
      jwt.sign(claims(id), 'another secret that is long enough for this', good),
      jwt.sign(claims(id), key, { algorithm: 'HS512', expiresIn: '1h' }),
      jwt.sign(claims(id), key, { algorithm: 'HS384', expiresIn: '1h' }),
      jwt.sign(claims(id), key, { algorithm: 'HS256' }),
      jwt.sign(claims(id), key, { ...good, expiresIn: -1 }),
      jwt.sign(claims(id), key, { ...good, notBefore: 60 }),
      jwt.sign(claims(id, { iss: 'other' }), key, good),
      jwt.sign(claims(id, { aud: 'other' }), key, good),
      jwt.sign({ ...claims(id), iss: undefined }, key, good),
      jwt.sign(claims(id, { role: 'admin' }), key, good),
      jwt.sign(claims(id, { role: 'owner' }), key, good),
      jwt.sign(claims(id, { ver: 1 }), key, good),
      jwt.sign(claims(id, { ver: '0' }), key, good),
      jwt.sign(claims(id, { ver: undefined }), key, good),
      jwt.sign(claims('00000000-0000-4000-8000-000000000000'), key, good),
      jwt.sign(claims('x'), key, good),
      jwt.sign('text', key, { algorithm: 'HS256' }),
    ];
    const codes = await Promise.all(forged.map(async (token_) => (await me(token_)).status));
    expect(codes).toEqual(forged.map(() => 401));
    expect((await me(jwt.sign(claims(id), key, good))).status).toBe(200);
  });

  test('signing out everywhere ends all tokens and emits `session.ended` once', async () => {
    const { id, token, email, password } = await app.register('customer');
    const other = await app.request<Session>('POST', '/auth/login', { body: { email, password } });
    const emitted: unknown[] = [];
    const off = domainEvents.on('session.ended', (event) => void emitted.push(event));
    expect((await app.request('POST', '/auth/logout-all', { token })).status).toBe(204);
    off();
    expect(emitted).toEqual([{ userId: id, reason: 'logged_out' }]);
    expect((await me(token)).status).toBe(401);
    expect((await me(other.body.access_token)).status).toBe(401);
  });

  test('a password change ends all earlier tokens and returns a new one', async () => {
    const { token, email, password } = await app.register('customer');
    const body = { current_password: password, new_password: 'another good one' };
    const wrong = await app.request('POST', '/auth/password', { token, body: { ...body, current_password: 'no' } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'current_password' }] } });
    const short = await app.request('POST', '/auth/password', { token, body: { ...body, new_password: 'short' } });
    expect(short).toMatchObject({ status: 400, body: { code: 'auth.password_short' } });
    const { status, body: session } = await app.request<Session>('POST', '/auth/password', { token, body });
    expect(status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await me(session.access_token)).status).toBe(200);
    expect((await app.request('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
    expect((await app.request('POST', '/auth/login', { body: { email, password: body.new_password } })).status).toBe(
      200,
    );
  });

  test('one of two concurrent password changes succeeds, and only its password is valid', async () => {
    const { token, email, password } = await app.register('customer');
    const change = (new_password: string) =>
      app.request<Session>('POST', '/auth/password', { token, body: { current_password: password, new_password } });
    const wanted = ['the first new one', 'the second new one'];
    const answers = await Promise.all(wanted.map(change));
    const made = wanted.filter((_, n) => answers[n]?.status === 200);
    expect(made).toHaveLength(1);
    const signIns = wanted.map((one) => app.request('POST', '/auth/login', { body: { email, password: one } }));
    expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(
      wanted.map((one) => (made.includes(one) ? 200 : 401)),
    );
  });
});

describe('a password change', () => {
  test('based on an outdated read of the account is refused', async () => {
    const { id, email, password } = await app.register('customer');
    await users.endTokens(id);
    const change = { version: 0, passwordHash: await hashPassword('another good one') };
    expect(await users.endTokens(id, change)).toBeNull();
    expect((await app.request('POST', '/auth/login', { body: { email, password } })).status).toBe(200);
  });
});

describe('editing the account', () => {
  test('changes name and phone, keeps omitted fields, and clears the phone with an empty value', async () => {
    const { token } = await app.register('customer', { phone: '112' });
    const save = (body: unknown) => app.request('PUT', '/auth/me', { token, body });
    expect((await save({ name: ' Ravi ' })).body).toMatchObject({ name: 'Ravi', phone: '112', role: 'customer' });
    expect((await save({ phone: '' })).body).toMatchObject({ name: 'Ravi', phone: null });
    expect((await save({ role: 'admin', email: 'x@example.org' })).body).toMatchObject({ role: 'customer' });
    expect((await save({ name: '' })).status).toBe(400);
    expect((await save(undefined)).body).toMatchObject({ code: 'common.body_required' });
  });
});

describe('common passwords', () => {
  const register = (password: string, more = {}) =>
    app.request('POST', '/auth/register', {
      body: account(`common-${Math.random()}@example.org`, { password, ...more }),
    });

  test('are refused in upper and lower case with PASSWORD_COMMON=refuse, on registration and on a password change', async () => {
    const restore = withSettings({ PASSWORD_COMMON: 'refuse' });
    for (const password of ['password', '12345678', 'PassWord1', 'iloveyou1']) {
      expect(await register(password)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password', code: 'auth.password_common' }] },
      });
    }
    expect((await register('cart horse staple')).status).toBe(201);
    const { token, password } = await app.register('customer');
    const changed = await app.request('POST', '/auth/password', {
      token,
      body: { current_password: password, new_password: 'sunshine1' },
    });
    restore();
    expect(changed).toMatchObject({ status: 400, body: { errors: [{ field: 'new_password' }] } });
  });

  test("and the person's own email and name are refused with PASSWORD_COMMON=refuse", async () => {
    const restore = withSettings({ PASSWORD_COMMON: 'refuse' });
    const own = { name: 'Asha Devi Rao', email: 'ashadevi.rao@example.org' };
    const answers = [];
    for (const password of ['AshaDevi.Rao@example.org', 'ashadevi.rao', 'asha devi rao', 'ASHADEVIRAO']) {
      answers.push(await register(password, own));
    }
    restore();
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: 'auth.password_own' } });
  });

  test('are accepted by default and with PASSWORD_COMMON=allow', async () => {
    expect((await register('password')).status).toBe(201);
    const restore = withSettings({ PASSWORD_COMMON: 'allow' });
    expect((await register('12345678')).status).toBe(201);
    restore();
  });
});
