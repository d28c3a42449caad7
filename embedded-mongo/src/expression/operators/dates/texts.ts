import { located, MongoError } from '../../../values/errors';
import { show } from '../../../values/show';
import { typeName } from '../../../values/types';
import { isNullish, named } from '../../arguments';
import type { OperatorCompiler, Operators } from '../../scope';
import { formatDate } from './format';
import { dateOf, zonePart } from './instants';
import { parseDate, parseFormatted, unreadable } from './parse';
import type { Zone } from './zone';

const dateToString: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 18629, unknown: 18534, missing: 18628 };
  const parts = named(argument, name, { required: ['date'], optional: ['format', 'timezone', 'onNull'], codes });
  const date = compiler.compile(parts.date);
  const format = 'format' in parts ? compiler.compile(parts.format) : undefined;
  const zone = zonePart(parts.timezone, compiler, name);
  const onNull = compiler.compile('onNull' in parts ? parts.onNull : null);
  return (scope) => {
    const [value, where] = [date(scope), zone(scope)];
    const wanted = format ? format(scope) : `%Y-%m-%dT%H:%M:%S.%L${where?.isUtc ? 'Z' : ''}`;
    if (isNullish(value)) return onNull(scope);
    if (where === null || isNullish(wanted)) return null;
    if (typeof wanted === 'string') return formatDate(dateOf(value), wanted, where);
    throw located(18533, `${name} requires that 'format' be a string, found: ${typeName(wanted)}`);
  };
};

function read(value: unknown, format: unknown, zone: Zone | undefined): Date {
  if (typeof value !== 'string') {
    const found = `found: ${typeName(value)} with value ${show(value)}`;
    throw unreadable(show(value), `$dateFromString requires that 'dateString' be a string, ${found}`);
  }
  if (format === undefined) return parseDate(value, zone);
  if (typeof format === 'string') return parseFormatted(value, format, zone);
  throw located(40684, `$dateFromString requires that 'format' be a string, found: ${typeName(format)}`);
}

const dateFromString: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 40540, unknown: 40541, missing: 40542 };
  const optional = ['format', 'timezone', 'onError', 'onNull'];
  const parts = named(argument, name, { required: ['dateString'], optional, codes });
  const text = compiler.compile(parts.dateString);
  const format = 'format' in parts ? compiler.compile(parts.format) : undefined;
  const zone = zonePart(parts.timezone, compiler, name);
  const onNull = compiler.compile('onNull' in parts ? parts.onNull : null);
  const onError = 'onError' in parts ? compiler.compile(parts.onError) : undefined;
  return (scope) => {
    const value = text(scope);
    if (isNullish(value)) return onNull(scope);
    const wanted = format?.(scope);
    const where = zone(scope);
    if (where === null || (format && isNullish(wanted))) return null;
    try {
      return read(value, wanted, 'timezone' in parts ? where : undefined);
    } catch (error) {
      if (onError && error instanceof MongoError && error.code === 241) return onError(scope);
      throw error;
    }
  };
};

/** The operators that convert between dates and strings. */
export const DATE_TEXTS: Operators = { $dateToString: dateToString, $dateFromString: dateFromString };
