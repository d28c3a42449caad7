import { expect, test } from '@jest/globals';
import { fallsOf } from './falls';
import type { Row } from './figure';
import { spreadOf } from './statistics';

const row = (ratio: number, more: Partial<Row> = {}): Row => ({
  name: 'a measurement',
  ratio: spreadOf([ratio]),
  goal: 1,
  shown: {},
  ...more,
});
const isFall = (stored: Row, measured: Row) => fallsOf([stored], [measured]).length === 1;

test('a row is reported as worse if its cost is over a third higher than stored, or its share over a quarter lower', () => {
  expect(isFall(row(1), row(1.3))).toBe(false);
  expect(isFall(row(1), row(1.4))).toBe(true);
  expect(isFall(row(1), row(0.1))).toBe(false);
  const reaching = (ratio: number): Row => ({
    name: 'a measurement',
    ratio: spreadOf([ratio]),
    atLeast: 0.9,
    shown: {},
  });
  expect(isFall(reaching(1), reaching(0.76))).toBe(false);
  expect(isFall(reaching(1), reaching(0.74))).toBe(true);
  expect(isFall(reaching(1), reaching(9))).toBe(false);
  expect(fallsOf([row(1)], [row(1.4)])).toEqual(['a measurement: 1.40, before 1.00']);
});

test('a row that is only shown, new, disturbed or not run is not reported as worse', () => {
  expect(isFall(row(1), { name: 'a measurement', ratio: spreadOf([9]), shown: {} })).toBe(false);
  expect(fallsOf([], [row(9)])).toEqual([]);
  expect(isFall(row(1), row(9, { control: spreadOf([1.2]) }))).toBe(false);
  expect(isFall(row(1), row(9, { notRun: 'no second core' }))).toBe(false);
  expect(isFall(row(1), row(9, { control: spreadOf([0.98]) }))).toBe(true);
});
