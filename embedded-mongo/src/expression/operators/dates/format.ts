import { located } from '../../../values/errors';
import { dayOfYear, isoWeek, isoWeekday, isoYear, week, weekday } from './calendar';
import type { Zone } from './zone';

/** The months' names in the order of the year. */
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The local time in a zone, and its offset from UTC in minutes. */
type Shown = { local: number; date: Date; ahead: number };

const digits = (value: number, width: number) => String(value).padStart(width, '0');

function year(value: number): string {
  if (value >= 0 && value <= 9999) return digits(value, 4);
  throw located(18537, `$dateToString is only defined on year 0-9999, tried to use year ${value}`);
}

function offset(ahead: number): string {
  const minutes = Math.abs(ahead);
  return `${ahead < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60), 2)}${digits(minutes % 60, 2)}`;
}

const SPECIFIERS: Readonly<Record<string, (shown: Shown) => string>> = {
  '%': () => '%',
  b: ({ date }) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  B: ({ date }) => MONTHS[date.getUTCMonth()] ?? '',
  d: ({ date }) => digits(date.getUTCDate(), 2),
  G: ({ local }) => year(isoYear(local)),
  H: ({ date }) => digits(date.getUTCHours(), 2),
  j: ({ local }) => digits(dayOfYear(local), 3),
  L: ({ date }) => digits(date.getUTCMilliseconds(), 3),
  m: ({ date }) => digits(date.getUTCMonth() + 1, 2),
  M: ({ date }) => digits(date.getUTCMinutes(), 2),
  S: ({ date }) => digits(date.getUTCSeconds(), 2),
  u: ({ local }) => String(isoWeekday(local)),
  U: ({ local }) => digits(week(local), 2),
  V: ({ local }) => digits(isoWeek(local), 2),
  w: ({ local }) => String(weekday(local) + 1),
  Y: ({ date }) => year(date.getUTCFullYear()),
  z: ({ ahead }) => offset(ahead),
  Z: ({ ahead }) => String(ahead),
};

/**
 * Parses a format into its specifiers, each with the text before it; text at the end has an empty letter. Throws 18535
 * for a `%` at the end and 18536 for an unknown specifier.
 */
export function readFormat(format: string, known: (letter: string) => boolean): { text: string; letter: string }[] {
  const pieces: { text: string; letter: string }[] = [];
  let text = '';
  for (let at = 0; at < format.length; at++) {
    if (format[at] !== '%') {
      text += format[at];
      continue;
    }
    const letter = format[++at];
    if (letter === undefined) throw located(18535, "Unmatched '%' at end of format string");
    if (!known(letter)) throw located(18536, `Invalid format character '%${letter}' in format string`);
    pieces.push({ text, letter });
    text = '';
  }
  return text === '' ? pieces : [...pieces, { text, letter: '' }];
}

const isSpecifier = (letter: string) => Object.hasOwn(SPECIFIERS, letter);

/** Formats a date as `$dateToString` does. */
export function formatDate(utc: number, format: string, zone: Zone): string {
  const ahead = zone.offsetAt(utc);
  const local = utc + ahead;
  const shown = { local, date: new Date(local), ahead: Math.trunc(ahead / 60_000) };
  const pieces = readFormat(format, isSpecifier);
  return pieces.map(({ text, letter }) => text + (letter === '' ? '' : SPECIFIERS[letter]?.(shown))).join('');
}
