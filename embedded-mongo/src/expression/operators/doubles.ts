import { badValue, located } from '../../values/errors';
import { asDouble, isDecimal, isIntegral, toNumber } from '../../values/numbers';
import { isObject } from '../../values/types';
import { isNullish, positional } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';
import { numeric } from './arithmetic';

/** An operator on doubles; decimals are refused, because the result would have fewer digits than a decimal. */
function ofDoubles(compute: (...values: number[]) => number, count: number): OperatorCompiler {
  return (argument, compiler, name) => {
    const given = count === 0 && isObject(argument) && Object.keys(argument).length === 0 ? [] : argument;
    const parts = positional(given, compiler, { name, least: count, most: count });
    return (scope) => {
      const values = parts.map((part) => part(scope));
      if (values.some(isNullish)) return null;
      const result = compute(
        ...values.map((value) => {
          if (isDecimal(value)) throw badValue(`${name} of a decimal is not supported by this server`);
          return toNumber(numeric(value, name));
        }),
      );
      // `$pow` of integers returns a result without a fraction as an integer. Any other result is a double.
      return name === '$pow' && values.every(isIntegral) ? result : asDouble(result);
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

/** An operator that accepts only numbers from `least` to `most`, and NaN. */
function within(least: number, most: number, compute: (value: number) => number): OperatorCompiler {
  return (argument, compiler, name) => {
    const check = (value: number) => {
      if (Number.isNaN(value) || (value >= least && value <= most)) return compute(value);
      throw located(50989, `cannot apply ${name} to ${value}, value must be in [${least},${most}]`);
    };
    return ofDoubles(check, 1)(argument, compiler, name);
  };
}

const FINITE = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;

export const DOUBLES: Operators = {
  $sqrt: ofDoubles(squareRoot, 1),
  $pow: ofDoubles(power, 2),
  $exp: ofDoubles(Math.exp, 1),
  $ln: ofDoubles(positiveOnly('$ln', Math.log), 1),
  $log10: ofDoubles(positiveOnly('$log10', Math.log10), 1),
  $log: ofDoubles(logarithm, 2),
  $sin: within(...FINITE, Math.sin),
  $cos: within(...FINITE, Math.cos),
  $tan: within(...FINITE, Math.tan),
  $asin: within(-1, 1, Math.asin),
  $acos: within(-1, 1, Math.acos),
  $atan: ofDoubles(Math.atan, 1),
  $atan2: ofDoubles(Math.atan2, 2),
  $sinh: ofDoubles(Math.sinh, 1),
  $cosh: ofDoubles(Math.cosh, 1),
  $tanh: ofDoubles(Math.tanh, 1),
  $asinh: ofDoubles(Math.asinh, 1),
  $acosh: within(1, Number.POSITIVE_INFINITY, Math.acosh),
  $atanh: within(-1, 1, Math.atanh),
  $degreesToRadians: ofDoubles((degrees) => (degrees * Math.PI) / 180, 1),
  $radiansToDegrees: ofDoubles((radians) => (radians * 180) / Math.PI, 1),
  $rand: ofDoubles(Math.random, 0),
};
