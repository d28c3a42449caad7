import { expect, test } from '@jest/globals';
import { formatMoney } from './money';
import { formatPlanned, relative } from './time';

const now = Date.parse('2026-11-22T06:00:00Z');
const ago = (ms: number) => relative(now - ms, now);

test('elapsed time is shown in the largest whole unit', () => {
  expect([ago(4_000), ago(30_000), ago(6 * 60_000), ago(2 * 3_600_000), ago(86_400_000), ago(3 * 86_400_000)]).toEqual([
    'just now',
    '30 s ago',
    '6 min ago',
    '2 h ago',
    '1 day ago',
    '3 days ago',
  ]);
});

test('a clock that is behind the server never counts backwards', () => {
  expect(ago(-5_000)).toBe('just now');
});

test('a planned time is shown as weekday, day, month and time', () => {
  expect(formatPlanned(new Date(2026, 10, 22, 6, 30))).toBe('Sun 22 Nov, 6:30 am');
});

test('amounts have Indian grouping and two decimals', () => {
  expect(formatMoney(123456.5)).toBe('₹1,23,456.50');
  expect(formatMoney(240)).toBe('₹240.00');
});
