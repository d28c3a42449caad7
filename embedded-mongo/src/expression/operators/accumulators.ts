import { Decimal128, Double } from 'bson';
import { decimalOf, divideExact } from '../../values/exact';
import { asDouble, exactForDecimal, isDecimal, toNumber } from '../../values/numbers';
import { isInt32, isNumber, type Numeric } from '../../values/types';
import { isNullish, positional } from '../arguments';
import type { Compiler, OperatorCompiler, Operators } from '../scope';
import { combine } from './arithmetic';

/** Accumulates values one by one. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export type Compare = Compiler['compare'];

/** The sum of the numbers; other values are ignored. */
export function sum(): Accumulator & { result(): Numeric } {
  let total: Numeric = 0;
  // If one of the numbers is a double, the sum is a double, even without a fraction.
  let isDouble = false;
  // Doubles are summed with compensation for rounding errors, as MongoDB does.
  let lost = 0;
  const unwrapped = (value: Numeric): Numeric => {
    if (value instanceof Double || (typeof value === 'number' && !isInt32(value))) isDouble = true;
    return value instanceof Double ? value.value : value;
  };
  return {
    add(given) {
      if (!isNumber(given)) return;
      const value = unwrapped(given);
      if (typeof value === 'number' && typeof total === 'number' && Number.isFinite(value)) {
        const next = total + value;
        if (!Number.isInteger(value) || !Number.isInteger(total)) {
          lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
          total = next;
          return;
        }
      }
      total = unwrapped(combine('add', total, value));
    },
    result() {
      if (isDecimal(total) || !isDouble) return total;
      const number = toNumber(total);
      return asDouble(Number.isFinite(number) ? number + lost : number);
    },
  };
}

/** The mean of the numbers; null if there are none. */
export function average(): Accumulator {
  const total = sum();
  let count = 0;
  return {
    add(value) {
      if (!isNumber(value)) return;
      total.add(value);
      count += 1;
    },
    result() {
      if (count === 0) return null;
      const value = total.result();
      if (!isDecimal(value)) return asDouble(toNumber(value) / count);
      const number = exactForDecimal(value);
      if (!number) return Decimal128.fromString(String(toNumber(value)));
      return decimalOf(divideExact(number, { coefficient: BigInt(count), exponent: 0 }));
    },
  };
}

/** The least (sign 1) or greatest (sign -1) value that is not null. */
export function extreme(sign: 1 | -1, compare: Compare): Accumulator {
  let best: unknown = null;
  return {
    add(value) {
      if (!isNullish(value) && (best === null || compare(value, best) * sign < 0)) best = value;
    },
    result: () => best,
  };
}

/** The standard deviation of a population, or of a sample, by Welford's method. */
export function deviation(sample: boolean): Accumulator {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add(value) {
      if (!isNumber(value)) return;
      const number = toNumber(value);
      const distance = number - mean;
      count += 1;
      mean += distance / count;
      squares += distance * (number - mean);
    },
    result() {
      const divisor = sample ? count - 1 : count;
      return divisor > 0 ? asDouble(Math.sqrt(squares / divisor)) : null;
    },
  };
}

/** An accumulator used as an expression: over its arguments, or over a single array. */
function overArguments(start: (compare: Compare) => Accumulator): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = positional(argument, compiler, { name, least: 0, most: Number.POSITIVE_INFINITY });
    return (scope) => {
      const accumulator = start(compiler.compare);
      const [only, ...others] = parts.map((part) => part(scope));
      for (const value of parts.length === 1 && Array.isArray(only) ? only : [only, ...others]) accumulator.add(value);
      return accumulator.result();
    };
  };
}

export const ACCUMULATORS: Operators = {
  $sum: overArguments(sum),
  $avg: overArguments(average),
  $min: overArguments((compare) => extreme(1, compare)),
  $max: overArguments((compare) => extreme(-1, compare)),
  $stdDevPop: overArguments(() => deviation(false)),
  $stdDevSamp: overArguments(() => deviation(true)),
};
