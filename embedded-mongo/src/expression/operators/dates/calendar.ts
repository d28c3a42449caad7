export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/**
 * Midnight UTC of a calendar date, plus `milliseconds`, in milliseconds since 1970. Fields beyond their range carry over;
 * the year 99 is the year 99, not 1999.
 */
export function instant(fields: Readonly<Record<'year' | 'month' | 'day', number>>, milliseconds = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(fields.year, fields.month - 1, fields.day);
  return date.getTime() + milliseconds;
}

/** The day of the week, 0 for Sunday. Here and below, `local` is a local time in milliseconds as if it were UTC. */
export function weekday(local: number): number {
  return new Date(local).getUTCDay();
}

/** The day of the week, 1 for Monday to 7 for Sunday. */
export function isoWeekday(local: number): number {
  return weekday(local) || 7;
}

function yearStart(year: number): number {
  return instant({ year, month: 1, day: 1 });
}

/** The day of the year, from 1. */
export function dayOfYear(local: number): number {
  return Math.floor((local - yearStart(new Date(local).getUTCFullYear())) / DAY) + 1;
}

/** The week of the year, 0 to 53: the first Sunday begins week 1. */
export function week(local: number): number {
  return Math.floor((dayOfYear(local) + 6 - weekday(local)) / 7);
}

/** The year to which ISO 8601 assigns a date's week: the year of the week's Thursday. */
export function isoYear(local: number): number {
  return new Date(local + (4 - isoWeekday(local)) * DAY).getUTCFullYear();
}

/** The week of ISO 8601, 1 to 53: week 1 contains the year's first Thursday. */
export function isoWeek(local: number): number {
  return Math.ceil(dayOfYear(local + (4 - isoWeekday(local)) * DAY) / 7);
}

/** Midnight of a day in an ISO 8601 week. */
export function isoInstant({ year, week, day }: Readonly<Record<'year' | 'week' | 'day', number>>): number {
  const fourth = instant({ year, month: 1, day: 4 });
  return fourth + (1 - isoWeekday(fourth)) * DAY + (week - 1) * WEEK + (day - 1) * DAY;
}

/** Adds months to a date; a day that the resulting month does not have becomes the last day of that month. */
export function addMonths(local: number, months: number): number {
  const date = new Date(local);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + months, date.getUTCDate()];
  const last = new Date(instant({ year, month: month + 1, day: 0 })).getUTCDate();
  const ofDay = local - Math.floor(local / DAY) * DAY;
  return instant({ year, month, day: Math.min(day, last) }, ofDay);
}

/** The number of months from January of year 0 to a date. */
export function monthNumber(local: number): number {
  const date = new Date(local);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
