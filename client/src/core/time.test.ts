import { expect, test } from '@jest/globals';
import { formatMoney } from './money';
import { formatClock, formatExact, formatPlanned, relative, remaining } from './time';

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

test('elapsed time is never negative if the clock is behind the server', () => {
  expect(ago(-5_000)).toBe('just now');
});

test('the time left is shown in minutes, rounded up; above an hour in hours or days, rounded down; and never as zero', () => {
  const left = (ms: number) => remaining(now + ms, now);
  expect([left(53.2 * 60_000), left(3_600_000), left(3 * 3_600_000), left(2.5 * 86_400_000), left(-5_000)]).toEqual([
    '54 min',
    '60 min',
    '3 h',
    '2 days',
    '1 min',
  ]);
});

test('a planned time is shown as weekday, day, month and time', () => {
  expect(formatPlanned(new Date(2026, 10, 22, 6, 30))).toBe('Sun 22 Nov, 6:30 am');
});

test('the time of day is written in one way, alone and after a day', () => {
  const time = new Date(2026, 10, 22, 21, 5);
  expect([formatClock(time), formatPlanned(time), formatExact(time)]).toEqual([
    '9:05 pm',
    'Sun 22 Nov, 9:05 pm',
    '22 Nov 2026, 9:05 pm',
  ]);
  expect(formatClock(new Date(2026, 10, 22, 0, 30))).toBe('12:30 am');
});

test('amounts have Indian grouping and two decimals', () => {
  expect(formatMoney(123456.5)).toBe('₹1,23,456.50');
  expect(formatMoney(240)).toBe('₹240.00');
});
