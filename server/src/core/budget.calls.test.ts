import type { AccountSession, Session } from '@boli/shared/auth/auth.schema';
import type { PositionToken } from '@boli/shared/tracking/tracking.schema';
import { afterEach, expect, test } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { holdClock } from '../testing/monotonic';
import { tally } from '../testing/races';
import { eventually } from '../testing/realtime';
import { setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { charge } from './budget';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
let restore: () => void = () => undefined;
let resumeClock: () => void = () => undefined;

afterEach(() => restore());

/** Restores the usual limits, and makes one call, at which the bucket of the address is refilled. */
async function refillAddress(): Promise<void> {
  restore();
  await app.request('GET', '/config');
}

/** The burst of each limit is its rate multiplied by this many seconds. */
const BURST_SECONDS = { RATE_CALLS: 8, RATE_ANONYMOUS: 4 };

/** Until `restore`, this setting allows a burst of this many tokens, without any refill until `resumeClock`. */
const allow = (variable: 'RATE_CALLS' | 'RATE_ANONYMOUS', tokens: number) => {
  const restoreSettings = withSettings({ [variable]: String(tokens / BURST_SECONDS[variable]) });
  resumeClock = holdClock();
  restore = () => {
    resumeClock();
    restoreSettings();
  };
};
const me = (person: TestPerson) => app.request('GET', '/auth/me', { token: person.token });
const list = (person: TestPerson) => app.request('GET', '/rides/requests?limit=200', { token: person.token });

test('an account can make a burst of calls, and then gets 429 with the time to wait', async () => {
  const person = await app.register('customer');
  allow('RATE_CALLS', 8);
  const answers = await Promise.all(Array.from({ length: 16 }, () => me(person)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(8);
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({ code: 'common.too_often' });
  }
  resumeClock();
  await eventually(async () => (await me(person)).status === 200, 'it was never admitted again');
});

test('calls and socket messages of all devices of an account share one budget; other accounts are unaffected', async () => {
  const [person, other] = [await app.register('customer'), await app.register('customer')];
  const [one, two] = [await connect(person), await connect(person)];
  allow('RATE_CALLS', 24);
  const messages = [one, two].flatMap((socket) => Array.from({ length: 20 }, () => socket.ask('no:such')));
  expect((await Promise.all(messages)).filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  expect(
    (await Promise.all([me(person), me(person), me(person), me(person), me(person)])).map(({ status }) => status),
  ).toContain(429);
  expect((await me(other)).status).toBe(200);
});

/** How many times in a row a call is allowed before it is refused, without any refill. */
async function timesAllowed(ask: () => Promise<boolean>): Promise<number> {
  allow('RATE_CALLS', 80);
  let times = 0;
  while (times < 100 && (await ask())) times += 1;
  restore();
  return times;
}

test('an answer of many rows costs more than one of few rows, by REST and by socket', async () => {
  const poster = await app.register('customer');
  /** How many lists and how many watches a fresh driver is allowed. */
  const allowed = async () => {
    const [lister, watcher] = [await app.registerDriver(), await app.registerDriver()];
    const socket = await connect(watcher);
    return {
      lists: await timesAllowed(async () => (await list(lister)).status === 200),
      watches: await timesAllowed(async () => (await socket.ask('rides:watch')).ok),
    };
  };
  const few = await allowed();
  await Promise.all(Array.from({ length: 200 }, () => market(app).ride(poster)));
  const many = await allowed();
  expect(many.lists).toBeLessThan(few.lists);
  expect(many.watches).toBeLessThan(few.watches);
  expect(Math.min(many.lists, many.watches)).toBeGreaterThan(2);
});

test('withdrawing a quote costs as much as making one, also when it is repeated without a change', async () => {
  const driver = await app.registerDriver();
  const steps = market(app);
  const quote = await steps.quote(driver, await steps.ride(await app.register('customer')));
  const withdraw = () => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
  const times = await timesAllowed(async () => (await withdraw()).status === 200);
  expect(times).toBeGreaterThan(20);
  expect(times).toBeLessThanOrEqual(80 / 3);
});

test('a track is charged for the minutes that its points cover: after one of 500 minutes, a second one gets 429', async () => {
  const driver = await app.registerDriver();
  const steps = market(app);
  const booking = await steps.drive(driver, await steps.booked(await app.register('customer'), driver), 'accepted');
  const track = (minutes: number) => {
    const points = Array.from({ length: minutes }, (_, n) => ({
      lat: 28.6,
      lng: 77.2,
      recorded_at: new Date(Date.now() - n * 60_000).toISOString(),
    }));
    return app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body: { points } });
  };
  allow('RATE_CALLS', 40);
  expect((await track(500)).status).toBe(200);
  expect((await track(500)).status).toBe(429);
});

test('calls without an account are charged to the address, separately from accounts; signing in costs more than reading', async () => {
  const person = await app.register('customer');
  allow('RATE_ANONYMOUS', 60);
  const looks = () => Promise.all(Array.from({ length: 10 }, () => app.request('GET', '/config')));
  expect(tally((await looks()).map(({ status }) => status))).toEqual({ 200: 10 });
  const signIn = () => app.request('POST', '/auth/login', { body: { email: person.email, password: person.password } });
  const signIns = await Promise.all(Array.from({ length: 8 }, signIn));
  const passed = tally(signIns.map(({ status }) => status))[200] ?? 0;
  expect(passed).toBeGreaterThanOrEqual(3);
  expect(passed).toBeLessThanOrEqual(5);
  expect((await me(person)).status).toBe(200);
  resumeClock();
  await eventually(async () => (await signIn()).status === 200, 'it was never admitted again');
});

test('a long body costs more than a short one', async () => {
  /** How many times a fresh account may save with a body that is larger by this many bytes. */
  const saves = async (bytes: number) => {
    const { token } = await app.register('customer');
    const body = { name: 'Asha', more: 'x'.repeat(bytes) };
    return timesAllowed(async () => (await app.request('PUT', '/auth/me', { token, body })).status === 200);
  };
  const [short, long] = [await saves(0), await saves(81_000)];
  expect(long).toBeGreaterThan(10);
  expect(long).toBeLessThan(short / 3);
});

test('a profile change costs two tokens, and a quote costs three because it requests a route', async () => {
  const driver = await app.registerDriver();
  const { id } = await market(app).ride(await app.register('customer'));
  const quote = async (price: number) => {
    const body = { ride_request_id: id, price };
    return (await app.request('POST', '/quotes/create', { token: driver.token, body })).status;
  };
  const profile = async (price: number) => {
    const body = { car_model: `Car ${price}` };
    return (await app.request('PUT', '/driver/profile', { token: driver.token, body })).status;
  };
  for (const { change, cost } of [
    { change: quote, cost: 3 },
    { change: profile, cost: 2 },
  ]) {
    let price = 100;
    const times = await timesAllowed(async () => (await change(price++)) < 300);
    expect(times).toBeGreaterThanOrEqual(76 / cost);
    expect(times).toBeLessThan(130 / cost);
    // Hardly any tokens are left; the bucket is refilled at the next call.
    await app.request('GET', '/auth/me', { token: driver.token });
  }
});

test('an owner can end a stolen session although that session has emptied the budget', async () => {
  const owner = await app.register('customer');
  const signIn = { email: owner.email, password: owner.password };
  const { body: stolen } = await app.request<Session>('POST', '/auth/login', { body: signIn });
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, body?: object) =>
    app.request<AccountSession[]>(method, `/auth${path}`, { token, ...(body && { body }) });
  allow('RATE_CALLS', 8);
  charge(owner.id, 1_000);
  expect((await me(owner)).status).toBe(429);
  const lists = await Promise.all(Array.from({ length: 60 }, () => ask('GET', '/sessions', stolen.access_token)));
  expect(tally(lists.map(({ status }) => status))).toEqual({ 200: 40, 429: 20 });
  expect((await ask('POST', '/logout', stolen.access_token)).status).toBe(429);

  const { status, body: sessions } = await ask('GET', '/sessions', owner.token);
  expect(status).toBe(200);
  const other = sessions.find(({ is_current }) => !is_current);
  expect((await ask('DELETE', `/sessions/${other?.id}`, owner.token)).status).toBe(204);
  expect((await ask('GET', '/sessions', owner.token)).body).toHaveLength(1);
  const change = { current_password: owner.password, new_password: 'a finer password 78' };
  expect((await ask('POST', '/password', owner.token, change)).status).toBe(200);
});

test('an unknown path is charged to the address', async () => {
  allow('RATE_ANONYMOUS', 8);
  const answers = [];
  for (let n = 0; n < 16; n++) answers.push((await app.request('POST', '/nothing', { body: {} })).status);
  expect(tally(answers)).toMatchObject({ 404: expect.any(Number), 429: expect.any(Number) });
  await refillAddress();
});

test('files are charged to the address: a base cost for each file, more for a long one', async () => {
  const person = await app.register('customer');
  const timesOf = async (path: string) => {
    allow('RATE_ANONYMOUS', 8);
    let times = 0;
    while (times < 60 && (await fetch(`${app.url}${path}`)).status !== 429) times += 1;
    const { status } = await me(person);
    await refillAddress();
    return { times, status };
  };
  const small = await timesOf('/api/docs/start.js');
  const none = await timesOf('/nothing.png');
  // This file has 390 kB compressed by the build and 1.7 MB uncompressed. It is charged after it has been sent.
  const long = await timesOf('/api/docs/swagger-ui-bundle.js');
  expect([small.status, none.status, long.status]).toEqual([200, 200, 200]);
  for (const { times } of [small, none]) {
    expect(times).toBeGreaterThanOrEqual(28);
    expect(times).toBeLessThan(60);
  }
  expect(long.times).toBeGreaterThan(0);
  expect(long.times).toBeLessThanOrEqual(8);
});

test('calls with the token of an ended session are limited too, and charge nothing to the account', async () => {
  const person = await app.register('customer');
  const left = await app.request<Session>('POST', '/auth/login', {
    body: { email: person.email, password: person.password },
  });
  const ended = { ...person, token: left.body.access_token };
  expect((await app.request('POST', '/auth/logout', { token: ended.token })).status).toBe(204);
  allow('RATE_CALLS', 8);
  const answers = [];
  for (let n = 0; n < 16; n++) answers.push((await me(ended)).status);
  expect(tally(answers)).toMatchObject({ 401: expect.any(Number), 429: expect.any(Number) });
  expect(await handshake(ended.token)).toBe('out');
  expect((await me(person)).status).toBe(200);
});

test('calls and handshakes without a token or with an invalid one are charged to the address', async () => {
  const person = await app.register('customer');
  for (const token of [undefined, 'not.a.token']) {
    allow('RATE_ANONYMOUS', 8);
    const answers = [];
    for (let n = 0; n < 16; n++) answers.push((await app.request('GET', '/auth/me', token ? { token } : {})).status);
    expect(tally(answers)).toMatchObject({ 401: expect.any(Number), 429: expect.any(Number) });
    await refillAddress();
  }
  // A connection costs as many tokens as its refused handshake. The fourth connection may leave too few tokens for its
  // own handshake, so its result is not checked.
  allow('RATE_ANONYMOUS', 12);
  const opened = [];
  for (let n = 0; n < 8; n++) opened.push(await handshake('not.a.token'));
  expect(opened.slice(0, 3)).toEqual(['unauthorized', 'unauthorized', 'unauthorized']);
  expect(opened.slice(4)).not.toContain('unauthorized');
  expect((await me(person)).status).toBe(200);
});

/** The outcome of a handshake with this token. */
function handshake(token: string): Promise<string> {
  const socket = io(app.url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  return new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('in'));
    socket.once('connect_error', ({ message }) => resolve(message));
    // A refusal closes the connection before the socket is created.
    socket.io.once('close', () => queueMicrotask(() => resolve('out')));
  }).finally(() => socket.disconnect());
}

test('sockets that are opened repeatedly are charged too', async () => {
  const person = await app.register('customer');
  const sockets: Socket[] = [];
  const open = () =>
    new Promise<'in' | 'out'>((resolve) => {
      const socket = io(app.url, {
        transports: ['websocket'],
        auth: { token: person.token },
        forceNew: true,
        reconnection: false,
      });
      sockets.push(socket);
      socket.once('connect', () => resolve('in'));
      socket.io.once('close', () => resolve('out'));
    });
  allow('RATE_CALLS', 8);
  const opened = await Promise.all(Array.from({ length: 12 }, open));
  for (const socket of sockets) socket.disconnect();
  const passed = opened.filter((how) => how === 'in').length;
  expect(passed).toBeGreaterThanOrEqual(4);
  expect(passed).toBeLessThanOrEqual(6);
});

test("a position token is charged to its booking: while the token is used too often, the driver's other calls succeed", async () => {
  const steps = market(app);
  const driver = await app.registerDriver();
  const booking = await steps.drive(driver, await steps.booked(await app.register('customer'), driver), 'accepted');
  const path = `/bookings/${booking.id}/position`;
  const { token } = (await app.request<PositionToken>('POST', `${path}-token`, { token: driver.token })).body;
  allow('RATE_CALLS', 32);
  const post = (more = {}) =>
    app.request('POST', `${path}s`, { token, body: { latitude: 28.61, longitude: 77.21, ...more } });
  const sent = await Promise.all(Array.from({ length: 40 }, () => post()));
  expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect(sent.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'common.too_often' });
  await post({ note: 'x'.repeat(90_000) });
  const calls = await Promise.all(Array.from({ length: 25 }, () => me(driver)));
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
});
