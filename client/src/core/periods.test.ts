import { expect, test } from '@jest/globals';
import { dayStart, firstDay, groupDays, indiaDay, nextFirst, periodBack } from './periods';

test('a day is a day in India, in any time zone of the user', () => {
  expect(indiaDay(Date.parse('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20');
  expect(indiaDay(Date.parse('2026-11-20T18:30:00.000Z'))).toBe('2026-11-21');
  expect(new Date(dayStart('2026-11-21')).toISOString()).toBe('2026-11-20T18:30:00.000Z');
});

test('a week begins on Monday, a month with its first day, also across the end of a year', () => {
  expect(firstDay('2026-11-22', 'week')).toBe('2026-11-16');
  expect(firstDay('2026-11-16', 'week')).toBe('2026-11-16');
  expect(firstDay('2027-01-02', 'week')).toBe('2026-12-28');
  expect(nextFirst('2026-12-01', 'month')).toBe('2027-01-01');
  expect(nextFirst('2027-02-01', 'month')).toBe('2027-03-01');
  expect(nextFirst('2026-12-28', 'week')).toBe('2027-01-04');
});

test('every day is in exactly one group', () => {
  const days = Array.from({ length: 366 }, (_, at) => ({ date: indiaDay(dayStart('2026-01-01') + at * 86_400_000) }));
  for (const by of ['day', 'week', 'month'] as const) {
    const groups = groupDays(days, by);
    expect(groups.flatMap((group) => group.rows)).toEqual(days);
    expect(new Set(groups.map((group) => group.first)).size).toBe(groups.length);
  }
});

test('periodBack steps period by period without a gap', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const months = [0, 1, 2, 3].map((back) => periodBack('month', back, now));
  expect(months.map((one) => one.first)).toEqual(['2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01']);
  expect(months.map((one) => one.after)).toEqual(['2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01']);
  const weeks = [0, 1].map((back) => periodBack('week', back, now));
  expect(weeks).toEqual([
    { first: '2026-03-30', after: '2026-04-06' },
    { first: '2026-03-23', after: '2026-03-30' },
  ]);
});
