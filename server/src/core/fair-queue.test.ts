import { afterEach, expect, jest, test } from '@jest/globals';
import { setWallClockBack } from '../testing/monotonic';
import { FairQueue } from './fair-queue';

afterEach(() => {
  jest.restoreAllMocks();
});

const LIMITS = { everyMs: 10, waitMs: 10_000, waitingOfOne: 3, waiting: 100 };

/** Requests turns in this order; returns who got one, in the order of turns. */
async function servedOf(queue: FairQueue, people: string): Promise<string> {
  let served = '';
  await Promise.all(
    [...people].map(async (who) => {
      if (await queue.turn(who)) served += who;
    }),
  );
  return served;
}

test('turns alternate between people, however many one of them has requested', async () => {
  expect(await servedOf(new FairQueue(LIMITS), 'aaabbc')).toBe('abcaba');
});

test('a person can have only a limited number of waiting requests, and other people can still wait', async () => {
  expect(await servedOf(new FairQueue(LIMITS), 'aaaaaaaab')).toBe('abaa');
});

test('a request that would wait longer than `waitMs` gets no turn', async () => {
  expect(await servedOf(new FairQueue({ ...LIMITS, everyMs: 200, waitMs: 50 }), 'abc')).toBe('a');
});

test('turns keep their minimum interval, also after an earlier turn', async () => {
  const queue = new FairQueue({ ...LIMITS, everyMs: 100 });
  await queue.turn('a');
  const from = Date.now();
  expect(await servedOf(queue, 'bc')).toBe('bc');
  expect(Date.now() - from).toBeGreaterThanOrEqual(190);
});

test('turns are still given after the server clock was set back', async () => {
  const queue = new FairQueue({ ...LIMITS, waitMs: 1_000 });
  expect(await queue.turn('a')).toBe(true);
  setWallClockBack();
  expect(await queue.turn('b')).toBe(true);
});
