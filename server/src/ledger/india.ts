/** The time zone in which days and months of money begin; its offset is constant. */
export const INDIA = 'Asia/Kolkata';
const OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The day in India at this moment, as 2026-01-31. */
export function dayInIndia(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** The moment at which this day (2026-01-31) begins in India. */
export function beginningOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);
}

/** The moment at which the current month began in India. */
export function monthInIndia(at: Date): Date {
  return beginningOf(`${dayInIndia(at).slice(0, 7)}-01`);
}

/** The last `count` days, the last one today in India, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, n) => dayInIndia(new Date(now.getTime() - (count - 1 - n) * DAY_MS)));
}
