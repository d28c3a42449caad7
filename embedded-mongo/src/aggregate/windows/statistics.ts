import { compileExpression } from '../../expression/compile';
import { type Accumulator, average, sum } from '../../expression/operators/accumulators';
import { combine, difference, divided } from '../../expression/operators/arithmetic';
import { own } from '../../values/clone';
import { failedToParse } from '../../values/errors';
import { decimalOf } from '../../values/exact';
import { asDouble, isDecimal, toBigInt, toNumber } from '../../values/numbers';
import { show } from '../../values/show';
import { isNumber, isObject, type Numeric, typeName } from '../../values/types';
import { SO_FAR } from './bounds';
import { accumulated, givenWindow, type WindowCompiler } from './work';

/** The covariance of pairs of numbers by Welford's method; everything else is ignored. */
function covariance(isSample: boolean): Accumulator {
  const [meanX, meanY, products] = [average(), average(), sum()];
  let count = 0;
  return {
    add(pair) {
      const [x, y]: unknown[] = Array.isArray(pair) && pair.length === 2 ? pair : [];
      if (!isNumber(x) || !isNumber(y)) return;
      if (!Number.isFinite(toNumber(x)) || !Number.isFinite(toNumber(y))) {
        products.add(combine('add', x, y));
        return;
      }
      const before = meanX.result();
      count += 1;
      meanX.add(x);
      meanY.add(y);
      const [left, right] = [isNumber(before) ? difference(x, before) : null, difference(y, meanY.result())];
      if (isNumber(left) && isNumber(right)) products.add(combine('multiply', left, right));
    },
    result() {
      const divisor = isSample ? count - 1 : count;
      if (divisor <= 0) return null;
      if (count === 1) return asDouble(0);
      const total = products.result();
      return isDecimal(total) ? divided(total, divisor) : asDouble(toNumber(total) / divisor);
    },
  };
}

function covarying(isSample: boolean): WindowCompiler {
  return (call) => {
    const evaluate = compileExpression(call.argument, call.environment);
    return accumulated({ start: () => covariance(isSample), evaluate }, givenWindow(call));
  };
}

const ONE = decimalOf({ coefficient: 1n, exponent: 0 });

const SHAPE = "sub object must have exactly two fields: An 'input' field, and either an 'N' field or an 'alpha' field";

/** The weight of the newest number, as a decimal. */
function weightOf(name: string, argument: Record<string, unknown>): Numeric {
  const [count, alpha] = [own(argument, 'N'), own(argument, 'alpha')];
  if (count !== undefined) {
    if (!isNumber(count)) throw failedToParse(`'N' field must be an integer, but found type ${typeName(count)}`);
    const whole = toBigInt(count);
    if (whole === undefined) {
      const rule = `'N' field must be an integer, but found  N: ${show(count)}`;
      throw failedToParse(`${rule}. To use a non-integer, use the 'alpha' argument instead`);
    }
    if (whole <= 0n) throw failedToParse(`'N' must be greater than zero. Got ${whole}`);
    return divided(combine('multiply', ONE, 2), combine('add', count, 1));
  }
  if (alpha === undefined) throw failedToParse(`Got unrecognized field in ${name}${name} ${SHAPE}`);
  if (!isNumber(alpha)) throw failedToParse("'alpha' must be a number");
  if (toNumber(alpha) > 0 && toNumber(alpha) < 1) return combine('multiply', ONE, alpha);
  throw failedToParse(`'alpha' must be between 0 and 1 (exclusive), found alpha: ${show(alpha)}`);
}

/** The exponential moving average, with the weight of the newest number; computed with decimals, as by MongoDB. */
function movingAverage(weight: Numeric): Accumulator {
  const rest = combine('add', ONE, combine('multiply', weight, -1));
  let current: Numeric | undefined;
  let isOfDecimals = false;
  return {
    add(value) {
      if (!isNumber(value)) return;
      isOfDecimals ||= isDecimal(value);
      current = current
        ? combine('add', combine('multiply', value, weight), combine('multiply', current, rest))
        : combine('multiply', ONE, value);
    },
    result() {
      if (!current) return null;
      return isOfDecimals ? current : asDouble(toNumber(current));
    },
  };
}

const expMovingAvg: WindowCompiler = ({ name, argument, window, sortBy, environment }) => {
  if (window !== undefined || !isObject(argument)) {
    throw failedToParse(`${name} must have exactly one argument that is an object`);
  }
  const input = own(argument, 'input');
  if (Object.keys(argument).length !== 2 || input === undefined) throw failedToParse(`${name} ${SHAPE}`);
  if (!sortBy) throw failedToParse(`${name} requires an explicit 'sortBy'`);
  const weight = weightOf(name, argument);
  return accumulated({ start: () => movingAverage(weight), evaluate: compileExpression(input, environment) }, SO_FAR);
};

/** The statistical functions that exist only for windows, and not as accumulators of `$group`. */
export const STATISTICS: Readonly<Record<string, WindowCompiler>> = {
  $covariancePop: covarying(false),
  $covarianceSamp: covarying(true),
  $expMovingAvg: expMovingAvg,
};
