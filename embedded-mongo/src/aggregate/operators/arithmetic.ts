import { Decimal128, Long } from 'bson';
import { badValue, located, typeMismatch } from '../../values/errors';
import { decimalOf, divideExact, exact, roundExact, truncateExact } from '../../values/exact';
import {
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

/** Sum or product as an aggregation makes it: where 64 bits do not suffice it goes on with doubles. */
export function combine(operation: Operation, a: Numeric, b: Numeric): Numeric {
  const result = calculate(operation, a, b);
  if (result !== undefined) return result;
  return operation === 'add' ? toNumber(a) + toNumber(b) : toNumber(a) * toNumber(b);
}

function numeric(value: unknown, name: string): Numeric {
  if (isNumber(value)) return value;
  throw typeMismatch(`${name} only supports numeric types, not ${typeName(value)}`);
}

const ALL = { least: 0, most: Number.POSITIVE_INFINITY };

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
    return dates > 0 ? new Date(Math.round(toNumber(total))) : total;
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

function difference(a: unknown, b: unknown): unknown {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (isNumber(b)) return new Date(Math.round(a.getTime() - toNumber(b)));
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

function divided(a: Numeric, b: Numeric): Numeric {
  if (toNumber(b) === 0 && exact(b)?.coefficient === 0n) throw badValue("can't $divide by zero");
  if (!isDecimal(a) && !isDecimal(b)) return toNumber(a) / toNumber(b);
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
    return integer(x % y, isLong(a) || isLong(b)) ?? toNumber(a) % toNumber(b);
  }
  return toNumber(a) % toNumber(b);
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

type Rounding = 'round' | 'trunc' | 'floor' | 'ceil';

function wholeOf(value: Numeric, rounding: Rounding, places: number): Numeric {
  const number = exact(value);
  if (!number) return value;
  const cut = truncateExact(number, places);
  const rest = number.coefficient - cut.coefficient * 10n ** BigInt(Math.max(0, cut.exponent - number.exponent));
  let result = rounding === 'round' ? roundExact(number, places) : cut;
  if (cut.exponent > number.exponent && rest !== 0n) {
    if (rounding === 'floor' && number.coefficient < 0n) result = { ...cut, coefficient: cut.coefficient - 1n };
    if (rounding === 'ceil' && number.coefficient > 0n) result = { ...cut, coefficient: cut.coefficient + 1n };
  }
  if (isDecimal(value)) return decimalOf(result);
  if (isIntegral(value)) {
    const scaled = result.coefficient * 10n ** BigInt(Math.max(0, result.exponent));
    return integer(scaled, isLong(value)) ?? Number(scaled);
  }
  return Number(`${result.coefficient}e${result.exponent}`);
}

function rounded(rounding: Rounding, places: boolean): OperatorCompiler {
  return (argument, compiler, name) => {
    const [first, second] = positional(argument, compiler, { name, least: 1, most: places ? 2 : 1 });
    return (scope) => {
      const value = first?.(scope);
      const digits = second ? second(scope) : 0;
      if (isNullish(value) || isNullish(digits)) return null;
      const count = toNumber(digits);
      if (!Number.isInteger(count)) throw located(51082, `${name} requires "place" argument to be an integer`);
      if (count < -20 || count > 100) throw located(51083, `cannot apply ${name} with precision value ${count}`);
      return wholeOf(numeric(value, name), rounding, count);
    };
  };
}

const abs: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    if (isNullish(value)) return null;
    const number = numeric(value, name);
    if (isInt32(number) || !(isDecimal(number) || isLong(number))) return Math.abs(toNumber(number));
    return toNumber(number) < 0 ? combine('multiply', number, -1) : number;
  };
};

/** A function of doubles; decimals are refused rather than answered with fewer digits than they have. */
function ofDoubles(compute: (...values: number[]) => number, count: number): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = positional(argument, compiler, { name, least: count, most: count });
    return (scope) => {
      const values = parts.map((part) => part(scope));
      if (values.some(isNullish)) return null;
      return compute(
        ...values.map((value) => {
          if (isDecimal(value)) throw badValue(`${name} of a decimal is not supported by this server`);
          return toNumber(numeric(value, name));
        }),
      );
    };
  };
}

function squareRoot(value: number): number {
  if (value < 0) throw located(28714, "$sqrt's argument must be greater than or equal to 0");
  return Math.sqrt(value);
}

function logarithm(value: number, base: number): number {
  if (value <= 0) throw located(28758, "$log's argument must be a positive number");
  if (base <= 0 || base === 1) throw located(28759, "$log's base must be a positive number not equal to 1");
  return Math.log(value) / Math.log(base);
}

function positiveOnly(name: string, compute: (value: number) => number): (value: number) => number {
  return (value) => {
    if (value <= 0) throw located(28766, `${name}'s argument must be a positive number, but is ${value}`);
    return compute(value);
  };
}

function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw located(28764, '$pow cannot take a base of 0 and a negative exponent');
  return base ** exponent;
}

export const ARITHMETIC: Operators = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: ofTwo(divided),
  $mod: ofTwo(remainder),
  $abs: abs,
  $round: rounded('round', true),
  $trunc: rounded('trunc', true),
  $floor: rounded('floor', false),
  $ceil: rounded('ceil', false),
  $sqrt: ofDoubles(squareRoot, 1),
  $pow: ofDoubles(power, 2),
  $exp: ofDoubles(Math.exp, 1),
  $ln: ofDoubles(positiveOnly('$ln', Math.log), 1),
  $log10: ofDoubles(positiveOnly('$log10', Math.log10), 1),
  $log: ofDoubles(logarithm, 2),
};
