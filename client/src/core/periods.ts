import { perLanguage } from './language';

/** India has one UTC offset all year; accounting periods are Indian, in any time zone of the user. */
const INDIA_MS = 330 * 60_000;
const DAY_MS = 86_400_000;
const timeZone = 'Asia/Kolkata';

export const groupings = ['day', 'week', 'month'] as const;
export type Grouping = (typeof groupings)[number];

/** The day in India of an epoch time (ms): '2026-11-21'. */
export function indiaDay(time: number): string {
  return new Date(time + INDIA_MS).toISOString().slice(0, 10);
}

/** The start of a day in India, in epoch milliseconds. */
export function dayStart(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - INDIA_MS;
}

function shiftDays(date: string, days: number): string {
  return indiaDay(dayStart(date) + days * DAY_MS);
}

/** The first day of the week (Monday), month or day that contains this day. */
export function firstDay(date: string, by: Grouping): string {
  if (by === 'day') return date;
  if (by === 'month') return `${date.slice(0, 7)}-01`;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return shiftDays(date, -((weekday + 6) % 7));
}

/** The first day of the period after the one that begins with `first`. */
export function nextFirst(first: string, by: Grouping): string {
  if (by === 'day') return shiftDays(first, 1);
  if (by === 'week') return shiftDays(first, 7);
  return firstDay(shiftDays(first, 31), 'month');
}

/** Groups rows of days (oldest first) by period, in order. */
export function groupDays<R extends { date: string }>(
  rows: readonly R[],
  by: Grouping,
): { first: string; rows: R[] }[] {
  const groups: { first: string; rows: R[] }[] = [];
  for (const row of rows) {
    const first = firstDay(row.date, by);
    const last = groups.at(-1);
    if (last?.first === first) last.rows.push(row);
    else groups.push({ first, rows: [row] });
  }
  return groups;
}

/** The week or month `back` periods before the one of `now`: its first day and the first day after it. */
export function periodBack(by: Grouping, back: number, now: number): { first: string; after: string } {
  let first = firstDay(indiaDay(now), by);
  for (let step = 0; step < back; step += 1) first = firstDay(shiftDays(first, -1), by);
  return { first, after: nextFirst(first, by) };
}

const short = perLanguage((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }));
const month = perLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone }));
const monthYear = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone }),
);
const full = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
);

/** The label of an axis: '21 Nov', 'Nov'. */
export function formatPeriodShort(first: string, by: Grouping): string {
  return (by === 'month' ? month : short)().format(dayStart(first));
}

/** The period as text: '21 Nov 2026', '16–22 Nov 2026', 'November 2026'. */
export function formatPeriod(first: string, by: Grouping): string {
  if (by === 'day') return full().format(dayStart(first));
  if (by === 'month') return monthYear().format(dayStart(first));
  return full().formatRange(dayStart(first), dayStart(shiftDays(first, 6)));
}
