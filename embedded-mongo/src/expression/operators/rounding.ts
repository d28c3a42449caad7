import { located } from '../../values/errors';
import { decimalOf, exact, roundExact, truncateExact } from '../../values/exact';
import { asDouble, integer, isDecimal, isIntegral, isLong, toNumber } from '../../values/numbers';
import type { Numeric } from '../../values/types';
import { isNullish, positional } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';
import { numeric } from './arithmetic';

type Rounding = 'round' | 'trunc' | 'floor' | 'ceil';

function roundTo(value: Numeric, rounding: Rounding, places: number): Numeric {
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
  return asDouble(Number(`${result.coefficient}e${result.exponent}`));
}

function rounded(rounding: Rounding, takesPlaces: boolean): OperatorCompiler {
  return (argument, compiler, name) => {
    const [first, second] = positional(argument, compiler, { name, least: 1, most: takesPlaces ? 2 : 1 });
    return (scope) => {
      const value = first?.(scope);
      const digits = second ? second(scope) : 0;
      if (isNullish(value) || isNullish(digits)) return null;
      const count = toNumber(digits);
      if (!Number.isInteger(count)) throw located(51082, `${name} requires "place" argument to be an integer`);
      if (count < -20 || count > 100) throw located(51083, `cannot apply ${name} with precision value ${count}`);
      return roundTo(numeric(value, name), rounding, count);
    };
  };
}

export const ROUNDING: Operators = {
  $round: rounded('round', true),
  $trunc: rounded('trunc', true),
  $floor: rounded('floor', false),
  $ceil: rounded('ceil', false),
};
