import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { startTestApp, type TestApp } from '../testing/app';
import { withSettings } from '../testing/settings';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => clock.setOffset(0));

describe('sign-in', () => {
  const login = (email: string, password: string) => app.request('POST', '/auth/login', { body: { email, password } });

  test('takes the email in any case and says the same for a wrong password and an unknown email', async () => {
    const person = await app.register('driver');
    expect((await login(` ${person.email.toUpperCase()} `, person.password)).status).toBe(200);
    const wrong = await login(person.email, 'not the one');
    const unknown = await login('nobody@example.org', 'not the one');
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'Incorrect email or password', code: 'auth.incorrect' },
    ]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test('spends the time of a real check on an unknown email', async () => {
    const person = await app.register('customer');
    const time = async (email: string) => {
      const from = performance.now();
      await login(email, 'not the one');
      return performance.now() - from;
    };
    const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 9; n++) {
      known.push(await time(person.email));
      unknown.push(await time(`nobody${n}@example.org`));
    }
    expect(middle(unknown)).toBeGreaterThan(middle(known) * 0.5);
  });

  test('refuses the eleventh failure, exactly, also of fifty at once, then even the right password, for 15 minutes', async () => {
    const person = await app.register('customer');
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(person.email, 'wrong')));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(40);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
      expect(body).toMatchObject({ code: 'auth.too_many_failures' });
    }
    expect((await login(person.email, person.password)).status).toBe(429);
    clock.setOffset(15 * 60_000 + 1000);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  test('counts failures only: fifty good sign-ins at once all succeed', async () => {
    const person = await app.register('customer');
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(person.email, person.password)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  });

  test('limits the failures of one address over all accounts', async () => {
    clock.setOffset(2 * 3600_000);
    const restore = withSettings({ RATE_LOGIN_ADDRESS: '3' });
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) codes.push((await login(`spray${n}@example.org`, 'wrong')).status);
    restore();
    expect(codes).toEqual([401, 401, 401, 429, 429]);
  });
});
