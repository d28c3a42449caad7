import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestPerson } from './testing/app';
import { aRoute } from './testing/market';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { startTestRedis, type TestRedis } from './testing/redis';

/** The same call, sent to two nodes at the same time under one Idempotency-Key. */

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
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
});

/** Sends the call three times to each node, and returns the one answer that all of them have given. */
async function sendToAll<T>(path: string, { token }: TestPerson, body: object): Promise<T> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const calls = [a, b, a, b, a, b].map(({ api }) => api.request<T>('POST', path, { token, body, headers }));
  const answers = await Promise.all(calls);
  for (const { status } of answers) expect([200, 201]).toContain(status);
  const [first] = answers.map((answer) => answer.body);
  if (first === undefined) throw new Error('there is no answer');
  for (const answer of answers) expect(answer.body).toEqual(first);
  return first;
}

test('a ride request, a quote and a booking are made once, and every node gives the same answer', async () => {
  const ride = await sendToAll<RideRequest>('/rides/request', customer, aRoute);
  const quote = await sendToAll<Quote>('/quotes/create', driver, { ride_request_id: ride.id, price: 240.5 });
  const order = { quote_id: quote.id, payment_method: 'cash' };
  const booking = await sendToAll<Booking>('/bookings/create', customer, order);
  const list = async (node: TestNode, path: string, { token }: TestPerson) =>
    (await node.api.request<{ id: string }[]>('GET', path, { token })).body.map(({ id }) => id);
  for (const node of [a, b]) {
    expect(await list(node, '/rides/requests', customer)).toEqual([ride.id]);
    expect(await list(node, `/quotes/ride/${ride.id}`, customer)).toEqual([quote.id]);
    expect(await list(node, '/bookings/my', driver)).toEqual([booking.id]);
  }
});
