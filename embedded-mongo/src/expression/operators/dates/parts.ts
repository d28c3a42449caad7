import { Long } from 'bson';
import { located } from '../../../values/errors';
import { toBigInt } from '../../../values/numbers';
import { show } from '../../../values/show';
import { type Document, isObject, typeName } from '../../../values/types';
import { isNullish, named, single } from '../../arguments';
import type { Compiler, Evaluate, OperatorCompiler, Operators } from '../../scope';
import * as calendar from './calendar';
import { dateOf, zonePart } from './instants';
import { toLocal, toUtc } from './zone';

/** Parses the argument of operators that read a part of a date: `{ date, timezone }`, or only the date. */
function dateArgument(argument: unknown, name: string): Document {
  const only: unknown = Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;
  if (!isObject(only) || Object.keys(only)[0]?.startsWith('$')) return { date: argument };
  const codes = { shape: 40539, unknown: 40535, missing: 40539 };
  return named(only, name, { required: ['date'], optional: ['timezone'], codes });
}

function part(read: (local: number) => unknown): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = dateArgument(argument, name);
    const date = single(parts.date, compiler, name);
    const zone = zonePart(parts.timezone, compiler, name);
    return (scope) => {
      const value = date(scope);
      const where = zone(scope);
      return isNullish(value) || where === null ? null : read(toLocal(where, dateOf(value)));
    };
  };
}

const utc = (read: (date: Date) => number) => (local: number) => read(new Date(local));
const READ = {
  year: utc((date) => date.getUTCFullYear()),
  month: utc((date) => date.getUTCMonth() + 1),
  day: utc((date) => date.getUTCDate()),
  hour: utc((date) => date.getUTCHours()),
  minute: utc((date) => date.getUTCMinutes()),
  second: utc((date) => date.getUTCSeconds()),
  millisecond: utc((date) => date.getUTCMilliseconds()),
};
const CLOCK = { hour: READ.hour, minute: READ.minute, second: READ.second, millisecond: READ.millisecond };
const NATURAL = { year: READ.year, month: READ.month, day: READ.day, ...CLOCK };
const ISO = {
  isoWeekYear: calendar.isoYear,
  isoWeek: calendar.isoWeek,
  isoDayOfWeek: calendar.isoWeekday,
  ...CLOCK,
};

const dateToParts: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 40524, unknown: 40520, missing: 40522 };
  const parts = named(argument, name, { required: ['date'], optional: ['timezone', 'iso8601'], codes });
  const date = compiler.compile(parts.date);
  const zone = zonePart(parts.timezone, compiler, name);
  const iso = compiler.compile('iso8601' in parts ? parts.iso8601 : false);
  return (scope) => {
    const [value, where, isIso] = [date(scope), zone(scope), iso(scope)];
    if (isNullish(value) || where === null || isNullish(isIso)) return null;
    if (typeof isIso !== 'boolean') {
      throw located(40521, `iso8601 must evaluate to a bool, found ${typeName(isIso)}`);
    }
    const local = toLocal(where, dateOf(value));
    return Object.fromEntries(Object.entries(isIso ? ISO : NATURAL).map(([key, read]) => [key, read(local)]));
  };
};

/** A whole number of `$dateFromParts`; years are 1 to 9999, all other parts may exceed their range and carry over. */
function partOf(value: unknown, key: string): number {
  const whole = toBigInt(value);
  if (whole === undefined) {
    throw located(40515, `'${key}' must evaluate to an integer, found ${typeName(value)} with value ${show(value)}`);
  }
  const isYear = /year/i.test(key);
  if (isYear && (whole < 1n || whole > 9999n)) {
    const code = key === 'year' ? 40523 : 31095;
    throw located(code, `'${key}' must evaluate to an integer in the range 1 to 9999, found ${whole}`);
  }
  if (!isYear && !/^(second|millisecond)$/.test(key) && (whole < -32_768n || whole > 32_767n)) {
    throw located(
      31034,
      `'${key}' must evaluate to a value in the range [-32768, 32767]; value ${whole} is not in range`,
    );
  }
  return Number(whole);
}

function checkMixture(name: string, parts: Document): void {
  const given = (keys: readonly string[]) => keys.some((key) => key in parts);
  if (!('year' in parts) && !('isoWeekYear' in parts)) {
    throw located(40516, `${name} requires either 'year' or 'isoWeekYear' to be present`);
  }
  if ('year' in parts && given(['isoWeekYear', 'isoWeek', 'isoDayOfWeek'])) {
    throw located(40489, `${name} does not allow mixing natural dates with ISO dates`);
  }
  if ('isoWeekYear' in parts && given(['month', 'day'])) {
    throw located(40525, `${name} does not allow mixing ISO dates with natural dates`);
  }
}

const PARTS = [...Object.keys(NATURAL), 'isoWeekYear', 'isoWeek', 'isoDayOfWeek'];

const dateFromParts: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 40519, unknown: 40518, missing: 40516 };
  const { timezone, ...given } = named(argument, name, { required: [], optional: [...PARTS, 'timezone'], codes });
  checkMixture(name, given);
  const evaluates = Object.entries(given).map(([key, each]): [string, Evaluate] => [key, compiler.compile(each)]);
  const zone = zonePart(timezone, compiler, name);
  return (scope) => {
    const read = new Map<string, number>();
    for (const [key, evaluate] of evaluates) {
      const value = evaluate(scope);
      if (isNullish(value)) return null;
      read.set(key, partOf(value, key));
    }
    const where = zone(scope);
    if (where === null) return null;
    const at = (key: string, fallback: number) => read.get(key) ?? fallback;
    const midnight = read.has('year')
      ? calendar.instant({ year: at('year', 1), month: at('month', 1), day: at('day', 1) })
      : calendar.isoInstant({ year: at('isoWeekYear', 1), week: at('isoWeek', 1), day: at('isoDayOfWeek', 1) });
    const { HOUR, MINUTE, SECOND } = calendar;
    const clock = at('hour', 0) * HOUR + at('minute', 0) * MINUTE + at('second', 0) * SECOND + at('millisecond', 0);
    return new Date(toUtc(where, midnight + clock));
  };
};

/** `$tsSecond` and `$tsIncrement`: the two numbers of a timestamp, as longs. */
function ofTimestamp(member: 't' | 'i', code: number): OperatorCompiler {
  return (argument, compiler: Compiler, name) => {
    const timestamp = single(argument, compiler, name);
    return (scope) => {
      const value = timestamp(scope);
      if (isNullish(value)) return null;
      if (typeName(value) !== 'timestamp') {
        throw located(code, `Argument to ${name} must be a timestamp, but is ${typeName(value)}`);
      }
      return Long.fromNumber((value as { t: number; i: number })[member]);
    };
  };
}

/** The operators that read a date's parts, and build a date from parts. */
export const DATE_PARTS: Operators = {
  $year: part(READ.year),
  $month: part(READ.month),
  $dayOfMonth: part(READ.day),
  $hour: part(READ.hour),
  $minute: part(READ.minute),
  $second: part(READ.second),
  $millisecond: part(READ.millisecond),
  $dayOfYear: part(calendar.dayOfYear),
  $dayOfWeek: part((local) => calendar.weekday(local) + 1),
  $week: part(calendar.week),
  $isoDayOfWeek: part(calendar.isoWeekday),
  $isoWeek: part(calendar.isoWeek),
  $isoWeekYear: part((local) => Long.fromNumber(calendar.isoYear(local))),
  $dateToParts: dateToParts,
  $dateFromParts: dateFromParts,
  $tsSecond: ofTimestamp('t', 5687301),
  $tsIncrement: ofTimestamp('i', 5687302),
};
