import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { serve } from '../testing/serve';
import { setUpRealtimeApp } from '../testing/set-up';
import { loggedRequest } from './logged-request';
import { logger } from './logger';
import { forgetSecurityEvents, logSecurityEvent } from './security-log';

interface Line {
  event?: string;
  [field: string]: unknown;
}

const app = setUpRealtimeApp();
let lines: Line[] = [];
const warn = logger.warn.bind(logger);
beforeEach(() => {
  forgetSecurityEvents();
  lines = [];
  Object.assign(logger, { warn: (line: Line) => lines.push(line) });
});
afterEach(() => {
  Object.assign(logger, { warn });
});

const login = (email: string, password: string) => app.request('POST', '/auth/login', { body: { email, password } });
const of = (event: string) => lines.filter((line) => line.event === event);

describe('the log of security events', () => {
  test('has a failed sign-in with its address and a pseudonym of the account, without password and email', async () => {
    const person = await app.register('customer');
    await login(person.email, 'not the password');
    await login(person.email, 'not that one');
    await login('nobody@example.org', 'not the password');
    const failed = of('sign_in_failed');
    expect(failed).toHaveLength(3);
    expect(failed[0]).toEqual({
      event: 'sign_in_failed',
      account: expect.stringMatching(/^[0-9a-f]{12}$/),
      address: '127.0.0.1',
    });
    expect(failed[1]?.account).toBe(failed[0]?.account);
    expect(failed[2]?.account).not.toBe(failed[0]?.account);
    expect(JSON.stringify(lines)).not.toMatch(/not the password|example\.org/);
  });

  test('has the use of a token whose session has ended, without the token', async () => {
    const person = await app.register('customer');
    await app.request('POST', '/auth/logout-all', { token: person.token });
    expect(of('revoked_token')).toEqual([]);
    expect((await app.request('GET', '/auth/me', { token: person.token })).status).toBe(401);
    expect(of('revoked_token')).toEqual([{ event: 'revoked_token', user: person.id }]);
    expect(JSON.stringify(lines)).not.toContain(person.token.slice(-20));
  });

  test('has one entry for a caller refused a hundred times in a minute, and none for fewer refusals', async () => {
    for (let n = 0; n < 99; n++) await app.request('GET', '/auth/me');
    expect(of('calls_refused')).toEqual([]);
    for (let n = 0; n < 51; n++) await app.request('GET', '/auth/me', { token: 'none' });
    expect(of('calls_refused')).toEqual([{ event: 'calls_refused', network: '127.0.0.1', refusals: 100 }]);
  });

  test('has a caller refused a hundred times by socket, and a wrong current password on a password change', async () => {
    const person = await app.register('customer');
    const socket = await app.connect(person.token);
    const withdrawal = { ride_request_id: crypto.randomUUID() };
    await Promise.all(Array.from({ length: 100 }, () => socket.ask('rides:watch', withdrawal)));
    expect(of('calls_refused')).toEqual([{ event: 'calls_refused', network: '127.0.0.1', refusals: 100 }]);
    const body = { current_password: 'not the password', new_password: 'another good password' };
    expect((await app.request('POST', '/auth/password', { token: person.token, body })).status).toBe(400);
    expect(of('sign_in_failed')).toEqual([{ event: 'sign_in_failed', user: person.id, address: '127.0.0.1' }]);
    socket.close();
  });

  test('has at most 30 entries of one event during a flood, and still has other events', () => {
    for (let n = 0; n < 10_000; n++) logSecurityEvent('sign_in_failed', { account: String(n) });
    expect(of('sign_in_failed')).toHaveLength(30);
    logSecurityEvent('revoked_token', { user: 'x' });
    expect(of('revoked_token')).toHaveLength(1);
  });
});

test('the URL and the referrer of a logged request contain no token or signature', async () => {
  let text = '';
  const into = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const server = express();
  server.use(
    pinoHttp({ logger: pino({ level: 'debug' }, into), useLevel: 'debug', serializers: { req: loggedRequest } }),
  );
  server.use((_request, response) => {
    response.end();
  });
  const { url, close } = await serve(server);
  await fetch(`${url}/auth?reset=verysecret1&lang=en`, { headers: { Referer: `${url}/auth?confirm=verysecret2` } });
  await fetch(`${url}/api/files/a.jpg?user=u&sig=verysecret3&exp=1`);
  await close();
  expect(text).toContain('/auth?reset=[removed]&lang=en');
  expect(text).not.toContain('verysecret');
});
