import { afterEach, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { setUpApp } from '../testing/set-up';
import { followDatabaseClock } from './database-clock';

setUpApp();

const { now } = Date;
afterEach(async () => {
  Date.now = now;
  for (let comparisons = 0; comparisons < 2; comparisons++) await followDatabaseClock();
});

/** The correction after the clock of this machine was set ahead by this many milliseconds, and compared so often. */
async function correctionAfter(milliseconds: number, comparisons = 2): Promise<number> {
  Date.now = () => now() + milliseconds;
  for (let done = 0; done < comparisons; done++) await followDatabaseClock();
  return clock.correction();
}

test('a clock that differs from the database by less than a second keeps its own time', async () => {
  expect(await correctionAfter(900)).toBe(0);
  expect(await correctionAfter(-900)).toBe(0);
});

test('a clock that is wrong is corrected, and is used again when it is right', async () => {
  const correction = await correctionAfter(300_000);
  expect(Math.abs(correction + 300_000)).toBeLessThan(1_000);
  expect(Math.abs(clock.millis() - now())).toBeLessThan(1_000);
  expect(await correctionAfter(0)).toBe(0);
});

test('a running process follows a difference only when two comparisons agree', async () => {
  expect(await correctionAfter(0)).toBe(0);
  expect(await correctionAfter(300_000, 1)).toBe(0);
  expect(await correctionAfter(600_000, 1)).toBe(0);
  expect(await correctionAfter(0, 1)).toBe(0);
  expect(await correctionAfter(300_000, 1)).toBe(0);
  expect(await correctionAfter(300_000, 1)).toBeLessThan(-299_000);
});

test('a difference that is not longer than the answer took changes nothing', async () => {
  const correction = await correctionAfter(300_000);
  expect(await correctionAfter(300_500)).toBe(correction);
});
