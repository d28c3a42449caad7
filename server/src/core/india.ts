/** The time zone of the days and months by which money and requests are counted; its offset is constant. */
export const INDIA = 'Asia/Kolkata';
const OFFSET_MS = 5.5 * 3_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The day in India at this moment, as 2026-01-31. */
export function dayInIndia(at: Date): string {
  return hourInIndia(at).slice(0, 10);
}

/** The hour in India at this moment, as 2026-01-31T05. */
export function hourInIndia(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 13);
}

/** The moment at which this day (2026-01-31) or hour (2026-01-31T05) begins in India. */
export function beginningOf(period: string): Date {
  const hour = period.length === 10 ? `${period}T00` : period;
  return new Date(Date.parse(`${hour}:00:00Z`) - OFFSET_MS);
}

/** The moment at which this day or hour ends in India, which is the first moment of the next one. */
export function endOf(period: string): Date {
  return new Date(beginningOf(period).getTime() + (period.length === 10 ? DAY_MS : HOUR_MS));
}

/** The moment at which the month of `at` began in India. */
export function monthInIndia(at: Date): Date {
  return beginningOf(`${dayInIndia(at).slice(0, 7)}-01`);
}

/** The last `count` days in India up to the day of `now`, oldest first, each as 2026-01-31. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, n) => dayInIndia(new Date(now.getTime() - (count - 1 - n) * DAY_MS)));
}
