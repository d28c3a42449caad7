import { expect, test } from '@jest/globals';
import { buckets } from './buckets';

test('a bucket allows a burst, then its number of calls a second', () => {
  let now = 0;
  const { take } = buckets(
    () => ({ perSecond: 5, burst: 20 }),
    () => now,
  );
  const taken = (tries: number) => Array.from({ length: tries }, () => take('a')).filter((wait) => wait === 0).length;
  expect(taken(100)).toBe(20);
  now += 1_000;
  expect(taken(100)).toBe(5);
  now += 3_600_000;
  expect(taken(100)).toBe(20);
});

test("a caller who empties a bucket takes nothing from another caller's bucket", () => {
  const { take } = buckets(
    () => ({ perSecond: 1, burst: 1 }),
    () => 0,
  );
  expect([take('a'), take('a'), take('b')]).toEqual([0, 1, 0]);
});

test('tokens refill in fractions, and a refusal says how long to wait', () => {
  let now = 0;
  const { take } = buckets(
    () => ({ perSecond: 2, burst: 1 }),
    () => now,
  );
  expect(take('a')).toBe(0);
  now = 400;
  expect(take('a')).toBeCloseTo(0.1);
  now = 501;
  expect(take('a')).toBe(0);
});

test('an expensive call takes more tokens, and a later charge becomes a debt', () => {
  let now = 0;
  const { take, charge } = buckets(
    () => ({ perSecond: 10, burst: 20 }),
    () => now,
  );
  expect([take('a', 15), take('a', 6)]).toEqual([0, 0.1]);
  charge('a', 25);
  expect(take('a')).toBeCloseTo(2.1);
  now = 2_100;
  expect(take('a')).toBe(0);
});

test('a call that costs more than a full bucket passes when the bucket is full, and the rest becomes a debt', () => {
  let now = 0;
  const { take } = buckets(
    () => ({ perSecond: 10, burst: 20 }),
    () => now,
  );
  expect(take('a', 30)).toBe(0);
  expect(take('a', 30)).toBe(3);
  now = 3_000;
  expect(take('a', 30)).toBe(0);
});
