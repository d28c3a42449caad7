import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openNodes, type TestNodes } from '../server/src/testing/nodes';
import { startTestRedis, type TestRedis } from '../server/src/testing/redis';
import { simulate } from './simulation';

let redis: TestRedis;
let nodes: TestNodes;

beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url });
}, 60_000);
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
});

test('a town on two nodes misses nothing, and each node serves a part of the people', async () => {
  const url = [(await nodes.start()).server.url, (await nodes.start()).server.url];
  const town = { customers: 3, drivers: 2, rideSeconds: 1, thinkSeconds: 0.15, speed: 1, seconds: 4, url };
  const connected: number[] = [];
  const onReady = async () => {
    for (const node of url) {
      const metrics = await (await fetch(`${node}/metrics`)).text();
      const roles = [...metrics.matchAll(/^socket_connections\{role="\w+"\} (\d+)$/gm)];
      connected.push(roles.reduce((sum, [, count]) => sum + Number(count), 0));
    }
  };
  const { counts, errors, milliseconds } = await simulate({
    ...town,
    onReady,
    suffices: (counts) => Boolean(counts['rides completed']),
  });
  expect(connected).toEqual([3, 2]);
  expect(errors).toEqual([]);
  expect(counts['rides completed']).toBeGreaterThan(0);
  expect(counts['events expected']).toBeGreaterThan(10);
  expect([counts['events missing'], counts['events out of order'], counts['rows stale at the end']]).toEqual([0, 0, 0]);
  expect(Object.keys(milliseconds)).toEqual(expect.arrayContaining(['commit to screen', 'position to screen']));
}, 60_000);
