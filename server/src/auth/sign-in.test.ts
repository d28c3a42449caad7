import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { addressKey, networkOf } from '../core/networks';
import { letPass } from '../testing/monotonic';
import { eventually } from '../testing/realtime';
import { setUpApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { stopwatch } from '../testing/stopwatch';

/** Trusts a proxy that sends the client's address, and sets no limit on calls. */
const fromAnywhere = { TRUST_PROXY: '1', RATE_ANONYMOUS: '1000000' };
const app = setUpApp({ settings: { TRUST_PROXY: '1' } });
afterEach(() => clock.setOffset(0));

describe('sign-in', () => {
  const login = (email: string, password: string) => app.request('POST', '/auth/login', { body: { email, password } });

  test('accepts the email in upper case, and gives the same answer for a wrong password and an unknown email', async () => {
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

  test('takes at least half as long for an unknown email as for a known one', async () => {
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

  test('limits failed attempts only: fifty correct concurrent sign-ins succeed', async () => {
    const person = await app.register('customer');
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(person.email, person.password)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  });
});

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const count = (answers: readonly { status: number }[], status: number) =>
  statuses(answers).filter((one) => one === status).length;

describe('many failed sign-ins', () => {
  let restore: () => void;
  beforeEach(() => {
    restore = withSettings({ RATE_LOGIN_WAIT: '0.5', ...fromAnywhere });
  });
  afterEach(() => restore());
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const login = (email: string, password: string, address: string) =>
    app.request('POST', '/auth/login', { body: { email, password }, headers: from(address) });

  /**
   * Tries wrong passwords from these addresses in turn, `atOnce` concurrently, until the returned `stop` is called.
   * `answers` grows meanwhile.
   */
  function attack(email: string, addresses: readonly string[], atOnce: number) {
    let going = true;
    const answers: Awaited<ReturnType<typeof login>>[] = [];
    let turn = 0;
    const one = async () => {
      while (going) {
        answers.push(await login(email, 'wrong', addresses[turn++ % addresses.length] ?? ''));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const workers = Array.from({ length: atOnce }, one);
    return {
      answers,
      slowed: () => eventually(() => answers.some(({ status }) => status === 429), 'nobody was slowed down'),
      async stop() {
        going = false;
        await Promise.all(workers);
      },
    };
  }

  test('are checked ten at once and then one in each interval; the others get 429 with Retry-After', async () => {
    const person = await app.register('customer');
    const from = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(person.email, 'wrong', '203.0.113.1')));
    const turns = Math.ceil((performance.now() - from) / 500);
    expect(count(answers, 401)).toBeGreaterThanOrEqual(11);
    expect(count(answers, 401)).toBeLessThanOrEqual(10 + turns);
    expect(count(answers, 401) + count(answers, 429)).toBe(50);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      detail: 'Too many failed sign-ins. Please try again in 1 second.',
      code: 'auth.too_many_failures',
    });
    expect(refused?.headers.get('retry-after')).toBe('1');
  });

  test('from one network do not keep the right password out: it succeeds at its first try from another network', async () => {
    const person = await app.register('customer');
    const attacker = attack(person.email, ['203.0.113.1', '203.0.113.9', '203.0.113.77'], 12);
    await attacker.slowed();
    const elapsed = stopwatch();
    expect((await login(person.email, person.password, '198.51.100.7')).status).toBe(200);
    expect(elapsed()).toBeLessThan(5_000);
    await attacker.stop();
  });

  test('from changing /64 networks of one IPv6 /48 do not keep the right password out', async () => {
    const person = await app.register('customer');
    const addresses = Array.from({ length: 400 }, (_, n) => `2001:db8:77:${n.toString(16)}::1`);
    const attacker = attack(person.email, addresses, 12);
    await attacker.slowed();
    expect((await login(person.email, person.password, '2001:db8:1:1::1')).status).toBe(200);
    await attacker.stop();
  });

  test('from a botnet share one queue for the account and do not keep the right password out', async () => {
    const person = await app.register('customer');
    const addresses = Array.from({ length: 60 }, (_, n) => `10.${n}.0.1`);
    const from = performance.now();
    const attacker = attack(person.email, addresses, 30);
    await attacker.slowed();
    await eventually(() => count(attacker.answers, 401) >= 12, 'nothing was checked');
    await attacker.stop();
    const turns = Math.ceil((performance.now() - from) / 500);
    expect(count(attacker.answers, 401)).toBeLessThanOrEqual(10 + turns);
    const again = attack(person.email, addresses.slice(0, 15), 15);
    await again.slowed();
    expect((await login(person.email, person.password, '192.0.2.9')).status).toBe(200);
    await again.stop();
  });

  test('do not delay the right password from a network that the account has used before', async () => {
    const person = await app.register('customer');
    await login(person.email, person.password, '198.51.100.7');
    const attacker = attack(person.email, ['203.0.113.1'], 8);
    await attacker.slowed();
    await attacker.stop();
    restore();
    restore = withSettings({ RATE_LOGIN_WAIT: '60', ...fromAnywhere });
    // After this attempt, none from an unknown network is checked for a minute.
    expect((await login(person.email, 'wrong', '203.0.113.1')).status).toBe(401);
    expect((await login(person.email, person.password, '198.51.100.200')).status).toBe(200);
  });

  test('are counted for the /64 of an IPv6 address; an IPv4-mapped address counts as IPv4', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::1'));
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
    expect(addressKey('::ffff:203.0.113.7')).toBe(addressKey('203.0.113.7'));
    expect(addressKey('unknown')).toBe('unknown');
    expect([networkOf('203.0.113.77'), networkOf('2001:db8:1:2::1'), networkOf('unknown')]).toEqual([
      '203.0.113.0/24',
      '2001:db8:1::/48',
      null,
    ]);
  });

  test('from one address on many accounts delay a right password from this address by seconds only, also for an account that has not used the address before', async () => {
    const [regular, stranger] = await Promise.all([app.register('customer'), app.register('customer')]);
    await login(regular.email, regular.password, '192.0.2.50');
    restore();
    restore = withSettings({ RATE_LOGIN_ADDRESS: '3', RATE_LOGIN_WAIT: '5', ...fromAnywhere });
    const sprayed = Array.from({ length: 4 }, (_, n) => login(`spray${n}@example.org`, 'wrong', '192.0.2.50'));
    await Promise.all(sprayed.slice(0, 3));
    const elapsed = stopwatch();
    expect((await login(regular.email, regular.password, '192.0.2.50')).status).toBe(200);
    expect((await login(stranger.email, stranger.password, '192.0.2.50')).status).toBe(200);
    expect(elapsed()).toBeLessThan(5_000);
    expect(statuses(await Promise.all(sprayed)).every((status) => status === 401 || status === 429)).toBe(true);
  });

  test('delay a right password by seconds only, even after the server clock was set back', async () => {
    const person = await app.register('customer');
    // Ten failures are free; after the eleventh, the next attempt has to wait.
    for (let n = 0; n < 11; n++) await login(person.email, 'wrong', '203.0.113.1');
    clock.setOffset(-17 * 60_000);
    expect((await login(person.email, person.password, '198.51.100.7')).status).toBe(200);
  });

  test('delay nobody any more after a quarter of an hour', async () => {
    const person = await app.register('customer');
    restore();
    restore = withSettings({ RATE_LOGIN_WAIT: '60', ...fromAnywhere });
    for (let n = 0; n < 10; n++) await login(person.email, 'wrong', '203.0.113.1');
    letPass(15 * 60_000 + 1000);
    expect((await login(person.email, 'wrong', '203.0.113.1')).status).toBe(401);
  });
});
