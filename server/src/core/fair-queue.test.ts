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

test('turns go round between people, whatever one of them asks for before', async () => {
  expect(await servedOf(new FairQueue(LIMITS), 'aaabbc')).toBe('abcaba');
});

test('one person waits only for so many, the others are not kept from it', async () => {
  expect(await servedOf(new FairQueue(LIMITS), 'aaaaaaaab')).toBe('abaa');
});

test('nobody waits longer than asked to', async () => {
  expect(await servedOf(new FairQueue({ ...LIMITS, everyMs: 200, waitMs: 50 }), 'abc')).toBe('a');
});

test('turns keep their distance, also from one that was given out before', async () => {
  const queue = new FairQueue({ ...LIMITS, everyMs: 100 });
  await queue.turn('a');
  const from = Date.now();
  expect(await servedOf(queue, 'bc')).toBe('bc');
  expect(Date.now() - from).toBeGreaterThanOrEqual(190);
});

test('turns come at their pace after the clock of the server was set back', async () => {
  const queue = new FairQueue({ ...LIMITS, waitMs: 1_000 });
  expect(await queue.turn('a')).toBe(true);
  setWallClockBack();
  expect(await queue.turn('b')).toBe(true);
});
