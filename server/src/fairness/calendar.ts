const DAY_MS = 86_400_000;

/** The day that comes `count` days after `day`, both written like 2026-01-31; a negative `count` counts backwards. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Whether a day is the last one of its month. */
export function endsMonth(day: string): boolean {
  return daysAfter(day, 1).endsWith('-01');
}

/** The number of days from one day to another. */
export function daysUntil(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS);
}
