import { Binary, Decimal128, type Double, Long, ObjectId, type Timestamp } from 'bson';
import { member, own } from '../../values/clone';
import { binaryParts } from '../../values/compare';
import { isDateTime } from '../../values/dates';
import { badValue, MongoError, mongoError } from '../../values/errors';
import { decimalOf, exact, exactText, truncateExact } from '../../values/exact';
import { asDouble, exactForDecimal, isDecimal, isLong, toNumber } from '../../values/numbers';
import { isNumber, isObject, RANK, rank, typeName, typeNameOf } from '../../values/types';
import { isNullish, named, single } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';
import { isTruthy } from '../truth';
import { parseDate } from './dates/parse';

function failure(message: string): MongoError {
  return mongoError(241, 'ConversionFailure', `${message} in $convert with no onError value`);
}

function unsupported(value: unknown, to: string): MongoError {
  return failure(`Unsupported conversion from ${typeName(value)} to ${to}`);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'boolean' || isNumber(value)) return String(value);
  if (value instanceof Binary) return Buffer.from(binaryParts(value).bytes).toString('base64');
  throw unsupported(value, 'string');
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value)) throw failure(`Failed to parse objectId '${value}'`);
  return new ObjectId(value);
}

function toDecimal(value: unknown): Decimal128 {
  if (isDecimal(value)) return value;
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (isNumber(value)) {
    const number = exactForDecimal(value);
    return number ? decimalOf(number) : Decimal128.fromString(String(toNumber(value)));
  }
  if (typeof value !== 'string') throw unsupported(value, 'decimal');
  const parsed = exactText(value);
  if (!parsed || value === '') throw failure(`Failed to parse number '${value}'`);
  return decimalOf(parsed);
}

function toDouble(value: unknown): number | Double {
  if (isNumber(value)) return asDouble(toNumber(value));
  if (typeof value === 'boolean') return asDouble(Number(value));
  if (value instanceof Date) return asDouble(value.getTime());
  if (typeof value !== 'string') throw unsupported(value, 'double');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) throw failure(`Failed to parse number '${value}'`);
  return asDouble(Number(value));
}

function toWhole(value: unknown, to: 'int' | 'long'): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date && to === 'long') return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw failure(`Failed to parse number '${value}'`);
    return BigInt(value);
  }
  if (!isNumber(value)) throw unsupported(value, to);
  const number = exact(value);
  if (!number) throw failure('Attempt to convert infinity or NaN value to integer type');
  const { coefficient, exponent } = truncateExact(number, 0);
  return coefficient * 10n ** BigInt(exponent);
}

function toInt(value: unknown): number {
  const whole = toWhole(value, 'int');
  if (BigInt.asIntN(32, whole) !== whole) throw failure(`Conversion would overflow target type: ${whole}`);
  return Number(whole);
}

function toLong(value: unknown): Long {
  if (isLong(value)) return value;
  const whole = toWhole(value, 'long');
  if (BigInt.asIntN(64, whole) !== whole) throw failure(`Conversion would overflow target type: ${whole}`);
  return Long.fromBigInt(whole);
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (rank(value) === RANK.timestamp) return new Date((value as Timestamp).t * 1000);
  if (isNumber(value) && typeName(value) !== 'int') {
    const milliseconds = Math.trunc(toNumber(value));
    if (isDateTime(milliseconds)) return new Date(milliseconds);
    throw failure(`Conversion would overflow target type: ${milliseconds}`);
  }
  if (typeof value !== 'string') throw unsupported(value, 'date');
  return parseDate(value);
}

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: toText,
  objectId: toObjectId,
  decimal: toDecimal,
  double: toDouble,
  int: toInt,
  long: toLong,
  bool: (value) => (isNumber(value) || typeof value === 'boolean' ? isTruthy(value) : true),
  date: toDate,
};

function conversionTo(target: unknown): (value: unknown) => unknown {
  const name = isNumber(target) ? (typeNameOf(toNumber(target)) ?? '') : String(target);
  const convert = member(CONVERSIONS, name);
  if (!convert) throw badValue(`Unknown type name: ${name}`);
  return convert;
}

function converting(target: string): OperatorCompiler {
  const convert = conversionTo(target);
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => {
      const value = part(scope);
      return isNullish(value) ? null : convert(value);
    };
  };
}

const convert: OperatorCompiler = (argument, compiler, name) => {
  const parts = named(argument, name, { required: ['input', 'to'], optional: ['onError', 'onNull', 'format'] });
  const input = compiler.compile(parts.input);
  const target = compiler.compile(isObject(parts.to) && 'type' in parts.to ? own(parts.to, 'type') : parts.to);
  const onNull = compiler.compile(parts.onNull ?? null);
  const onError = 'onError' in parts ? compiler.compile(parts.onError) : undefined;
  return (scope) => {
    const value = input(scope);
    if (isNullish(value)) return onNull(scope);
    const to = target(scope);
    if (isNullish(to)) return null;
    const change = conversionTo(to);
    try {
      return change(value);
    } catch (error) {
      if (onError && error instanceof MongoError) return onError(scope);
      throw error;
    }
  };
};

export const CONVERSION: Operators = {
  $toString: converting('string'),
  $toObjectId: converting('objectId'),
  $toDecimal: converting('decimal'),
  $toDouble: converting('double'),
  $toInt: converting('int'),
  $toLong: converting('long'),
  $toBool: converting('bool'),
  $toDate: converting('date'),
  $convert: convert,
  $type: (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => {
      const value = part(scope);
      return value === undefined ? 'missing' : typeName(value);
    };
  },
  $isNumber: (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => isNumber(part(scope));
  },
  $isArray: (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => Array.isArray(part(scope));
  },
};
