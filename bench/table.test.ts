import { expect, test } from '@jest/globals';
import { type Row, rowNotRun } from './figure';
import { spreadOf } from './statistics';
import { goalOf, isMissed, isValid, ratioText, tableOf, verdictOf } from './table';

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

test('if a higher ratio is better, the goal of its row is a minimum', () => {
  const atLeast = { ...row([0.85, 0.9, 1]), atLeast: 0.9 };
  expect(isMissed(atLeast)).toBe(false);
  expect(isMissed({ ...atLeast, ratio: spreadOf([0.85, 0.89, 1]) })).toBe(true);
  expect(goalOf(atLeast)).toBe('≥ 0.9');
  expect(goalOf(row([1], 2))).toBe('≤ 2');
});

test('a row whose control is more than 3% from 1, or that was not run, is not valid and misses no goal', () => {
  const controlled = (control: number) => ({ ...row([9], 1), control: spreadOf([control]) });
  expect([0.96, 0.98, 1.02, 1.04].filter((control) => isValid(controlled(control)))).toEqual([0.98, 1.02]);
  expect([0.96, 1].map((control) => isMissed(controlled(control)))).toEqual([false, true]);
  expect([0.96, 1].map((control) => verdictOf(controlled(control)))).toEqual(['disturbed', 'missed']);
  const notRun = rowNotRun('a measurement', 'no second core');
  expect([isValid(notRun), isMissed(notRun), verdictOf(notRun)]).toEqual([false, false, 'not run']);
});

test('a small ratio keeps two digits', () => {
  expect([0, 0.00417, 0.096, 0.4, 12.35].map(ratioText)).toEqual(['0.00', '0.0042', '0.096', '0.40', '12.35']);
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
