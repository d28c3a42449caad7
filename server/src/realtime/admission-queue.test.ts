import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { admissionQueue } from './admission-queue';
import { admissions } from './admissions';

const PACE = 100;
/** A queue of ten seconds at this pace. */
const CAPACITY = 1_000;

let isClosing = false;
/** Numbers of the clients that were admitted and refused, in order. */
let admitted: number[] = [];
let refused: number[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  isClosing = false;
  admitted = [];
  refused = [];
});
afterEach(() => {
  jest.useRealTimers();
});

function setUpQueue(perSecond = () => PACE) {
  const crowd = admissions(perSecond, () => Date.now());
  while (crowd.admits());
  return admissionQueue({ crowd, perSecond, isClosing: () => isClosing, now: () => Date.now() });
}

type Queue = ReturnType<typeof setUpQueue>;
const joinAs = (queue: Queue, nth: number, address = `address ${nth}`) =>
  queue.join({ address, admit: () => admitted.push(nth), refuse: () => refused.push(nth) });

test('clients are admitted in the order of their arrival, at the pace', () => {
  const queue = setUpQueue();
  for (let nth = 0; nth < 200; nth += 1) joinAs(queue, nth);
  expect(admitted).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(admitted.length).toBeGreaterThanOrEqual(95);
  expect(admitted.length).toBeLessThanOrEqual(100);
  jest.advanceTimersByTime(1_100);
  expect(admitted).toEqual(Array.from({ length: 200 }, (_, nth) => nth));
  expect(queue.size).toBe(0);
});

test('a process whose timer is late admits smaller groups, and larger ones once the timer is on time', () => {
  const queue = setUpQueue(() => 1_000);
  for (let nth = 0; nth < 2_000; nth += 1) joinAs(queue, nth);
  // The queue grows faster than the pace in the time of the first group.
  jest.advanceTimersByTime(50);
  expect(admitted).toHaveLength(0);
  const groupAfter = (ms: number) => {
    const before = admitted.length;
    jest.setSystemTime(Date.now() + ms - 50);
    jest.advanceTimersByTime(50);
    return admitted.length - before;
  };
  const late = Array.from({ length: 16 }, () => groupAfter(200));
  expect(late.slice(0, 6)).toEqual([37, 28, 21, 15, 11, 8]);
  expect(late.at(-1)).toBe(1);
  const onTime = Array.from({ length: 20 }, () => groupAfter(50));
  expect(onTime.slice(0, 4)).toEqual([3, 6, 8, 11]);
  expect(onTime).toEqual([...onTime].sort((a, b) => a - b));
  expect(onTime.at(-1)).toBeGreaterThanOrEqual(50);
});

test('a group has no more clients than the pace admits in a tenth of a second, even after a pause', () => {
  const queue = setUpQueue(() => 1_000);
  for (let nth = 0; nth < 2_000; nth += 1) joinAs(queue, nth);
  jest.advanceTimersByTime(500);
  const before = admitted.length;
  jest.setSystemTime(Date.now() + 20);
  jest.advanceTimersByTime(50);
  expect(admitted.length - before).toBeLessThanOrEqual(100);
});

test('the queue holds as many clients as are admitted in ten seconds at the current pace', () => {
  const queue = setUpQueue();
  for (let nth = 0; nth < CAPACITY; nth += 1) {
    expect(queue.hasRoom(`address ${nth}`)).toBe(true);
    joinAs(queue, nth);
  }
  expect(queue.hasRoom('one more')).toBe(false);
  const fast = setUpQueue(() => 1_000);
  for (let nth = 0; nth < 9_999; nth += 1) joinAs(fast, nth);
  expect(fast.hasRoom('one more')).toBe(true);
  joinAs(fast, 9_999);
  expect(fast.hasRoom('one more')).toBe(false);
});

test('if the pace falls, the last clients, who would wait too long, are refused, and no other client may join', () => {
  const queue = setUpQueue(() => 1_000);
  for (let nth = 0; nth < 10_000; nth += 1) joinAs(queue, nth);
  // Each group of fifty or fewer takes half a second.
  for (let nth = 0; nth < 60; nth += 1) {
    jest.setSystemTime(Date.now() + 450);
    jest.advanceTimersByTime(50);
  }
  expect(queue.pace).toBe(250);
  expect(queue.size).toBeLessThanOrEqual(15 * 250);
  expect(queue.size).toBeGreaterThan(10 * 250);
  expect(refused.length).toBeGreaterThan(5_000);
  expect(Math.min(...refused)).toBeGreaterThan(Math.max(...admitted));
  expect(queue.hasRoom('one more')).toBe(false);
});

test('the first client of a new crowd waits for nobody of an earlier one', () => {
  const crowd = { admits: () => false, forget: jest.fn() };
  const queue = admissionQueue({ crowd, perSecond: () => PACE, isClosing: () => isClosing, now: () => Date.now() });
  joinAs(queue, 1);
  joinAs(queue, 2);
  expect(crowd.forget).toHaveBeenCalledTimes(1);
});

test('ten clients are admitted at once; those after them within the time of a group join the queue', () => {
  const crowd = { admits: () => true, forget: () => undefined };
  const queue = admissionQueue({ crowd, perSecond: () => PACE, isClosing: () => isClosing, now: () => Date.now() });
  expect(Array.from({ length: 12 }, () => queue.admitsNow())).toEqual([...Array(10).fill(true), false, false]);
  jest.setSystemTime(Date.now() + 50);
  expect(queue.admitsNow()).toBe(true);
  joinAs(queue, 1);
  jest.setSystemTime(Date.now() + 50);
  expect(queue.admitsNow()).toBe(false);
});

test('while more clients join than the pace allows, nobody is admitted: for two seconds at most, once in half a minute', () => {
  const queue = setUpQueue(() => 1_000);
  const joinMany = (perGroup: number, ms: number) => {
    admitted = [];
    for (let passed = 0; passed < ms; passed += 50) {
      for (let nth = 0; nth < perGroup; nth += 1) joinAs(queue, nth);
      jest.advanceTimersByTime(50);
    }
    return admitted.length;
  };
  const empty = () => {
    for (let waited = 0; queue.size > 0 && waited < 60_000; waited += 50) jest.advanceTimersByTime(50);
    expect(queue.size).toBe(0);
  };
  expect(joinMany(40, 1_000)).toBeGreaterThan(0);
  expect(joinMany(60, 1_500)).toBe(0);
  expect(joinMany(60, 1_500)).toBeGreaterThan(0);
  empty();
  expect(joinMany(60, 1_000)).toBeGreaterThan(0);
  empty();
  jest.advanceTimersByTime(30_000);
  expect(joinMany(60, 1_000)).toBe(0);
});

test('one address fills half of the queue at most, and leaves the rest to others', () => {
  const queue = setUpQueue();
  let own = 0;
  for (; queue.hasRoom('one address'); own += 1) joinAs(queue, own, 'one address');
  expect(own).toBe(CAPACITY / 2);
  expect(queue.hasRoom('another address')).toBe(true);
  for (let nth = 0; nth < CAPACITY / 4; nth += 1) joinAs(queue, nth, 'another address');
  expect(queue.hasRoom('another address')).toBe(false);
  expect(queue.hasRoom('a third address')).toBe(true);
});

test('a client that leaves is not admitted, and its place is free', () => {
  const queue = setUpQueue();
  const leaves = Array.from({ length: CAPACITY }, (_, nth) => joinAs(queue, nth));
  for (const leave of leaves.slice(0, 10)) leave();
  expect(queue.hasRoom('one more')).toBe(true);
  jest.advanceTimersByTime(1_000);
  expect(admitted[0]).toBe(10);
  // Leaving after its turn changes nothing.
  const { size } = queue;
  leaves[10]?.();
  expect(queue.size).toBe(size);
});

test('a process that closes refuses all waiting clients together', () => {
  const queue = setUpQueue();
  for (let nth = 0; nth < 100; nth += 1) joinAs(queue, nth);
  isClosing = true;
  jest.advanceTimersByTime(50);
  expect(refused).toHaveLength(100);
  expect(admitted).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
