import { expect, test } from '@jest/globals';
import { buckets } from './buckets';

test('a burst is let through, then as many a second as allowed', () => {
  let now = 0;
  const take = buckets({ perSecond: 5, burst: 20 }, () => now);
  const taken = (tries: number) => Array.from({ length: tries }, () => take('a')).filter(Boolean).length;
  expect(taken(100)).toBe(20);
  now += 1_000;
  expect(taken(100)).toBe(5);
  now += 3_600_000;
  expect(taken(100)).toBe(20);
});

test('one who floods takes nothing from another', () => {
  const take = buckets({ perSecond: 1, burst: 1 }, () => 0);
  expect([take('a'), take('a'), take('b')]).toEqual([true, false, true]);
});

test('time is counted in fractions of a token', () => {
  let now = 0;
  const take = buckets({ perSecond: 2, burst: 1 }, () => now);
  expect(take('a')).toBe(true);
  now = 400;
  expect(take('a')).toBe(false);
  now = 501;
  expect(take('a')).toBe(true);
});
