import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { eventually } from './testing/realtime';
import { type RedisHost, redisHost, startTestRedis, type TestRedis } from './testing/redis';
import { stopwatch } from './testing/stopwatch';

/** Two nodes whose Redis answers each command only after a second. */

const SLOW_MS = 1_000;

let redis: TestRedis;
let host: RedisHost;
let nodes: TestNodes;
let a: TestNode;
let b: TestNode;

beforeAll(async () => {
  redis = await startTestRedis();
  host = await redisHost(redis);
  nodes = await openNodes({ REDIS_URL: host.url });
  [a, b] = [await nodes.start(), await nodes.start()];
  host.delay(SLOW_MS);
}, 120_000);
afterAll(async () => {
  await nodes?.close();
  await host?.close();
  await redis?.kill();
});

test('a slow Redis delays no call by a second, events and positions reach the other node, and the link counts as working', async () => {
  const [customer, driver] = [await a.api.register('customer'), await a.api.registerDriver()];
  const screen = await b.connect(customer);
  const elapsed = stopwatch();
  const ride = await a.steps.ride(customer);
  expect(elapsed()).toBeLessThan(SLOW_MS);
  await screen.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);

  const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'in_progress');
  await screen.ask('booking:watch', { booking_id: booking.id });
  let lat = 28.61;
  await eventually(async () => {
    lat += 0.0001;
    await a.api.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body: { lat, lng: 77.2 } });
    return screen.all('booking:location').length > 0;
  }, 'no position reaches the other node');

  for (const { server } of [a, b]) {
    const answer = await fetch(`${server.url}/health/ready`);
    expect(await answer.json()).toMatchObject({ status: 'ready', nodes: 'ok' });
  }
}, 60_000);
