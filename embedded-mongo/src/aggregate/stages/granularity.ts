import { combine, divided } from '../../expression/operators/arithmetic';
import { member } from '../../values/clone';
import { located } from '../../values/errors';
import { decimalOf, exact } from '../../values/exact';
import { asDouble, compareNumbers, integer, isDecimal, toNumber } from '../../values/numbers';
import type { Numeric } from '../../values/types';
import { SERIES } from './preferred-numbers';

/**
 * Moves the boundary of a bucket to a preferred number: up to the smallest one above the boundary, or down to the
 * greatest one below the boundary.
 */
export interface Rounder {
  up(value: Numeric): Numeric;
  down(value: Numeric): Numeric;
}

const below = (a: Numeric, b: Numeric) => compareNumbers(a, b) < 0;

/** True for zero and infinity, which are not rounded. */
const isFixed = (value: Numeric) => toNumber(value) === 0 || toNumber(value) === Number.POSITIVE_INFINITY;

const tenfold = (value: Numeric) => combine('multiply', value, 10);
const tenth = (value: Numeric) => divided(value, 10);

/** A number as a decimal if `like` is one, else as a double. */
function withTypeOf(value: Numeric, like: Numeric): Numeric {
  if (!isDecimal(like)) return asDouble(toNumber(value));
  const number = exact(value);
  return number ? decimalOf(number) : value;
}

/** The rounder for a series of preferred numbers. The series repeats for every power of ten. */
function ofSeries(series: readonly number[]): Rounder {
  const first = series[0] ?? 1;
  const last = series.at(-1) ?? 1;
  const one = (value: Numeric): Numeric => (isDecimal(value) ? decimalOf({ coefficient: 1n, exponent: 0 }) : 1);
  const times = (number: number, power: Numeric) => combine('multiply', number, power);
  return {
    up(value) {
      if (isFixed(value)) return value;
      let power = one(value);
      while (!below(value, times(last, power))) power = tenfold(power);
      let above = power;
      while (below(value, times(first, power))) {
        above = power;
        power = tenth(power);
      }
      // Above the last number of a series the next power of ten begins.
      const found = series.find((number) => below(value, times(number, power)));
      return withTypeOf(found === undefined ? times(first, above) : times(found, power), value);
    },
    down(value) {
      if (isFixed(value)) return value;
      let power = one(value);
      while (!below(times(first, power), value)) power = tenth(power);
      // There is no double between zero and the smallest positive double.
      if (toNumber(power) === 0) return withTypeOf(0, value);
      let under = power;
      while (below(times(last, power), value)) {
        under = power;
        power = tenfold(power);
      }
      const found = series.findLast((number) => below(times(number, power), value));
      return withTypeOf(found === undefined ? times(last, under) : times(found, power), value);
    },
  };
}

/**
 * A power of two: a decimal if `like` is one, else an integer if it fits into 64 bits, as in MongoDB's `$pow`, else a
 * double.
 */
function powerOfTwo(exponent: number, like: Numeric): Numeric {
  const double = asDouble(2 ** exponent);
  const power = exponent >= 0 && exponent < 63 ? (integer(1n << BigInt(exponent), false) ?? double) : double;
  return isDecimal(like) ? withTypeOf(power, like) : power;
}

const POWERS_OF_TWO: Rounder = {
  up(value) {
    if (isFixed(value)) return value;
    let exponent = Math.floor(Math.log2(toNumber(value)));
    while (!below(value, powerOfTwo(exponent, value))) exponent++;
    while (below(value, powerOfTwo(exponent - 1, value))) exponent--;
    return powerOfTwo(exponent, value);
  },
  down(value) {
    if (isFixed(value)) return value;
    let exponent = Math.ceil(Math.log2(toNumber(value)));
    while (!below(powerOfTwo(exponent, value), value)) exponent--;
    while (below(powerOfTwo(exponent + 1, value), value)) exponent++;
    return powerOfTwo(exponent, value);
  },
};

/** The rounder of a granularity by its name. Throws 40257 for an unknown name. */
export function rounderOf(name: string): Rounder {
  if (name === 'POWERSOF2') return POWERS_OF_TWO;
  const series = member(SERIES, name);
  if (!series) throw located(40257, `Unknown rounding granularity '${name}'`);
  return ofSeries(series);
}
