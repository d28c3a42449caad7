import { expect, test } from '@jest/globals';
import { inOrder, isNewer, isStillNews } from './in-order';

test('tellings of one subject keep their order, whichever is ready first', async () => {
  const told: number[] = [];
  const slow = inOrder('ride', async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    told.push(1);
  });
  const quick = inOrder('ride', async () => void told.push(2));
  await Promise.all([slow, quick]);
  expect(told).toEqual([1, 2]);
});

test('a telling that fails does not stop the next, nor another subject', async () => {
  const told: string[] = [];
  const failing = inOrder('ride', () => Promise.reject(new Error('no')));
  await Promise.all([
    failing,
    inOrder('ride', async () => void told.push('next')),
    inOrder('other', async () => void told.push('other')),
  ]);
  expect(told.sort()).toEqual(['next', 'other']);
});

test('what is older than what was told is no news; the same again is', () => {
  expect([3, 2, 3, 4, 1].map((version) => isStillNews('a ride', version))).toEqual([true, false, true, true, false]);
  expect(isStillNews('another ride', 1)).toBe(true);
  expect([1, 1, 3, 2, 4].map((version) => isNewer('papers', version))).toEqual([true, false, true, false, true]);
});
