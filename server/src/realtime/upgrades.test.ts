import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { letPass } from '../testing/monotonic';
import { tally } from '../testing/races';
import { openRawLink, openRawSocket, type RawLink, startRawLink } from '../testing/raw-link';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { HANDSHAKE_COST } from './upgrades';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { customer } = setUpPeople({ customer: () => app.register('customer') });
let restore: () => void = () => undefined;
const links: RawLink[] = [];

afterEach(async () => {
  restore();
  for (const link of links.splice(0)) link.close();
  // A bucket is refilled only at a call.
  await app.request('GET', '/config');
});

async function upgrade(query = ''): Promise<RawLink> {
  const link = await openRawLink(app.url, query);
  links.push(link);
  return link;
}

/** From now on the address has a burst of this many tokens, and hardly any refill. */
const allow = (tokens: number) => {
  restore = withSettings({ RATE_ANONYMOUS: String(Math.round(tokens / 4)) });
};

test('connections without messages are charged to their address; beyond its budget they get 429 and are closed', async () => {
  const affordable = 8;
  allow(affordable * HANDSHAKE_COST);
  const statuses = [];
  for (let n = 0; n < affordable * 3; n++) statuses.push((await upgrade()).status);
  const count = tally(statuses);
  expect(count[101]).toBeGreaterThanOrEqual(affordable);
  expect(count[101]).toBeLessThan(affordable * 2);
  expect(count[429]).toBeGreaterThan(affordable);
  expect(Object.keys(count)).toEqual(['101', '429']);
  await eventually(() => links.at(-1)?.isGone() ?? false, 'the refused link stayed open');
});

test('a refused client can connect once the budget has tokens again', async () => {
  allow(4 * HANDSHAKE_COST);
  while ((await upgrade()).status === 101);
  await eventually(() => connect(customer).then(Boolean, () => false), 'the client still cannot connect');
});

test('a polling request is charged as well', async () => {
  allow(4 * HANDSHAKE_COST);
  const poll = () => fetch(`${app.url}/socket.io/?EIO=4&transport=polling`).then(({ status }) => status);
  const statuses = [];
  for (let n = 0; n < 16; n++) statuses.push(await poll());
  expect(Object.keys(tally(statuses))).toEqual(['400', '429']);
});

test('with the default limits fifty clients behind one address can connect together', async () => {
  restore = withSettings({ RATE_ANONYMOUS: '1000' });
  const office = await Promise.all(Array.from({ length: 50 }, () => connect(customer)));
  expect(office.filter(({ raw }) => raw.connected)).toHaveLength(50);
});

test('an upgrade with the session id of another connection gets 400, because it would escape the count', async () => {
  const first = await openRawSocket(app.url, customer.token);
  links.push(first);
  const [, sid] = /0\{"sid":"([^"]+)"/.exec(first.received()) ?? [];
  expect(sid).toBeDefined();
  expect((await upgrade(`&sid=${sid}`)).status).toBe(400);
});

test('a plain request with an upgrade header is no upgrade, and waits for nothing', async () => {
  restore = withSettings({ RATE_ANONYMOUS: '1000', SOCKET_ADMISSIONS: '1' });
  letPass(61_000);
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { upgrade: 'websocket', connection: 'keep-alive' };
      get(`${app.url}/socket.io/?EIO=4&transport=websocket`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).once('error', reject);
    });
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([400, 400, 400, 400]);
});

describe('of a crowd', () => {
  /**
   * Connections a second. The queue holds ten times as many, half of them from one address. A full queue stays full for
   * a whole second, however slow the machine is.
   */
  const PACE = 1;
  const QUEUED = PACE * 5;
  const BEYOND = 8;
  beforeEach(() => {
    restore = withSettings({ SOCKET_ADMISSIONS: String(PACE), RATE_ANONYMOUS: '10000' });
    // The admissions of earlier tests no longer count.
    letPass(61_000);
  });
  const withOrigin = (origin = app.url) =>
    new Promise<string>((resolve) => {
      const page = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        origin,
      });
      page.once('unexpected-response', (_request, { statusCode, headers }) =>
        resolve(`${statusCode} ${headers['retry-after']}`),
      );
      page.once('open', () => resolve('open'));
      page.once('error', () => undefined);
    });
  const ask = (origin?: string) =>
    fetch(`${app.url}/socket.io/?EIO=4&transport=websocket`, { ...(origin && { headers: { origin } }) });
  const count = async (outcome: string) => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Number(new RegExp(`^storm_admissions_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const countAll = async () => ({
    admitted: await count('admitted'),
    queued: await count('queued'),
    deferred: await count('deferred'),
  });
  /** Connects more clients from one address than may wait. Returns their links once the first client is deferred. */
  const fill = async () => {
    const before = await count('deferred');
    const crowd = Array.from({ length: QUEUED + BEYOND }, () => startRawLink(app.url));
    links.push(...crowd);
    await eventually(async () => (await count('deferred')) > before, 'nobody was deferred');
    return crowd;
  };

  test('some clients are admitted immediately, others wait and are admitted at the pace, and those for which the queue has no room get Retry-After', async () => {
    const before = await countAll();
    const crowd = await fill();
    const answered = () => crowd.map(({ status }) => status).filter((status) => status > 0);
    await eventually(() => answered().filter((status) => status === 101).length >= PACE, 'nobody was admitted');
    const after = await countAll();
    const waits = crowd.filter(({ status }) => status === 503);
    const secondsOf = ({ received }: RawLink) => Number(/retry-after: (\d+)/i.exec(received())?.[1] ?? 0);
    expect(waits.map(secondsOf).every((seconds) => seconds >= 4)).toBe(true);
    expect(waits.length).toBeGreaterThan(0);
    expect(answered().length).toBeLessThan(crowd.length);
    expect(after.deferred - before.deferred).toBe(waits.length);
    expect(after.queued - before.queued).toBeGreaterThanOrEqual(QUEUED);
    expect(after.queued - before.queued).toBeLessThan(crowd.length);
    expect(after.admitted - before.admitted).toBeGreaterThanOrEqual(PACE);
  });

  /** Connects clients until this many of them wait. */
  const queueUp = async (clients: number) => {
    const before = await count('queued');
    for (let nth = 0; nth < clients + PACE; nth += 1) links.push(startRawLink(app.url));
    await eventually(async () => (await count('queued')) >= before + clients, 'the clients do not wait');
  };

  test('a client that has waited can use its connection', async () => {
    await queueUp(PACE);
    const before = await count('queued');
    const { raw } = await connect(customer);
    expect(raw.connected).toBe(true);
    expect(await count('queued')).toBeGreaterThan(before);
  });

  test('a client that leaves while it waits gives its place up', async () => {
    for (const link of await fill()) link.close();
    const before = await count('queued');
    await fill();
    expect((await count('queued')) - before).toBeGreaterThanOrEqual(QUEUED - 1);
  });

  test('a client that sends data while it waits is disconnected', async () => {
    await queueUp(3 * PACE);
    const early = startRawLink(app.url);
    links.push(early);
    await eventually(() => {
      early.send(Buffer.from('early'));
      return early.isGone();
    }, 'the client stayed connected');
    expect(early.received()).toBe('');
  });

  test('a page, which cannot read the answer to its upgrade, asks for its place by a plain request', async () => {
    await fill();
    // Its refused upgrades take no place from the others.
    expect([await withOrigin(), await withOrigin()]).toEqual(['503 1', '503 1']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('capacitor://localhost')));
    const last = answers.map(({ headers }) => Number(headers.get('Retry-After'))).sort((a, b) => b - a)[0];
    expect(last).toBeGreaterThanOrEqual(2);
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('capacitor://localhost');
      expect(headers.get('Access-Control-Expose-Headers')).toBe('Retry-After');
    }
    expect((await ask('https://evil.example.org')).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('a page of a foreign origin is refused without taking an admission or a place from the others', async () => {
    const evil = 'https://evil.example.org';
    const before = await countAll();
    for (let nth = 0; nth < 4; nth += 1) expect(await withOrigin(evil)).toBe('400 undefined');
    for (let nth = 0; nth < 20; nth += 1) {
      const answer = await ask(evil);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([400, null]);
    }
    expect(await countAll()).toEqual(before);
  });
});
