import { type MongoError, mongoError } from '../../../values/errors';
import { HOUR, instant, isoInstant, MINUTE, SECOND } from './calendar';
import { MONTHS, readFormat } from './format';
import { findZone, fixedZone, toUtc, UTC, type Zone } from './zone';

/** The fields of a date that were found in a string. */
type DateFields = {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  isoYear?: number;
  isoWeek?: number;
  isoDay?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  zone?: Zone;
};

/** The error (code 241) for a string that is not a date. */
export function unreadable(text: string, why: string): MongoError {
  return mongoError(241, 'ConversionFailure', `Error parsing date string '${text}'; ${why}`);
}

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  const at = MONTHS.findIndex((month) => month.toLowerCase() === lower || month.slice(0, 3).toLowerCase() === lower);
  return at < 0 ? Number.NaN : at + 1;
}

const inRange = (value: number | undefined, least: number, most: number) =>
  value === undefined || (value >= least && value <= most);

function isPossible(fields: DateFields): boolean {
  return (
    inRange(fields.month, 1, 12) &&
    inRange(fields.day, 1, 31) &&
    inRange(fields.dayOfYear, 1, 366) &&
    inRange(fields.isoWeek, 1, 53) &&
    inRange(fields.isoDay, 1, 7) &&
    inRange(fields.hour, 0, 24) &&
    inRange(fields.minute, 0, 59) &&
    inRange(fields.second, 0, 59)
  );
}

function midnightOf(fields: DateFields): number | undefined {
  const { year, month, day, dayOfYear, isoYear, isoWeek, isoDay } = fields;
  if (isoYear !== undefined) return isoInstant({ year: isoYear, week: isoWeek ?? 1, day: isoDay ?? 1 });
  if (year === undefined) return undefined;
  if (dayOfYear !== undefined) return instant({ year, month: 1, day: dayOfYear });
  return month === undefined || day === undefined ? undefined : instant({ year, month, day });
}

function dateFrom(text: string, fields: DateFields, zone: Zone | undefined): Date {
  if (fields.zone && zone) {
    throw unreadable(text, 'it has time zone information, and so has the timezone argument');
  }
  if (!isPossible(fields)) throw unreadable(text, 'a part of it is out of range');
  const midnight = midnightOf(fields);
  if (midnight === undefined) throw unreadable(text, 'an incomplete date/time string has been found');
  const { hour = 0, minute = 0, second = 0, millisecond = 0 } = fields;
  const local = midnight + hour * HOUR + minute * MINUTE + second * SECOND + millisecond;
  return new Date(toUtc(fields.zone ?? zone ?? UTC, local));
}

const TIME = String.raw`(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap]m))?)?`;
const ZONE = String.raw`(?: ?(?<zone>Z|[+-]\d\d(?::?\d\d)?|[A-Za-z]+(?:/[A-Za-z_]+)*))?`;
const ORDERS = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4})/(?<month>\d{1,2})/(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`,
  String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})[-.](?<month>\d{1,2})[-.](?<year>\d{4})`,
  String.raw`(?:[A-Za-z]{3,9},? +)?(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<named>[A-Za-z]{3,9}),?[ -](?<year>\d{4})`,
  String.raw`(?:[A-Za-z]{3,9},? +)?(?<named>[A-Za-z]{3,9}) +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})`,
  String.raw`(?<year>\d{4})-?W(?<isoWeek>\d\d)(?:-?(?<isoDay>[1-7]))?`,
].map((order) => new RegExp(`^\\s*${order}${TIME}${ZONE}\\s*$`, 'i'));

function zoneIn(text: string, name: string | undefined): Zone | undefined {
  if (name === undefined) return undefined;
  const zone = /^z$/i.test(name) ? UTC : (fixedZone(name) ?? findZone(name) ?? findZone(name.toUpperCase()));
  if (!zone) throw unreadable(text, 'the timezone could not be found in the database');
  return zone;
}

function hourOf(hour: string | undefined, half: string | undefined): number | undefined {
  if (hour === undefined) return undefined;
  return half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
}

/**
 * Parses a date in common notations: the year first, `month/day/year`, `day-month-year`, with a month's name, or an ISO
 * 8601 week; optionally with a time and a zone. `zone`, by default UTC, applies to a string without a zone. Throws 241,
 * also if both the string and the caller give a zone.
 */
export function parseDate(text: string, zone?: Zone): Date {
  const found = ORDERS.map((order) => order.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) throw unreadable(text, 'it is in no known form');
  const number = (name: string) => (found[name] === undefined ? undefined : Number(found[name]));
  const fields: DateFields = {};
  const put = <K extends keyof DateFields>(key: K, value: DateFields[K] | undefined) => {
    if (value !== undefined) fields[key] = value;
  };
  put(found.isoWeek === undefined ? 'year' : 'isoYear', number('year'));
  for (const key of ['day', 'isoWeek', 'isoDay', 'minute', 'second'] as const) put(key, number(key));
  put('month', found.named === undefined ? number('month') : monthOf(found.named));
  put('hour', hourOf(found.hour, found.half));
  put('millisecond', found.fraction === undefined ? undefined : Number(found.fraction.slice(0, 3).padEnd(3, '0')));
  put('zone', zoneIn(text, found.zone));
  return dateFrom(text, fields, zone);
}

type Reader = { pattern: RegExp; parse: (read: string, text: string) => DateFields };

const counted = (pattern: RegExp, key: keyof Omit<DateFields, 'zone'>): Reader => ({
  pattern,
  parse: (read) => ({ [key]: Number(read) }),
});
const month: Reader = { pattern: /^[A-Za-z]+/, parse: (read) => ({ month: monthOf(read) }) };

const READERS: Readonly<Record<string, Reader>> = {
  '%': { pattern: /^%/, parse: () => ({}) },
  b: month,
  B: month,
  d: counted(/^\d{1,2}/, 'day'),
  G: counted(/^\d{1,4}/, 'isoYear'),
  H: counted(/^\d{1,2}/, 'hour'),
  j: counted(/^\d{1,3}/, 'dayOfYear'),
  L: { pattern: /^\d{1,3}/, parse: (read) => ({ millisecond: Number(read.padEnd(3, '0')) }) },
  m: counted(/^\d{1,2}/, 'month'),
  M: counted(/^\d{1,2}/, 'minute'),
  S: counted(/^\d{1,2}/, 'second'),
  u: counted(/^[1-7]/, 'isoDay'),
  V: counted(/^\d{1,2}/, 'isoWeek'),
  Y: counted(/^\d{1,4}/, 'year'),
  z: {
    pattern: /^(?:[+-]\d\d(?::?\d\d)?|[A-Za-z]+(?:\/[A-Za-z_]+)*)/,
    parse: (read, text) => ({ zone: zoneIn(text, read) ?? UTC }),
  },
  Z: {
    pattern: /^[+-]\d{1,4}/,
    parse: (read) => ({ zone: { isUtc: false, offsetAt: () => Number(read) * MINUTE } }),
  },
};

/** Parses a date in a format as in `$dateToString`. Throws 241 for a wrong text, 18535 or 18536 for a wrong format. */
export function parseFormatted(text: string, format: string, zone?: Zone): Date {
  let rest = text;
  const fields: DateFields = {};
  for (const piece of readFormat(format, (letter) => Object.hasOwn(READERS, letter))) {
    if (!rest.startsWith(piece.text)) throw unreadable(text, `'${piece.text}' was expected before '${rest}'`);
    rest = rest.slice(piece.text.length);
    const reader = READERS[piece.letter];
    if (!reader) continue;
    const read = reader.pattern.exec(rest)?.[0];
    if (read === undefined) throw unreadable(text, `%${piece.letter} does not fit '${rest}'`);
    Object.assign(fields, reader.parse(read, text));
    rest = rest.slice(read.length);
  }
  if (rest !== '') throw unreadable(text, `trailing data '${rest}'`);
  return dateFrom(text, fields, zone);
}
