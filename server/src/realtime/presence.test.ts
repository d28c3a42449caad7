import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchPauses } from '../core/process-pauses';
import { openRedis, redisState } from '../core/redis';
import { domainEvents } from '../domain-events';
import { letPass, setWallClockBack } from '../testing/monotonic';
import { eventually } from '../testing/realtime';
import { startTestRedis } from '../testing/redis';
import {
  driverJoined,
  driverLeft,
  expirePresence,
  isOnline,
  onlineDrivers,
  setDriversOf,
  setPresentAt,
} from './presence';

let driver = 0;
let id = '';
const emitted: { driverId: string; online: boolean }[] = [];
let stop = () => {};

beforeEach(() => {
  driver += 1;
  id = `driver-${driver}`;
  emitted.length = 0;
  stop = domainEvents.on('driver.presence_changed', (event) => void emitted.push(event));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

test('a driver without a connection is offline', () => {
  expect(isOnline(id)).toBe(false);
});

test('a driver stays online for 60 seconds after the last socket closes, and not longer', () => {
  driverJoined(id);
  driverJoined(id);
  driverLeft(id);
  letPass(120_000);
  expect(isOnline(id)).toBe(true);
  driverLeft(id);
  letPass(59_000);
  expect(isOnline(id)).toBe(true);
  letPass(2_000);
  expect(isOnline(id)).toBe(false);
});

test('a driver who has left does not stay online longer when the server clock is set back', () => {
  driverJoined(id);
  driverLeft(id);
  setWallClockBack();
  letPass(61_000);
  expect(isOnline(id)).toBe(false);
  expirePresence();
});

test('connecting and disconnecting emit one event each; a reconnect within the minute emits none', async () => {
  driverJoined(id);
  driverLeft(id);
  expirePresence();
  driverJoined(id);
  driverLeft(id);
  letPass(61_000);
  expirePresence();
  expirePresence();
  await Promise.resolve();
  await Promise.resolve();
  expect(emitted).toEqual([
    { driverId: id, online: true },
    { driverId: id, online: false },
  ]);
});

/** Waits until the listeners of the events so far have run. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

test('a driver on several nodes is online until the driver has left the last of them, and each change is emitted once', async () => {
  driverJoined(id);
  setPresentAt('another node', id, true);
  setPresentAt('a third node', id, true);
  expect(onlineDrivers().filter((driver) => driver === id)).toEqual([id]);
  driverLeft(id);
  letPass(61_000);
  setDriversOf('another node', [id]);
  setDriversOf('a third node', [id]);
  expirePresence();
  setPresentAt('a third node', id, false);
  expect(isOnline(id)).toBe(true);
  setPresentAt('another node', id, false);
  expect(isOnline(id)).toBe(false);
  await delivered();
  expect(emitted).toEqual([
    { driverId: id, online: true },
    { driverId: id, online: false },
  ]);
});

test('the drivers of a node that has been silent for 30 seconds are offline', async () => {
  setDriversOf('a node that dies', [id]);
  letPass(29_000);
  expirePresence();
  expect(isOnline(id)).toBe(true);
  setDriversOf('a node that dies', [id]);
  letPass(29_000);
  expirePresence();
  expect(isOnline(id)).toBe(true);
  letPass(2_000);
  expirePresence();
  expect(isOnline(id)).toBe(false);
  await delivered();
  expect(emitted).toEqual([
    { driverId: id, online: true },
    { driverId: id, online: false },
  ]);
});

test('a process that was paused forgets the nodes that stay silent for 30 seconds after it has resumed', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const stopWatch = watchPauses(() => undefined);
  /** Lets time pass in which the timers of the process run. */
  const run = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      letPass(1_000);
      jest.advanceTimersByTime(1_000);
    }
  };
  try {
    setDriversOf('a node that was not heard', [id]);
    letPass(120_000);
    // Which timer runs first after a pause is not certain.
    expirePresence();
    expect(isOnline(id)).toBe(true);
    run(29);
    expirePresence();
    expect(isOnline(id)).toBe(true);
    run(2);
    expirePresence();
    expect(isOnline(id)).toBe(false);
  } finally {
    stopWatch();
    jest.useRealTimers();
  }
});

test('while the link to the other nodes is lost, their drivers stay online; silent nodes are forgotten 30 seconds after its return', async () => {
  const redis = await startTestRedis();
  const link = await openRedis(redis.url, { subscribe: async () => undefined, restored: () => undefined });
  const becomes = (state: string) => eventually(() => redisState() === state, `the link is not ${state}`);
  try {
    setDriversOf('a node that cannot be heard', [id]);
    await redis.kill();
    await becomes('lost');
    letPass(120_000);
    expirePresence();
    expect(isOnline(id)).toBe(true);
    await redis.start();
    await becomes('ok');
    expirePresence();
    letPass(25_000);
    expirePresence();
    expect(isOnline(id)).toBe(true);
    letPass(6_000);
    expirePresence();
    expect(isOnline(id)).toBe(false);
    await delivered();
    expect(emitted).toEqual([
      { driverId: id, online: true },
      { driverId: id, online: false },
    ]);
  } finally {
    await link.close();
    await redis.kill();
  }
}, 60_000);
