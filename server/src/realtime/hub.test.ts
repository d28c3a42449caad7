import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { MAX_SOCKETS } from '@boli/shared/core/constants';
import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { io } from 'socket.io-client';
import { clock } from '../core/clock';
import { domainEvents } from '../domain-events';
import { readConnections, untilConnections } from '../testing/connections';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { push } from './push';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.register('driver'),
});

test.each([
  ['no token', undefined],
  ['an empty token', ''],
  ['an object in place of a token', { $ne: null }],
  ['a forged token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
])('the handshake is refused with %s', async (_name, token) => {
  await expect(app.connect(token as string)).rejects.toThrow('unauthorized');
});

test('a page of another origin is refused; our own page, the native shells and programs are accepted', async () => {
  const tries = (origin: string) => connect(customer, { headers: { origin } });
  await expect(tries('https://evil.example.org')).rejects.toThrow();
  await expect(tries('null')).rejects.toThrow();
  for (const origin of [app.url, 'capacitor://localhost', 'https://localhost']) await tries(origin);
  await connect(customer);
});

test('/metrics has the number of open connections by role', async () => {
  const before = await readConnections(app);
  const sockets = [await connect(customer), await connect(driver), await connect(driver)];
  expect(await readConnections(app)).toEqual({ customer: before.customer + 1, driver: before.driver + 2 });
  for (const socket of sockets) socket.close();
  await untilConnections(before, app);
});

test('HTTP polling is not offered', async () => {
  const answer = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`);
  expect(answer.status).toBe(400);
});

const upgradeOf = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

test.each(['/api/auth/me', '/', '/socket.io/', '/socket.io/?EIO=4&transport=websocket'])(
  'a connection that is reset while it requests %s with an upgrade causes no error',
  async (path) => {
    const link = connectTcp(Number(new URL(app.url).port), '127.0.0.1');
    const seen = once(app.server, 'upgrade');
    link.on('error', () => undefined);
    link.write(upgradeOf(path));
    const [, theirs] = await seen;
    // In one process the reset rarely arrives before the answer, so its error is raised here.
    theirs.destroy(new Error('read ECONNRESET'));
    link.resetAndDestroy();
    await eventually(() => theirs.closed, 'the link stayed open');
    expect((await app.request('GET', '/config')).status).toBe(200);
  },
);

test('an upgrade request for another path is refused and its connection closed immediately', async () => {
  const link = connectTcp(Number(new URL(app.url).port), '127.0.0.1');
  link.write(upgradeOf('/api/auth/me'));
  const [answer] = await once(link, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 /);
  await once(link, 'end');
});

test('a socket receives only the pushes for its person', async () => {
  const [mine, theirs] = [await connect(customer), await connect(driver)];
  push([`user:${customer.id}`], 'session:ended', { reason: 'logged_out' });
  push([`user:${driver.id}`], 'session:ended', { reason: 'revoked' });
  await mine.waitFor('session:ended');
  await theirs.waitFor('session:ended');
  expect(mine.all('session:ended')).toEqual([{ reason: 'logged_out' }]);
  expect(theirs.all('session:ended')).toEqual([{ reason: 'revoked' }]);
});

test('one person can have a limited number of sockets; a refused socket connects once another one closes', async () => {
  const person = await app.register('customer');
  const [first] = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => connect(person)));
  const late = io(app.url, { transports: ['websocket'], auth: { token: person.token }, reconnectionDelay: 20 });
  await new Promise((gone) => late.once('disconnect', gone));
  expect(late.connected).toBe(false);
  first?.close();
  await new Promise((connected) => late.once('connect', () => connected(null)));
  late.disconnect();
});

test('signing out everywhere notifies and closes every socket of the person, and no other', async () => {
  const person = await app.register('customer');
  const [one, other, stranger] = [await connect(person), await connect(person), await connect(driver)];
  await app.request('POST', '/auth/logout-all', { token: person.token });
  await Promise.all([one.gone(), other.gone()]);
  expect(one.all('session:ended')).toEqual([{ reason: 'logged_out' }]);
  expect(stranger.raw.connected).toBe(true);
  await expect(app.connect(person.token)).rejects.toThrow('unauthorized');
});

test('a handshake that reads the account while its sessions end is refused', async () => {
  const person = await app.register('customer');
  mongoose.set('debug', (collection: string, method: string, ...asked: unknown[]) => {
    // The periodic check reads no names.
    if (collection !== 'users' || method !== 'find' || !JSON.stringify(asked).includes('"name":1')) return;
    mongoose.set('debug', false);
    domainEvents.emit('session.ended', { userId: person.id, reason: 'logged_out' });
  });
  await expect(connect(person)).rejects.toThrow('unauthorized');
  await connect(person);
});

test('a changed password closes the sockets of the old token, and the new token can connect', async () => {
  const person = await app.register('customer');
  const socket = await connect(person);
  const body = { current_password: person.password, new_password: 'another good password' };
  const answer = await app.request<{ access_token: string }>('POST', '/auth/password', { token: person.token, body });
  await socket.gone();
  await connect({ token: answer.body.access_token });
});

test('a socket is closed when the server clock passes the expiry of its token', async () => {
  const person = await app.register('customer');
  const socket = await connect(person);
  clock.setOffset(8 * 24 * 3_600_000);
  try {
    await socket.gone();
    expect(socket.all('session:ended')).toEqual([{ reason: 'expired' }]);
  } finally {
    clock.setOffset(0);
  }
});

test('a token that is valid for four seconds closes its socket when it expires', async () => {
  const short = await startShortLived();
  try {
    const socket = await short.connect((await short.register('customer')).token);
    expect(await socket.gone()).toBe('io server disconnect');
    expect(socket.all('session:ended')).toEqual([{ reason: 'expired' }]);
  } finally {
    await short.restore();
  }
});

/** Lets the server of this file sign tokens that are valid for four seconds, until `restore`. */
async function startShortLived() {
  const { configure, settings } = await import('../settings');
  const before = settings();
  configure({ ...before, JWT_EXPIRES_IN: '4s' });
  return { connect: app.connect, register: app.register, restore: async () => configure(before) };
}
