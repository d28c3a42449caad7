import { badValue, located } from '../../values/errors';
import { asDouble, toNumber } from '../../values/numbers';
import { isNumber } from '../../values/types';
import { named } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

/** The value at this percentile (`share` from 0 to 1) of the sorted numbers; null for an empty list. */
function percentile(sorted: readonly number[], share: number): unknown {
  const number = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return number === undefined ? null : asDouble(number);
}

function sharesOf(value: unknown): number[] {
  const shares = Array.isArray(value) ? value.map((each) => (isNumber(each) ? toNumber(each) : Number.NaN)) : [];
  if (shares.length > 0 && shares.every((share) => share >= 0 && share <= 1)) return shares;
  throw located(7750301, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
}

/** The expressions in the argument of `$percentile` or `$median`; the median has no `p`. */
export function percentileParts(argument: unknown, name: string): { input: unknown; p: unknown } {
  const required = name === '$median' ? ['input', 'method'] : ['input', 'p', 'method'];
  const { input, p, method } = named(argument, name, { required });
  if (method === 'approximate') return { input, p };
  throw badValue("Currently only 'approximate' can be used as a percentile 'method'.");
}

/**
 * Returns the function that computes the result over values: one number for `$median`, an array with a number for each
 * share in `p` for `$percentile`.
 */
export function percentileAnswer(name: string, p: unknown): (values: unknown[]) => unknown {
  const shares = name === '$median' ? [0.5] : sharesOf(p);
  return (values) => {
    const sorted = values
      .filter(isNumber)
      .map(toNumber)
      .sort((a, b) => a - b);
    const found = shares.map((share) => percentile(sorted, share));
    return name === '$median' ? found[0] : found;
  };
}

const ofArray: OperatorCompiler = (argument, compiler, name) => {
  const parts = percentileParts(argument, name);
  const input = compiler.compile(parts.input);
  const shares = compiler.compile(parts.p);
  return (scope) => {
    const value = input(scope);
    return percentileAnswer(name, shares(scope))(Array.isArray(value) ? value : [value]);
  };
};

export const PERCENTILES: Operators = { $percentile: ofArray, $median: ofArray };
