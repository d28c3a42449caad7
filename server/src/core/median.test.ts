import { expect, test } from '@jest/globals';
import { median } from './median';

test.each<[string, number[], number | null]>([
  ['of no numbers', [], null],
  ['of one number', [7], 7],
  ['of two numbers', [4, 1], 2.5],
  ['of three numbers (sorted by value, not as text)', [10, 9, 100], 10],
  ['of four numbers (the mean of the middle two)', [1, 2, 4, 100], 3],
])('the median %s, here %j, is %j; the list is not changed', (_which, numbers, expected) => {
  const given = [...numbers];
  expect(median(given)).toBe(expected);
  expect(given).toEqual(numbers);
});
