import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { RECONNECTION } from '@boli/shared/core/constants';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import type { TestPerson } from './testing/app';
import { aRoute } from './testing/market';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { startTestProxy, type TestProxy } from './testing/proxy';
import { eventually } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { stopwatch } from './testing/stopwatch';

/** The topology of `deploy/compose.yml`: nginx with its configuration, two servers, a Redis and one database. */

/** Clients are back within this time (ms) after their server has died. */
const BACK_WITHIN_MS = 5_000;
const CLIENTS = 12;

let redis: TestRedis;
let nodes: TestNodes;
let proxy: TestProxy;
let servers: [TestNode, TestNode];
let customer: TestPerson;
let driver: TestPerson;
const clients: FollowingClient[] = [];

/** Not longer than the time for which nginx leaves out a server that refused a connection (`fail_timeout`). */
const DRAIN_SECONDS = '2';

const startServer = (index: number) =>
  nodes.start({ TRUST_PROXY: '1', DRAIN_SECONDS, ...(ports[index] && { PORT: ports[index] }) });
const ports: string[] = [];

beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url });
  servers = [await startServer(0), await startServer(1)];
  ports.push(...servers.map(({ server }) => new URL(server.url).port));
  proxy = await startTestProxy([Number(ports[0]), Number(ports[1])]);
  [customer, driver] = [await servers[0].api.register('customer'), await servers[0].api.registerDriver()];
}, 120_000);
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await proxy?.close();
  await nodes?.close();
  await redis?.kill();
});

/** What a page of a customer does: follows one booking, and reads its snapshot after each connection. */
interface FollowingClient {
  socket: Socket;
  /** The versions of the booking, in the order in which they were shown. */
  shown: number[];
  /** The statuses of the booking, each once, in the order in which they were shown. */
  statuses: string[];
  /** The latitudes of the driver, in the order in which they were shown. */
  latitudes: number[];
  /** How often the connection was lost, and the longest time (ms) from a loss to the next snapshot. */
  lost: number;
  longestMs: number;
  /** How many attempts to connect have failed. */
  failed: number;
}

/** Connects through the proxy, and reconnects as the product's client does. */
async function follow(bookingId: string): Promise<FollowingClient> {
  const socket = io(proxy.url, {
    transports: ['websocket'],
    auth: { token: customer.token },
    forceNew: true,
    ...RECONNECTION,
    ca: proxy.ca,
  });
  const client: FollowingClient = { socket, shown: [], statuses: [], latitudes: [], lost: 0, failed: 0, longestMs: 0 };
  let sinceLost: (() => number) | null = null;
  const show = ({ version, status }: Booking) => {
    // The product's client ignores older versions too.
    if (version <= (client.shown.at(-1) ?? -1)) return;
    client.shown.push(version);
    if (client.statuses.at(-1) !== status) client.statuses.push(status);
  };
  socket.on('server:stopping', () => socket.disconnect().connect());
  socket.on('connect_error', () => {
    client.failed += 1;
  });
  socket.on('disconnect', () => {
    client.lost += 1;
    sinceLost = stopwatch();
  });
  socket.on('connect', async () => {
    const answer = await socket.timeout(5_000).emitWithAck('booking:watch', { booking_id: bookingId });
    show(answer.booking);
    if (sinceLost) client.longestMs = Math.max(client.longestMs, sinceLost());
    sinceLost = null;
  });
  for (const event of ['booking:updated', 'booking:created'])
    socket.on(event, ({ booking }: { booking: Booking }) => booking.id === bookingId && show(booking));
  let lastSeq = 0;
  socket.on('booking:location', ({ seq, lat }: { seq: number; lat: number }) => {
    // The product's client ignores lower numbers too.
    if (seq <= lastSeq) return;
    lastSeq = seq;
    client.latitudes.push(lat);
  });
  clients.push(client);
  await eventually(() => client.shown.length > 0, 'a client has no snapshot');
  return client;
}

const isBack = ({ socket }: FollowingClient) => socket.connected;

test('plain http is redirected to https, where the API and the health checks are served', async () => {
  const redirect = await fetch(`${proxy.plainUrl}/auth?next=1`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'https://127.0.0.1/auth?next=1']);
  expect((await proxy.fetch('GET', '/health/ready')).status).toBe(200);
  expect(JSON.parse((await proxy.fetch('GET', '/api/auth/me', { token: customer.token })).text)).toMatchObject({
    id: customer.id,
  });
});

test('the clients of a killed server are connected to the other server within 5 seconds and show the last status; all other clients miss no status', async () => {
  const { steps } = servers[1];
  const booking = await steps.booked(customer, driver);
  const following = await Promise.all(Array.from({ length: CLIENTS }, () => follow(booking.id)));
  await steps.step(driver, booking, 'accepted');
  await eventually(() => following.every(({ statuses }) => statuses.at(-1) === 'accepted'), 'a client lags behind');
  servers[0].server.child.kill('SIGKILL');
  await servers[0].server.exit;
  await steps.step(driver, booking, 'in_progress');
  await steps.step(driver, booking, 'completed');
  await eventually(
    () => following.every((client) => isBack(client) && client.statuses.at(-1) === 'completed'),
    'a client is not back',
    2 * BACK_WITHIN_MS,
  );
  const affected = following.filter(({ lost }) => lost > 0);
  expect(affected.length).toBeGreaterThan(0);
  expect(affected.length).toBeLessThan(CLIENTS);
  expect(Math.max(...affected.map(({ longestMs }) => longestMs))).toBeLessThan(BACK_WITHIN_MS);
  for (const { statuses, lost } of following)
    if (lost === 0) expect(statuses).toEqual(['pending', 'accepted', 'in_progress', 'completed']);
  servers[0] = await startServer(0);
}, 60_000);

test('the driver is followed past the death of a server, and no client is shown an older position after a newer one', async () => {
  const { steps } = servers[1];
  const booking = await steps.drive(driver, await steps.booked(customer, driver), 'in_progress');
  const following = await Promise.all(Array.from({ length: CLIENTS }, () => follow(booking.id)));
  let sent = 28.6;
  let driving = true;
  /** Drives north, and sends each position to whichever server the proxy chooses. */
  const drive = async () => {
    while (driving) {
      sent = Number((sent + 0.0001).toFixed(4));
      const call = { token: driver.token, body: { lat: sent, lng: 77.2 } };
      await proxy.fetch('PUT', `/api/bookings/${booking.id}/location`, call);
    }
  };
  const showsAfter = (lat: number) =>
    eventually(
      () => following.every(({ latitudes }) => (latitudes.at(-1) ?? 0) > lat),
      'a client is shown no position',
    );
  const drives = drive();
  await showsAfter(28.6);
  servers[0].server.child.kill('SIGKILL');
  await servers[0].server.exit;
  await showsAfter(sent);
  driving = false;
  await drives;
  expect(following.some(({ lost }) => lost > 0)).toBe(true);
  for (const { latitudes } of following) expect(latitudes).toEqual(latitudes.toSorted((one, other) => one - other));
  servers[0] = await startServer(0);
  await steps.step(driver, booking, 'completed');
}, 60_000);

test('a rolling restart fails no request, moves the clients one after the other, and leaves each with the last status', async () => {
  let restarting = true;
  const failed: string[] = [];
  let acted = 0;
  /** Posts and cancels one request after the other for this customer, through the proxy. */
  const act = async (person: TestPerson) => {
    while (restarting) {
      // The product's client sends a key too.
      const call = { token: person.token, key: randomUUID(), body: aRoute };
      const posted = await proxy.fetch('POST', '/api/rides/request', call);
      if (posted.status !== 201) throw new Error(`a request was answered ${posted.status}: ${posted.text}`);
      const path = `/api/rides/request/${JSON.parse(posted.text).id}`;
      const ended = await proxy.fetch('DELETE', path, { token: person.token });
      if (ended.status !== 200) throw new Error(`a cancellation was answered ${ended.status}: ${ended.text}`);
      acted += 1;
    }
  };
  const people = [await servers[0].api.register('customer'), await servers[0].api.register('customer')];
  const booking = await servers[0].steps.booked(customer, driver);
  const following = await Promise.all(Array.from({ length: CLIENTS }, () => follow(booking.id)));
  const acting = people.map((person) => act(person).catch((error: unknown) => failed.push(String(error))));
  for (const [index, status] of ['accepted', 'in_progress'].entries()) {
    const stopped = servers[index === 0 ? 0 : 1].server;
    stopped.child.kill('SIGTERM');
    // The step is taken while the first sockets are closed.
    await eventually(() => following.some(({ lost }) => lost > index), 'no socket is closed');
    await servers[index === 0 ? 1 : 0].steps.step(driver, booking, status);
    expect(await stopped.exit).toBe(0);
    servers[index === 0 ? 0 : 1] = await startServer(index);
    await eventually(
      () => following.every((client) => isBack(client) && client.statuses.at(-1) === status),
      `a client does not show ${status}`,
    );
  }
  restarting = false;
  await Promise.all(acting);
  expect(failed).toEqual([]);
  expect(acted).toBeGreaterThan(10);
  // The proxy passes each client on that the stopping server refuses.
  expect(following.filter(({ failed }) => failed > 0)).toEqual([]);
  expect(Math.max(...following.map(({ longestMs }) => longestMs))).toBeLessThan(BACK_WITHIN_MS);
}, 90_000);
