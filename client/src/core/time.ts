import { useEffect, useState } from 'react';
import { perLanguage } from './language';
import { t } from './t';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeValue = string | number | Date;

const millis = (time: TimeValue) => new Date(time).getTime();

/** The elapsed time as text, without 'ago': '30 s', '6 min', '2 h', '3 days'. Future times count as zero. */
export function elapsed(time: TimeValue, now: number): string {
  const ms = Math.max(0, now - millis(time));
  if (ms < MINUTE) return t('time.seconds', { n: Math.floor(ms / SECOND) });
  if (ms < HOUR) return t('time.minutes', { n: Math.floor(ms / MINUTE) });
  if (ms < DAY) return t('time.hours', { n: Math.floor(ms / HOUR) });
  return t('time.days', { n: Math.floor(ms / DAY) });
}

/** The time left as text: '54 min' rounded up, '2 h' and '3 days' rounded down. The past counts as one minute. */
export function remaining(time: TimeValue, now: number): string {
  const ms = Math.max(MINUTE, millis(time) - now);
  if (ms > DAY) return t('time.days', { n: Math.floor(ms / DAY) });
  if (ms > HOUR) return t('time.hours', { n: Math.floor(ms / HOUR) });
  return t('time.minutes', { n: Math.ceil(ms / MINUTE) });
}

/** 'just now' under ten seconds, then '30 s ago', '6 min ago', '2 h ago', '3 days ago'. */
export function relative(time: TimeValue, now: number): string {
  if (now - millis(time) < 10 * SECOND) return t('time.now');
  return t('time.ago', { ago: elapsed(time, now) });
}

const clock = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true }),
);

/** The time of day in the user's time zone, as every screen writes it: '9:46 am'. */
export function formatClock(time: TimeValue): string {
  const found = new Map(
    clock()
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  );
  return `${found.get('hour')}:${found.get('minute')} ${found.get('dayPeriod')?.toLowerCase()}`;
}

const parts = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }),
);
/** English months have three letters here, as in the specification; `Intl` gives September four. */
const threeLetters = (month: string) => (month === 'Sept' ? 'Sep' : month);

/** A planned time in the user's time zone: 'Sun 22 Nov, 6:30 am'. */
export function formatPlanned(time: TimeValue): string {
  const found = new Map(
    parts()
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  return `${part('weekday')} ${part('day')} ${threeLetters(part('month'))}, ${formatClock(time)}`;
}

const day = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/** A date with its time of day, as in tooltips: '22 Nov 2026, 6:30 am'. */
export function formatExact(time: TimeValue): string {
  return `${formatDay(time)}, ${formatClock(time)}`;
}

/** The day alone: '22 Nov 2026'. */
export function formatDay(time: TimeValue): string {
  return day().format(new Date(time));
}

/** The current epoch milliseconds, updated every `everyMs` while mounted. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
