import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { endpointOf } from './store/address';
import type { TestPerson } from './testing/app';
import { aRoute } from './testing/market';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { type PausableLink, pausableLink } from './testing/pausable-link';
import { openRawLink } from './testing/raw-link';
import { eventually, type TestSocket } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { testDatabaseUri } from './testing/store';

/**
 * Two servers on one database. `leaving` is stopped while it works: before its process ends, it finishes what it has
 * begun, and the changes are pushed to the sockets of `staying`.
 */

let redis: TestRedis;
let nodes: TestNodes;
let link: PausableLink;
/** The address of the database through the link. */
let throughLink: string;
let leaving: TestNode;
let staying: TestNode;
let customer: TestPerson;
let driver: TestPerson;
let mine: TestSocket;
const calls: Socket[] = [];

beforeAll(async () => {
  redis = await startTestRedis();
  const uri = new URL(testDatabaseUri());
  link = await pausableLink(endpointOf(uri.toString()));
  nodes = await openNodes({ REDIS_URL: redis.url }, uri.toString());
  staying = await nodes.start();
  throughLink = Object.assign(new URL(uri), { port: String(link.port) }).toString();
  [customer, driver] = [await staying.api.register('customer'), await staying.api.registerDriver()];
}, 120_000);

beforeEach(async () => {
  leaving = await nodes.start({ MONGODB_URI: throughLink });
  mine = await staying.connect(customer);
}, 60_000);
afterEach(async () => {
  link.resume();
  for (const call of calls.splice(0)) call.destroy();
  nodes.closeSockets();
  await leaving.server.kill();
});
afterAll(async () => {
  await nodes?.close();
  await link?.close();
  await redis?.kill();
});

/** Sends the stop signal; resolves with the exit code. */
function stop(): Promise<number | null> {
  leaving.server.child.kill('SIGTERM');
  return leaving.server.exit;
}

/** Whether the stopping server refuses new connections. */
function refuses(): Promise<boolean> {
  return new Promise((resolve) => {
    const tried = connect(Number(new URL(leaving.server.url).port), '127.0.0.1');
    tried.once('connect', () => {
      tried.destroy();
      resolve(false);
    });
    tried.once('error', () => resolve(true));
  });
}

/** Sends a POST of a driver without the end of its body; returns the function that sends the end. */
async function beginPost(path: string, body: object): Promise<() => void> {
  const text = JSON.stringify(body);
  const call = connect(Number(new URL(leaving.server.url).port), '127.0.0.1');
  calls.push(call);
  await once(call, 'connect');
  call.write(
    `POST /api${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${driver.token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 10)}`,
  );
  // Once another call has been answered, the server has also read what was sent before.
  await fetch(`${leaving.server.url}/health/live`);
  return () => void call.write(text.slice(10));
}

describe('a node that stops', () => {
  test('finishes a running call, and pushes the change to the screens of the other nodes', async () => {
    const ride = await staying.steps.ride(customer);
    const finish = await beginPost('/quotes/create', { ride_request_id: ride.id, price: 250 });
    const ended = stop();
    await eventually(refuses, 'it still accepts connections');
    finish();
    await mine.waitFor('quote:created', ({ quote }) => quote.ride_request_id === ride.id);
    expect(await ended).toBe(0);
  }, 60_000);

  test('pushes the change of a call whose client has gone meanwhile', async () => {
    const ride = await staying.steps.ride(customer);
    const unattended = await openRawLink(leaving.server.url);
    const finish = await beginPost('/quotes/create', { ride_request_id: ride.id, price: 250 });
    link.holdRepliesToWrites();
    finish();
    const isStored = async () => (await staying.steps.readRide(customer, ride.id)).quote_count === 1;
    await eventually(isStored, 'the quote is not stored');
    for (const call of calls) call.destroy();
    const ended = stop();
    // The stop destroys this connection after half a second, because the client does not close it. By then the stop no
    // longer waits for calls: their clients have gone.
    await eventually(unattended.isGone, 'a connection stays open');
    link.resume();
    await mine.waitFor('quote:created', ({ quote }) => quote.ride_request_id === ride.id);
    expect(await ended).toBe(0);
  }, 60_000);

  test('writes the notice of a quote that it has just answered, and the notice reaches the screen', async () => {
    const ride = await staying.steps.ride(customer);
    await leaving.steps.quote(driver, ride);
    const ended = stop();
    await mine.waitFor('notification:created', ({ notification }) => notification.ride_request_id === ride.id);
    expect(await ended).toBe(0);
  }, 60_000);

  test('finishes the reconcile steps of a change that no call waits for', async () => {
    const booking = await staying.steps.drive(driver, await staying.steps.booked(customer, driver), 'accepted');
    const phone = await leaving.connect(driver);
    const place = (lat: number) => ({ booking_id: booking.id, lat, lng: aRoute.pickup_lng });
    expect(await phone.ask('booking:location', place(aRoute.pickup_lat + 0.02))).toMatchObject({ live: true });
    link.pause();
    phone.raw.emit('booking:location', place(aRoute.pickup_lat));
    await fetch(`${leaving.server.url}/health/live`);
    const ended = stop();
    await eventually(refuses, 'it still accepts connections');
    link.resume();
    await mine.waitFor('booking:updated', (pushed) => pushed.booking.id === booking.id && !!pushed.booking.arrived_at);
    await mine.waitFor(
      'notification:created',
      ({ notification }) => notification.kind === 'driver_arrived' && notification.booking_id === booking.id,
    );
    expect(await ended).toBe(0);
  }, 60_000);
});
