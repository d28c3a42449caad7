import { expect, test } from '@jest/globals';
import type { Row } from './figure';
import { spreadOf } from './statistics';
import { isMissed, tableOf } from './table';

const row = (values: number[], goal?: number): Row => ({
  name: 'a measurement',
  ratio: spreadOf(values),
  ...(goal !== undefined && { goal }),
  shown: {},
});

test("the goal of a row is missed if the row's median exceeds the goal or is not a number, but not because of one slow run; a row without a goal misses nothing", () => {
  expect(isMissed(row([0.9, 1.1, 1.2], 1))).toBe(true);
  expect(isMissed(row([0.9, 0.95, 1.2], 1))).toBe(false);
  expect(isMissed(row([1], 1))).toBe(false);
  expect(isMissed(row([Number.NaN], 1))).toBe(true);
  expect(isMissed(row([9]))).toBe(false);
});

test('the table shows for each row with a goal whether the goal is met', () => {
  const figure = { name: 'p0', title: 'A figure', baseline: 'its goal', measure: async () => [] };
  const lines = tableOf(figure, [row([2], 1), row([0.5], 1), row([2])]).split('\n');
  expect(lines.map((line) => /missed|met/.exec(line)?.[0])).toEqual([
    ...Array.from({ length: 4 }, () => undefined),
    'missed',
    'met',
    undefined,
  ]);
});
