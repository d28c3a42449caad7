import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { type RedisHost, redisHost, startTestRedis, type TestRedis } from '../testing/redis';
import { logger } from './logger';
import { OperatorError } from './operator-error';
import { openRedis, type RedisLink, redisState } from './redis';
import { type RedisClient, versionFailure } from './redis-connections';

const info = (version: string) => `# Server\r\nredis_version:${version}\r\nredis_git_sha1:00000000\r\n`;

test.each(['7.0.15', '7.4', '8.2.1', '10.0.0'])('a Redis %s is accepted', (version) => {
  expect(versionFailure(info(version))).toBeNull();
});

test.each(['6.2.14', '5.0.7'])('a Redis %s is refused with a sentence that names its version', (version) => {
  expect(versionFailure(info(version))).toBe(`REDIS_URL is a Redis ${version}; version 7 or newer is needed.`);
});

describe('the link', () => {
  let redis: TestRedis;
  let host: RedisHost;
  let link: RedisLink | null;
  let restorations: number;
  const heard: string[] = [];
  const user = {
    subscribe: async (subscriber: RedisClient) => {
      await subscriber.sSubscribe('news', (message) => void heard.push(message));
    },
    restored: () => {
      restorations += 1;
    },
  };
  const becomes = (state: string) => eventually(() => redisState() === state, `the link is not ${state}`);

  beforeAll(async () => {
    redis = await startTestRedis();
  });
  beforeEach(async () => {
    host = await redisHost(redis);
    link = null;
    restorations = 0;
    heard.length = 0;
  });
  afterEach(async () => {
    await link?.close();
    await host.close();
    jest.restoreAllMocks();
  });
  afterAll(() => redis?.kill());

  test('is opened again when the host of Redis has vanished without closing the connections, as often as needed', async () => {
    link = await openRedis(host.url, user);
    expect(redisState()).toBe('ok');
    host.vanish();
    await becomes('lost');
    await eventually(() => host.opened() === 4, 'no new connections are opened');
    // The second pair of connections was opened, but never answered.
    host.comeBack();
    await becomes('ok');
    expect(host.opened()).toBeGreaterThanOrEqual(6);
    expect(restorations).toBe(1);
    await link.publisher.sPublish('news', 'after the return');
    await eventually(() => heard.includes('after the return'), 'the subscription is missing');
  }, 60_000);

  test('works again soon after the connections broke, with its subscriptions', async () => {
    link = await openRedis(host.url, user);
    await redis.kill();
    await becomes('lost');
    await redis.start();
    await becomes('ok');
    await link.publisher.sPublish('news', 'after the break');
    await eventually(() => heard.includes('after the break'), 'the subscription is missing');
  }, 60_000);

  test('stays lost while a subscription is refused', async () => {
    let refused = 0;
    const refuse = async () => {
      refused += 1;
      throw new Error('refused');
    };
    link = await openRedis(host.url, { ...user, subscribe: () => (refused < 10 ? refuse() : Promise.resolve()) });
    await eventually(() => refused > 7, 'it is not tried again');
    expect(redisState()).toBe('lost');
    await becomes('ok');
  }, 60_000);

  test('is refused at the start if Redis is too old', async () => {
    host.setOld(true);
    const opening = openRedis(host.url, user);
    await expect(opening).rejects.toThrow(OperatorError);
    await expect(opening).rejects.toThrow(/^REDIS_URL is a Redis 6\S*; version 7 or newer is needed\.$/);
  });

  test('stays lost if a Redis that was absent at the start turns out to be too old, which is logged once', async () => {
    await redis.kill();
    const complaints = jest.spyOn(logger, 'error').mockReturnValue();
    link = await openRedis(host.url, user);
    expect(redisState()).toBe('lost');
    host.setOld(true);
    await redis.start();
    await eventually(() => host.oldReplies() >= 3, 'the version is not read');
    expect(redisState()).toBe('lost');
    expect(restorations).toBe(0);
    const ofVersion = complaints.mock.calls.filter(([text]) => /version 7 or newer/.test(String(text)));
    expect(ofVersion).toHaveLength(1);
    host.setOld(false);
    await becomes('ok');
    expect(restorations).toBe(1);
  }, 60_000);
});
