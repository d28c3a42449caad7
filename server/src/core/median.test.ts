import { expect, test } from '@jest/globals';
import { median } from './median';

test.each<[string, number[], number | null]>([
  ['of none', [], null],
  ['of one', [7], 7],
  ['of two', [4, 1], 2.5],
  ['of three, by their size and not by their digits', [10, 9, 100], 10],
  ['of four, between the two in the middle', [1, 2, 4, 100], 3],
])('the median %s', (_which, numbers, expected) => {
  const given = [...numbers];
  expect(median(given)).toBe(expected);
  expect(given).toEqual(numbers);
});
