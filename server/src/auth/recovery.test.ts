import { RESET_MINUTES, type Session, type User } from '@boli/shared/auth/auth.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { closeMail, mailsWaiting } from '../mail/mail.service';
import type { TestPerson } from '../testing/app';
import { mailSettings, openMailbox, type TestMailbox, tokenIn } from '../testing/mailbox';
import { eventually, type RealtimeApp, startRealtimeApp } from '../testing/realtime';
import { freePort } from '../testing/serve';
import { withSettings } from '../testing/settings';
import { stopwatch } from '../testing/stopwatch';
import { MailLinkModel } from './mail-links.model';

const generous = { RATE_MAIL_ADDRESS: '1000000' };

let box: TestMailbox;
let app: RealtimeApp;
beforeAll(async () => {
  box = await openMailbox();
  app = await startRealtimeApp({ settings: { ...mailSettings(box.url), ...generous } });
});
afterEach(() => clock.setOffset(0));
afterAll(async () => {
  await closeMail();
  await app.close();
  await box.close();
});

const post = (path: string, body?: unknown, token?: string, headers?: Record<string, string>) =>
  app.request('POST', `/auth/${path}`, { token, ...(body !== undefined && { body }), ...(headers && { headers }) });
const login = ({ email }: { email: string }, password: string) => post('login', { email, password });
const me = (token: string) => app.request<User>('GET', '/auth/me', { token });

/** A new account. Its registration mail is removed from the mailbox; `confirm` is the token in that mail. */
async function account(more: Record<string, unknown> = {}): Promise<TestPerson & { confirm: string }> {
  const person = await app.register('customer', more);
  return { ...person, confirm: tokenIn(await box.next(person.email), 'confirm') };
}

async function resetToken(person: TestPerson): Promise<string> {
  expect((await post('forgot', { email: person.email })).status).toBe(204);
  return tokenIn(await box.next(person.email), 'reset');
}

describe('a forgotten password', () => {
  test('is replaced through a mailed link; all sessions and sockets end, and a mail notifies the person', async () => {
    const person = await account();
    const socket = await app.connect(person.token);
    const token = await resetToken(person);
    expect((await post('reset', { token, new_password: 'a better password' })).status).toBe(204);
    expect((await me(person.token)).status).toBe(401);
    await socket.waitFor('session:ended');
    expect((await login(person, person.password)).status).toBe(401);
    const session = await login(person, 'a better password');
    // A person who opens the link has access to the mailbox.
    expect(session.body).toMatchObject({ user: { email_confirmed_at: expect.any(String) } });
    const pushed = await box.next(person.email);
    expect(pushed.headers.get('subject')).toEqual(['Your password for Boli was changed']);
  });

  test('is answered with a mail in text and HTML that links to PUBLIC_URL, whatever the X-Forwarded-Host header of the request', async () => {
    const person = await account();
    await post('forgot', { email: ` ${person.email.toUpperCase()}` }, undefined, {
      'X-Forwarded-Host': 'evil.example',
    });
    const mail = await box.next(person.email);
    const token = tokenIn(mail, 'reset');
    const link = `https://boli.example.org/auth?reset=${token}`;
    expect([mail.to, mail.headers.get('subject')]).toEqual([[person.email], ['Choose a new password for Boli']]);
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('The link works once, for 30 minutes.');
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.raw).not.toContain('evil.example');
  });

  test('has a link whose token is not stored', async () => {
    const person = await account();
    const token = await resetToken(person);
    const stored = JSON.stringify(await MailLinkModel.find({ user_id: person.id }).lean());
    expect(stored).toContain('"purpose":"reset"');
    expect(stored).not.toContain(token);
  });

  test('has a link that can be used once; one of twenty concurrent uses succeeds', async () => {
    const person = await account();
    const token = await resetToken(person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post('reset', { token, new_password: `password number ${n}` })),
    );
    const won = answers.flatMap(({ status }, n) => (status === 204 ? [n] : []));
    expect(won).toHaveLength(1);
    expect((await login(person, `password number ${won[0]}`)).status).toBe(200);
    expect(await post('reset', { token, new_password: 'once more please' })).toMatchObject({
      status: 400,
      body: { code: 'recovery.link_ended', errors: [{ field: 'token', code: 'recovery.link_ended' }] },
    });
  });

  test('has links that become invalid when they expire, when the password changes, and when another link is used', async () => {
    const person = await account();
    const late = await resetToken(person);
    clock.setOffset((RESET_MINUTES * 60 + 1) * 1000);
    expect((await post('reset', { token: late, new_password: 'a better password' })).status).toBe(400);
    clock.setOffset(0);
    const older = await resetToken(person);
    const newer = await resetToken(person);
    const change = { current_password: person.password, new_password: 'changed in the app' };
    expect((await post('password', change, person.token)).status).toBe(200);
    expect((await box.next(person.email)).headers.get('subject')).toEqual(['Your password for Boli was changed']);
    for (const token of [older, newer]) {
      expect((await post('reset', { token, new_password: 'a better password' })).status).toBe(400);
    }
    const [first, second] = [await resetToken(person), await resetToken(person)];
    expect((await post('reset', { token: first, new_password: 'a better password' })).status).toBe(204);
    expect((await post('reset', { token: second, new_password: 'an even better one' })).status).toBe(400);
  });

  test('is replaced only through a link that was mailed for a new password; a refused password leaves the link valid', async () => {
    const person = await account();
    const token = await resetToken(person);
    for (const wrong of [person.confirm, 'x'.repeat(43), '', token.slice(1), `${token}A`, { $ne: null }]) {
      expect((await post('reset', { token: wrong, new_password: 'a better password' })).status).toBe(400);
    }
    expect(await post('reset', { token, new_password: 'short' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'new_password', code: 'auth.password_short' }] },
    });
    expect((await post('reset', { token, new_password: 'a better password' })).status).toBe(204);
  });

  test('gets the same answer in about the same time for an unknown email, to which no mail is sent', async () => {
    const known = await account();
    const time = async (email: string) => {
      const from = performance.now();
      const { status, body } = await post('forgot', { email });
      expect([status, body]).toEqual([204, null]);
      return performance.now() - from;
    };
    const restore = withSettings({ ...mailSettings(box.url), ...generous, RATE_MAIL_ACCOUNT: '1000' });
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let n = 0; n < 15; n++) {
      times.known.push(await time(known.email));
      times.unknown.push(await time(`nobody${n}@example.org`));
    }
    restore();
    await eventually(() => mailsWaiting() === 0, 'the mails were not sent');
    // The fastest answer of each kind, so that the load of the machine does not matter.
    expect(Math.min(...times.known)).toBeLessThan(Math.min(...times.unknown) * 2 + 5);
    expect(box.asked.filter((address) => address.startsWith('nobody'))).toEqual([]);
    expect(box.asked.filter((address) => address === known.email)).toHaveLength(16);
  });

  test('is answered within a second while the mail server is down or refuses mails', async () => {
    const person = await account();
    for (const url of [`smtp://127.0.0.1:${await freePort()}`, box.url]) {
      box.answer(() => 451);
      const restore = withSettings({ ...mailSettings(url), ...generous });
      const elapsed = stopwatch();
      expect((await post('forgot', { email: person.email })).status).toBe(204);
      expect(elapsed()).toBeLessThan(1_000);
      restore();
    }
    await eventually(() => box.asked.at(-1) === person.email, 'the server was not asked');
    box.answer(() => null);
    await closeMail();
  });

  test('is limited to five requests in half an hour for each email, known or unknown; an IP address is limited to RATE_MAIL_ADDRESS requests and as many uses of links', async () => {
    const person = await account();
    for (const email of [person.email, 'nobody-at-all@example.org']) {
      const answers: number[] = [];
      for (let n = 0; n < 6; n++) answers.push((await post('forgot', { email })).status);
      expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
      const { body } = await post('forgot', { email });
      expect(body).toMatchObject({ detail: 'Too many requests. Please try again in 30 minutes.' });
    }
    const restore = withSettings({ ...mailSettings(box.url), RATE_MAIL_ADDRESS: '3', RATE_MAIL_ACCOUNT: '1000' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await post('forgot', { email: `n${n}@example.org` })).status);
    for (let n = 0; n < 4; n++) {
      statuses.push((await post('reset', { token: 'x'.repeat(43), new_password: 'a good password' })).status);
    }
    restore();
    expect(statuses).toEqual([204, 204, 204, 429, 400, 400, 400, 429]);
  });
});

describe('confirming an email', () => {
  test('works with the link of the registration mail until it expires; opening the link again changes nothing', async () => {
    const person = await account();
    expect((await me(person.token)).body.email_confirmed_at).toBeNull();
    expect((await post('confirm', { token: person.confirm })).status).toBe(204);
    const { email_confirmed_at: first } = (await me(person.token)).body;
    expect(first).toEqual(expect.any(String));
    clock.setOffset(60_000);
    expect((await post('confirm', { token: person.confirm })).status).toBe(204);
    expect((await me(person.token)).body.email_confirmed_at).toBe(first);
    clock.setOffset(49 * 3_600_000);
    expect((await post('confirm', { token: person.confirm })).status).toBe(400);
  });

  test('sends the link again on request until the email is confirmed; nothing is refused meanwhile', async () => {
    const person = await account();
    expect((await app.request('GET', '/bookings/my', { token: person.token })).status).toBe(200);
    expect((await post('confirm/send', undefined, person.token)).status).toBe(204);
    const token = tokenIn(await box.next(person.email), 'confirm');
    expect((await post('confirm', { token })).status).toBe(204);
    const before = box.mails.length;
    expect((await post('confirm/send', undefined, person.token)).status).toBe(204);
    // A mail to another person arrives after all mails that were sent earlier.
    await account();
    expect(box.mails.slice(before).filter(({ to }) => to.includes(person.email))).toEqual([]);
  });

  test('is limited to RATE_MAIL_ADDRESS mails for registrations from one address; the other accounts can request the mail later', async () => {
    const restore = withSettings({ RATE_MAIL_ADDRESS: '2' });
    const people = [await app.register('customer'), await app.register('customer'), await app.register('customer')];
    restore();
    const [first, second, third] = people.map(({ email }) => email);
    // The mail of a later account arrives after all mails that were sent earlier.
    await account();
    const written = box.mails.flatMap(({ to }) => to);
    expect([first, second, third].map((email) => written.includes(email ?? ''))).toEqual([true, true, false]);
    expect((await post('confirm/send', undefined, people[2]?.token)).status).toBe(204);
    await box.next(third ?? '');
  });

  test('does not work with a reset link or an unknown link', async () => {
    const person = await account();
    const reset = await resetToken(person);
    for (const token of [reset, 'x'.repeat(43), '']) expect((await post('confirm', { token })).status).toBe(400);
    expect((await me(person.token)).body.email_confirmed_at).toBeNull();
  });

  test('sends a mail with none of the text that the registering person entered, as the address may belong to somebody else', async () => {
    const name = 'You won! http://evil.example <script>alert(1)</script>\r\nBcc: eve@evil.example';
    const person = await app.register('customer', { name });
    const { raw, headers, to } = await box.next(person.email);
    expect(raw).not.toMatch(/evil|You won|<script/);
    expect([to, headers.has('bcc')]).toEqual([[person.email], false]);
  });

  test.each(['a@example.org\r\nBcc: eve@example.org', 'a@example.org,eve@example.org', 'A <a@example.org>'])(
    'refuses %j, which is not one plain address',
    async (email) => {
      expect((await post('forgot', { email })).status).toBe(400);
      const body = { email, password: 'a good password', name: 'Eve', role: 'customer', phone: '' };
      expect((await post('register', body)).status).toBe(400);
    },
  );
});

describe('without a mail server', () => {
  test('the client configuration has `mail: false`, no link can be requested, and registration and sign-in still succeed', async () => {
    const restore = withSettings({ SMTP_URL: '' });
    expect((await app.request('GET', '/config')).body).toMatchObject({ mail: false });
    const person = await app.register('customer');
    for (const answer of [
      await post('forgot', { email: person.email }),
      await post('confirm/send', undefined, person.token),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'recovery.no_mail' } });
    }
    expect((await login(person, person.password)).body).toMatchObject({ user: { email_confirmed_at: null } });
    restore();
    expect((await app.request('GET', '/config')).body).toMatchObject({ mail: true });
    const session = await app.request<Session>('POST', '/auth/login', { body: { ...person } });
    expect(session.status).toBe(200);
  });
});
