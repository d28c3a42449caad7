import { Long } from 'bson';
import { failedToParse, located } from '../../../values/errors';
import { toBigInt } from '../../../values/numbers';
import { show } from '../../../values/show';
import { typeName } from '../../../values/types';
import { isNullish, named } from '../../arguments';
import type { Compiler, OperatorCompiler, Operators, Scope } from '../../scope';
import { addMonths, DAY, HOUR, instant, MINUTE, monthNumber, SECOND, WEEK, weekday } from './calendar';
import { instantOf, zonePart } from './instants';
import { toLocal, toUtc, type Zone } from './zone';

/** A unit of time as a number of months, of calendar days, or of milliseconds. */
export type Unit = { months: number } | { days: number } | { milliseconds: number };

const UNITS: ReadonlyMap<unknown, Unit> = new Map<unknown, Unit>([
  ['year', { months: 12 }],
  ['quarter', { months: 3 }],
  ['month', { months: 1 }],
  ['week', { days: 7 }],
  ['day', { days: 1 }],
  ['hour', { milliseconds: HOUR }],
  ['minute', { milliseconds: MINUTE }],
  ['second', { milliseconds: SECOND }],
  ['millisecond', { milliseconds: 1 }],
]);

/** The unit with this name. Throws FailedToParse for an unknown name. */
export function timeUnit(name: string): Unit {
  const unit = UNITS.get(name);
  if (!unit) throw failedToParse(`unknown time unit value: ${name}`);
  return unit;
}

/** The number of milliseconds in a unit; undefined for units of varying length. */
export function unitMilliseconds(unit: Unit): number | undefined {
  if ('months' in unit) return undefined;
  return 'days' in unit ? unit.days * DAY : unit.milliseconds;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function dateIn(value: unknown, say: { code: number; name: string; key: string }): number {
  const date = instantOf(value);
  if (date !== undefined) return date;
  throw located(say.code, `${say.name} requires '${say.key}' to be a date, but got ${typeName(value)}`);
}

/** Parses a unit for `$dateDiff` and `$dateTrunc`. */
function unitOf(value: unknown, name: string): Unit {
  if (typeof value !== 'string') {
    throw located(5439013, `${name} requires 'unit' to be a string, but got ${typeName(value)}`);
  }
  const unit = UNITS.get(value);
  if (!unit) throw located(5439014, `${name} parameter 'unit' value cannot be recognized as a time unit: ${value}`);
  return unit;
}

function startOfWeekOf(value: unknown, name: string): number {
  if (typeof value !== 'string') {
    throw located(5439015, `${name} requires 'startOfWeek' to be a string, but got ${typeName(value)}`);
  }
  const lower = value.toLowerCase();
  const day = WEEKDAYS.findIndex((weekday) => weekday === lower || weekday.slice(0, 3) === lower);
  if (day >= 0) return day;
  throw located(5439016, `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`);
}

/**
 * Adds `amount` units to an instant, by the local time and calendar of the zone. Takes and returns epoch milliseconds.
 */
export function added(utc: number, unit: Unit, { amount, zone }: { amount: number; zone: Zone }): number {
  if ('milliseconds' in unit) return utc + amount * unit.milliseconds;
  const local = toLocal(zone, utc);
  return toUtc(zone, 'days' in unit ? local + amount * unit.days * DAY : addMonths(local, amount * unit.months));
}

function adding(sign: 1 | -1): OperatorCompiler {
  return (argument, compiler, name) => {
    const codes = { shape: 5166400, unknown: 5166401, missing: 5166402 };
    const parts = named(argument, name, {
      required: ['startDate', 'unit', 'amount'],
      optional: ['timezone'],
      codes,
    });
    const [start, unit, amount] = [parts.startDate, parts.unit, parts.amount].map((each) => compiler.compile(each));
    const zone = zonePart(parts.timezone, compiler, name);
    return (scope) => {
      const [date, named, count, where] = [start?.(scope), unit?.(scope), amount?.(scope), zone(scope)];
      if (isNullish(date) || isNullish(named) || isNullish(count) || where === null) return null;
      const from = dateIn(date, { code: 5166403, name, key: 'startDate' });
      if (typeof named !== 'string') {
        throw located(5166404, `${name} expects string defining the time unit, but got ${typeName(named)}`);
      }
      const known = timeUnit(named);
      const whole = toBigInt(count);
      if (whole === undefined) throw located(5166405, `${name} expects integer amount of time units`);
      const result = new Date(added(from, known, { amount: sign * Number(whole), zone: where }));
      if (!Number.isNaN(result.getTime())) return result;
      throw located(5166406, `invalid ${name} 'amount' parameter value: ${show(count)}`);
    };
  };
}

/** A unit, the zone in which it is counted, and the day on which weeks start, 0 for Sunday. */
type Measure = { unit: Unit; zone: Zone; startOfWeek: number };

function measurePart(parts: Record<string, unknown>, compiler: Compiler, name: string) {
  const unit = compiler.compile(parts.unit);
  const zone = zonePart(parts.timezone, compiler, name);
  const startOfWeek = compiler.compile('startOfWeek' in parts ? parts.startOfWeek : 'sunday');
  return (scope: Scope): Measure | null => {
    const [named, where] = [unit(scope), zone(scope)];
    if (isNullish(named) || where === null) return null;
    const day = named === 'week' ? startOfWeek(scope) : 'sunday';
    if (isNullish(day)) return null;
    return { unit: unitOf(named, name), zone: where, startOfWeek: startOfWeekOf(day, name) };
  };
}

const REFERENCE = instant({ year: 2000, month: 1, day: 1 });

/** The first start of a week on or after 1 January 2000, from which weeks are counted; in milliseconds. */
function firstWeek(startOfWeek: number): number {
  return REFERENCE + ((startOfWeek - weekday(REFERENCE) + 7) % 7) * DAY;
}

function boundariesBetween(start: number, end: number, { unit, zone, startOfWeek }: Measure): number {
  if ('milliseconds' in unit) {
    const offset = zone.offsetAt(start);
    const passed = (utc: number) => Math.floor((utc + offset) / unit.milliseconds);
    return passed(end) - passed(start);
  }
  const count = (utc: number) => {
    const local = toLocal(zone, utc);
    if ('months' in unit) return Math.floor(monthNumber(local) / unit.months);
    return unit.days === 7 ? Math.floor((local - firstWeek(startOfWeek)) / WEEK) : Math.floor(local / DAY);
  };
  return count(end) - count(start);
}

const dateDiff: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 5166301, unknown: 5166302, missing: 5166303 };
  const required = ['startDate', 'endDate', 'unit'];
  const parts = named(argument, name, { required, optional: ['timezone', 'startOfWeek'], codes });
  const start = compiler.compile(parts.startDate);
  const end = compiler.compile(parts.endDate);
  const measure = measurePart(parts, compiler, name);
  return (scope) => {
    const [from, to, measured] = [start(scope), end(scope), measure(scope)];
    if (isNullish(from) || isNullish(to) || measured === null) return null;
    const first = dateIn(from, { code: 5166307, name, key: 'startDate' });
    const last = dateIn(to, { code: 5166307, name, key: 'endDate' });
    return Long.fromNumber(boundariesBetween(first, last, measured));
  };
};

function truncated(utc: number, size: number, { unit, zone, startOfWeek }: Measure): number {
  if ('milliseconds' in unit) {
    const period = size * unit.milliseconds;
    const zero = REFERENCE - zone.offsetAt(utc);
    return Math.floor((utc - zero) / period) * period + zero;
  }
  const local = toLocal(zone, utc);
  if ('months' in unit) {
    const period = size * unit.months;
    const zero = monthNumber(REFERENCE);
    const months = Math.floor((monthNumber(local) - zero) / period) * period;
    return toUtc(zone, addMonths(REFERENCE, months));
  }
  const zero = unit.days === 7 ? firstWeek(startOfWeek) : REFERENCE;
  const period = size * unit.days * DAY;
  return toUtc(zone, Math.floor((local - zero) / period) * period + zero);
}

const dateTrunc: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 5439007, unknown: 5439008, missing: 5439009 };
  const optional = ['binSize', 'timezone', 'startOfWeek'];
  const parts = named(argument, name, { required: ['date', 'unit'], optional, codes });
  const date = compiler.compile(parts.date);
  const binSize = compiler.compile('binSize' in parts ? parts.binSize : 1);
  const measure = measurePart(parts, compiler, name);
  return (scope) => {
    const [value, bin, measured] = [date(scope), binSize(scope), measure(scope)];
    if (isNullish(value) || isNullish(bin) || measured === null) return null;
    const utc = dateIn(value, { code: 5439012, name, key: 'date' });
    const size = toBigInt(bin);
    if (size === undefined) {
      throw located(5439017, `${name} requires 'binSize' to be a 64-bit integer, but got value '${show(bin)}'`);
    }
    if (size <= 0n) throw located(5439018, `${name} requires 'binSize' to be greater than 0, but got value ${size}`);
    return new Date(truncated(utc, Number(size), measured));
  };
};

/** The operators that count in units of time. */
export const DATE_UNITS: Operators = {
  $dateAdd: adding(1),
  $dateSubtract: adding(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
};
