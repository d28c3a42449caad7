import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { TestPerson } from './testing/app';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { eventually, type TestSocket } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';

/** The driver of a booking moves between two nodes of one cluster, in ways in which one of them may not notice it. */

/** A process counts as paused after five seconds. */
const PAUSE_MS = 6_000;

let redis: TestRedis;
let nodes: TestNodes;
let a: TestNode;
let b: TestNode;
let customer: TestPerson;
let driver: TestPerson;

beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url });
  [a, b] = [await nodes.start(), await nodes.start()];
  [customer, driver] = [await a.api.register('customer'), await a.api.registerDriver()];
}, 120_000);
afterEach(() => nodes.closeSockets());
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
});

interface SentFix {
  lat: number;
  lng?: number;
  accuracy?: number;
  recorded_at?: string;
}

const accepted = async () => a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
/** Sends a fix by HTTP, as a phone's background service does. */
const put = async (node: TestNode, { id }: { id: string }, fix: SentFix) => {
  const call = { token: driver.token, body: { lng: 77.2, ...fix } };
  return (await node.api.request<Record<string, unknown>>('PUT', `/bookings/${id}/location`, call)).body;
};
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const watching = async (node: TestNode, { id }: { id: string }) => {
  const socket = await node.connect(customer);
  await socket.ask('booking:watch', { booking_id: id });
  return socket;
};
const latitudes = (socket: TestSocket) => socket.all('booking:location').map(({ lat }) => lat);
const shows = (socket: TestSocket, wanted: number) => socket.waitFor('booking:location', ({ lat }) => lat === wanted);

test('a node that was suspended shows no fix that waited for it after the driver has moved to another node', async () => {
  const booking = await accepted();
  const [onA, onB] = [await watching(a, booking), await watching(b, booking)];
  const former = await a.connect(driver);
  const later = await b.connect(driver);
  const emit = (socket: TestSocket, lat: number) =>
    socket.raw.timeout(30_000).emitWithAck('booking:location', { booking_id: booking.id, lat, lng: 77.2 });
  let lat = 28.61;
  const next = () => {
    lat += 1 / 10_000;
    return lat;
  };
  await emit(former, next());
  await shows(onB, lat);
  // The second fix within a second waits for its moment to be sent.
  await emit(former, next());
  a.server.child.kill('SIGSTOP');
  const until = performance.now() + PAUSE_MS;
  const recorded = { lat: next(), recorded_at: ago(20_000) };
  const waiting = [emit(former, next()), emit(former, next()), put(a, booking, recorded)];
  try {
    while (performance.now() < until) {
      expect(await emit(later, next())).toMatchObject({ ok: true, live: true });
      await shows(onB, lat);
    }
  } finally {
    a.server.child.kill('SIGCONT');
  }
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ live: false, reason: 'stale' });
  expect(await emit(later, next())).toMatchObject({ ok: true, live: true });
  for (const socket of [onA, onB]) {
    await shows(socket, lat);
    expect(latitudes(socket)).toEqual(latitudes(socket).toSorted((one, other) => one - other));
  }
  await onA.waitFor('sync:required');
  for (const node of [a, b]) {
    const isShown = async () => (await node.steps.readBooking(customer, booking.id)).driver_lat === lat;
    await eventually(isShown, 'an older position is stored');
  }
  // The one whose time is known is part of the trip.
  const isRecorded = async () => {
    const { body } = await b.api.request<{ lat: number }[]>('GET', `/bookings/${booking.id}/track`, customer);
    return body.some((point) => point.lat === recorded.lat);
  };
  await eventually(isRecorded, 'the fix that waited is not recorded');
  // After a moment the node accepts positions again.
  await eventually(async () => (await put(a, booking, { lat: next() })).live === true, 'the node accepts no position');
  await shows(onB, lat);
}, 60_000);

test('a delayed fix or a jump that reaches another node than the shown one is not shown', async () => {
  const booking = await accepted();
  const onB = await watching(b, booking);
  expect(await put(a, booking, { lat: 28.61, accuracy: 5, recorded_at: ago(0) })).toMatchObject({ live: true });
  await shows(onB, 28.61);
  const delayed = { lat: 28.6099, accuracy: 5, recorded_at: ago(8_000) };
  expect(await put(b, booking, delayed)).toMatchObject({ live: false, reason: 'out_of_order' });
  expect(await put(b, booking, { lat: 28.9, accuracy: 5 })).toMatchObject({ live: false, reason: 'jump' });
  expect((await b.steps.readBooking(customer, booking.id)).driver_lat).toBe(28.61);
  expect(await put(b, booking, { lat: 28.6101, accuracy: 5, recorded_at: ago(0) })).toMatchObject({ live: true });
  await shows(onB, 28.6101);
  // The way back.
  expect(await put(a, booking, delayed)).toMatchObject({ live: false, reason: 'out_of_order' });
  expect(latitudes(onB)).toEqual([28.61, 28.6101]);
});

test('a driver who moved to another node while Redis was away is followed by that node only', async () => {
  const booking = await accepted();
  const status = async (node: TestNode) => (await fetch(`${node.server.url}/health/ready`)).text();
  const eta = async (node: TestNode) => (await node.steps.readBooking(customer, booking.id)).eta;
  await put(a, booking, { lat: 28.5 });
  for (const node of [a, b]) await eventually(async () => (await eta(node)) !== null, 'there is no eta');
  const far = (await eta(a))?.distance_m ?? 0;
  await redis.kill();
  for (const node of [a, b])
    await eventually(async () => (await status(node)).includes('degraded'), 'the loss of Redis is not noticed');
  await put(b, booking, { lat: 28.6 });
  const sockets = [await a.connect(customer), await b.connect(customer)];
  await redis.start();
  for (const socket of sockets) await socket.waitFor('sync:required');
  const send = async (lat: number, ms: number) => put(b, booking, { lat, accuracy: 5, recorded_at: ago(ms) });
  expect(await send(28.6001, 0)).toMatchObject({ live: true });
  for (const node of [b, a]) {
    const isNear = async () => ((await eta(node))?.distance_m ?? far) < far / 2;
    await eventually(isNear, 'the eta is that of the node that received the positions before');
  }
  expect((await eta(b))?.distance_m ?? far).toBeLessThan(far / 2);
  const delayed = { lat: 28.6, accuracy: 5, recorded_at: ago(8_000) };
  expect(await put(a, booking, delayed)).toMatchObject({ live: false, reason: 'out_of_order' });
}, 60_000);
