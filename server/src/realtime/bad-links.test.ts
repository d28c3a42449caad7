import { type EventEmitter, once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { MAX_SOCKETS } from '@boli/shared/core/constants';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { proxiesOf, untilConnections } from '../testing/connections';
import { market } from '../testing/market';
import { connectTo, eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';

/** A ping is sent after ten seconds without a pong, and its pong may take five. */
const NOTICED_MS = 15_000;
/** The client's time for the closing handshake, and as much again. */
const CLOSED_MS = 10_000;
/** What a busy machine may add to a time limit; timers are otherwise late by a few milliseconds only. */
const SLACK_MS = 1_500;
/** Node's timers may run a millisecond early. */
const EARLY_MS = 5;

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const openProxy = proxiesOf(app);
const { customer, crowded, driver } = setUpPeople({
  customer: () => app.register('customer'),
  crowded: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
const port = () => Number(new URL(app.url).port);
const HALF_UPGRADE = 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n';
const PEERS = 30;

/** Clients that open a connection and go no further, and the time (ms) that the server gives them for the next step. */
const unfinished = [
  { what: 'connections that send no byte', open: () => tcp(''), waitsMs: 15_000 },
  { what: 'connections that send half an upgrade', open: () => tcp(HALF_UPGRADE), waitsMs: 15_000 },
  { what: 'websockets that never sign in', open: openWebSocket, waitsMs: 10_000 },
] as const;
type What = (typeof unfinished)[number]['what'];

/** A client's end of a connection: it emits `close` when the server has closed it. */
interface Peer {
  end: EventEmitter;
  close(): void;
}
interface Group {
  peers: Peer[];
  /** When each connection that is closed was closed: ms since just before the first was opened. */
  closedAfter: number[];
  /** The ms until all were closed, without the stalls of the machine. */
  allClosed: Promise<number>;
}
const groups = new Map<What, Group>();

async function tcp(bytes: string): Promise<Peer> {
  const link = connectTcp(port(), '127.0.0.1');
  link.on('error', () => undefined);
  link.resume();
  await once(link, 'connect');
  link.write(bytes);
  return { end: link, close: () => link.destroy() };
}

/** The library answers the closing handshake, and nothing else. */
async function openWebSocket(): Promise<Peer> {
  const page = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(page, 'open');
  return { end: page, close: () => page.terminate() };
}

async function openGroup(open: () => Promise<Peer>): Promise<Group> {
  const from = performance.now();
  const elapsed = stopwatch();
  const closedAfter: number[] = [];
  const peers = await Promise.all(Array.from({ length: PEERS }, open));
  const ends = peers.map(async ({ end }) => {
    await once(end, 'close');
    closedAfter.push(performance.now() - from);
  });
  return { peers, closedAfter, allClosed: Promise.all(ends).then(elapsed) };
}

// The groups wait at the same time, while the next tests run: one after the other would take forty seconds.
beforeAll(async () => {
  await Promise.all(unfinished.map(async ({ what, open }) => groups.set(what, await openGroup(open))));
});
afterAll(() => {
  for (const { peers } of groups.values()) for (const peer of peers) peer.close();
});

test('connections that go no further hold nobody up', async () => {
  const socket = await connect(driver);
  expect(await socket.ask('rides:watch')).toMatchObject({ ok: true });
  const { id } = await market(app).ride(customer);
  await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === id);
  // All were open all the time.
  expect([...groups.values()].map(({ peers, closedAfter }) => peers.length - closedAfter.length)).toEqual(
    unfinished.map(() => PEERS),
  );
});

test('vanished clients are noticed within 15 seconds and no longer count; meanwhile the driver receives every event on a new connection', async () => {
  const proxy = await openProxy();
  await untilConnections({ customer: 0, driver: 0 }, app);
  const openedAt = performance.now();
  const vanishing = (token: string) => connectTo(proxy.url, token);
  const upgraded = once(app.server, 'upgrade');
  await vanishing(driver.token);
  const [, link] = await upgraded;
  await Promise.all(Array.from({ length: MAX_SOCKETS }, () => vanishing(crowded.token)));
  proxy.pause();
  const elapsed = stopwatch();
  await untilConnections({ customer: MAX_SOCKETS, driver: 1 }, app);

  const again = await connect(driver);
  expect(await again.ask('rides:watch')).toMatchObject({ ok: true });
  const receivesRides = async () => {
    const { id } = await market(app).ride(customer);
    await again.waitFor('ride:created', ({ ride_request }) => ride_request.id === id);
  };
  await receivesRides();

  let refused = 0;
  const late = io(app.url, {
    transports: ['websocket'],
    auth: { token: crowded.token },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 100,
  });
  late.on('disconnect', () => {
    refused += 1;
  });
  try {
    await eventually(() => late.connected, 'the vanished sockets still count', 2 * NOTICED_MS);
    // Before, each of them might have answered the ping.
    expect(performance.now() - openedAt).toBeGreaterThan(NOTICED_MS - EARLY_MS);
    expect(refused).toBeGreaterThan(1);
    await untilConnections({ customer: 1, driver: 1 }, app);
    expect(elapsed()).toBeLessThan(NOTICED_MS + SLACK_MS);
  } finally {
    late.disconnect();
  }
  // A client that has vanished does not answer the closing handshake either.
  await eventually(() => link.destroyed, 'the connection of a vanished client stays open', CLOSED_MS);
  // The end of the old connection takes nothing from the new one.
  await receivesRides();
  expect(again.raw.connected).toBe(true);
});

test.each(unfinished)('$what are closed after $waitsMs ms', async ({ what, waitsMs }) => {
  const group = groups.get(what);
  if (!group) throw new Error('they were not opened');
  // Node looks once a second for requests that are late.
  expect(await group.allClosed).toBeLessThan(waitsMs + 1_000 + SLACK_MS);
  expect(group.closedAfter).toHaveLength(PEERS);
  expect(Math.min(...group.closedAfter)).toBeGreaterThan(waitsMs - EARLY_MS);
});
