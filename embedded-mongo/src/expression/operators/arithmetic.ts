import { Decimal128, Long } from 'bson';
import { isDateTime } from '../../values/dates';
import { badValue, located, mongoError, typeMismatch } from '../../values/errors';
import { decimalOf, divideExact, exact } from '../../values/exact';
import {
  asDouble,
  calculate,
  exactForDecimal,
  integer,
  isDecimal,
  isIntegral,
  isLong,
  type Operation,
  toBigInt,
  toNumber,
} from '../../values/numbers';
import { isInt32, isNumber, type Numeric, typeName } from '../../values/types';
import { isNullish, pair, positional, single } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

/** Sum or product in an aggregation: beyond 64 bits the result is a double. */
export function combine(operation: Operation, a: Numeric, b: Numeric): Numeric {
  const result = calculate(operation, a, b);
  if (result !== undefined) return result;
  return asDouble(operation === 'add' ? toNumber(a) + toNumber(b) : toNumber(a) * toNumber(b));
}

// The code with which an operator refuses a value that is not a number; operators that are not listed use 28765.
const NOT_NUMERIC: Readonly<Record<string, number>> = {
  $multiply: 14,
  $pow: 28762,
  $log: 28756,
  $atan2: 51044,
  $round: 51081,
  $trunc: 51081,
};

/** The operand as a number. Throws 28765 or the operator's own code. */
export function numeric(value: unknown, name: string): Numeric {
  if (isNumber(value)) return value;
  const rule = `${name} only supports numeric types, not ${typeName(value)}`;
  const code = NOT_NUMERIC[name] ?? 28765;
  throw code === 14 ? typeMismatch(rule) : located(code, rule);
}

const ALL = { least: 0, most: Number.POSITIVE_INFINITY };

function dateAt(milliseconds: number, name: string): Date {
  if (isDateTime(milliseconds)) return new Date(Math.round(milliseconds));
  throw mongoError(15, 'Overflow', `date overflow in ${name}`);
}

const add: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { ...ALL, name });
  return (scope) => {
    const values = parts.map((part) => part(scope));
    if (values.some(isNullish)) return null;
    const dates = values.filter((value) => value instanceof Date).length;
    if (dates > 1) throw located(16612, 'only one date allowed in an $add expression');
    let total: Numeric = 0;
    for (const value of values) {
      if (!isNumber(value) && !(value instanceof Date)) {
        throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
      }
      total = combine('add', total, value instanceof Date ? Long.fromNumber(value.getTime()) : value);
    }
    return dates > 0 ? dateAt(toNumber(total), name) : total;
  };
};

const multiply: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { ...ALL, name });
  return (scope) => {
    const values = parts.map((part) => part(scope));
    if (values.some(isNullish)) return null;
    let product: Numeric = 1;
    for (const value of values) product = combine('multiply', product, numeric(value, name));
    return product;
  };
};

/** Computes `$subtract` for two values that are neither null nor missing. Throws TypeMismatch, or Overflow for a date. */
export function difference(a: unknown, b: unknown): unknown {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (isNumber(b)) return dateAt(a.getTime() - toNumber(b), '$subtract');
  }
  if (isNumber(a) && isNumber(b)) return combine('add', a, combine('multiply', b, -1));
  throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

const subtract: OperatorCompiler = (argument, compiler, name) => {
  const [first, second] = pair(argument, compiler, name);
  return (scope) => {
    const a = first(scope);
    const b = second(scope);
    return isNullish(a) || isNullish(b) ? null : difference(a, b);
  };
};

/** Computes `$divide` for two numbers. Throws BadValue for a divisor of zero. */
export function divided(a: Numeric, b: Numeric): Numeric {
  if (toNumber(b) === 0 && exact(b)?.coefficient === 0n) throw badValue("can't $divide by zero");
  if (!isDecimal(a) && !isDecimal(b)) return asDouble(toNumber(a) / toNumber(b));
  const left = exactForDecimal(a);
  const right = exactForDecimal(b);
  if (left && right) return decimalOf(divideExact(left, right));
  return Decimal128.fromString(String(toNumber(a) / toNumber(b)));
}

function remainder(a: Numeric, b: Numeric): Numeric {
  if (toNumber(b) === 0 && exact(b)?.coefficient === 0n) throw located(16610, "can't $mod by zero");
  const x = toBigInt(a);
  const y = toBigInt(b);
  if (isDecimal(a) || isDecimal(b)) {
    if (x !== undefined && y !== undefined) return decimalOf({ coefficient: x % y, exponent: 0 });
    const left = exactForDecimal(a);
    const right = exactForDecimal(b);
    if (!left || !right) return Decimal128.fromString('NaN');
    const exponent = Math.min(left.exponent, right.exponent);
    const scaled = left.coefficient * 10n ** BigInt(left.exponent - exponent);
    return decimalOf({
      coefficient: scaled % (right.coefficient * 10n ** BigInt(right.exponent - exponent)),
      exponent,
    });
  }
  if (x !== undefined && y !== undefined && isIntegral(a) && isIntegral(b)) {
    return integer(x % y, isLong(a) || isLong(b)) ?? asDouble(toNumber(a) % toNumber(b));
  }
  return asDouble(toNumber(a) % toNumber(b));
}

function ofTwo(compute: (a: Numeric, b: Numeric) => Numeric): OperatorCompiler {
  return (argument, compiler, name) => {
    const [first, second] = pair(argument, compiler, name);
    return (scope) => {
      const a = first(scope);
      const b = second(scope);
      if (isNullish(a) || isNullish(b)) return null;
      if (!isNumber(a) || !isNumber(b)) {
        throw typeMismatch(`${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
      }
      return compute(a, b);
    };
  };
}

const abs: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    if (isNullish(value)) return null;
    const number = numeric(value, name);
    if (isInt32(number)) return Math.abs(number);
    if (!isDecimal(number) && !isLong(number)) return asDouble(Math.abs(toNumber(number)));
    if (isLong(number) && number.equals(Long.MIN_VALUE)) throw located(28680, "can't take $abs of long long min");
    return toNumber(number) < 0 ? combine('multiply', number, -1) : number;
  };
};

export const ARITHMETIC: Operators = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: ofTwo(divided),
  $mod: ofTwo(remainder),
  $abs: abs,
};
