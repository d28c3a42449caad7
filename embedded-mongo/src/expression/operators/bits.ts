import { typeMismatch } from '../../values/errors';
import { integer, isIntegral, isLong, toBigInt } from '../../values/numbers';
import { isNullish, positional, single } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

function bitsOf(value: unknown, name: string): bigint {
  const bits = isIntegral(value) ? toBigInt(value) : undefined;
  if (bits === undefined) throw typeMismatch(`${name} only supports int and long operands.`);
  return bits;
}

function combining(start: bigint, combine: (a: bigint, b: bigint) => bigint): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = positional(argument, compiler, { name, least: 0, most: Number.POSITIVE_INFINITY });
    return (scope) => {
      const values = parts.map((part) => part(scope));
      if (values.some(isNullish)) return null;
      const bits = values.map((value) => bitsOf(value, name));
      return integer(bits.reduce(combine, start), values.some(isLong));
    };
  };
}

const bitNot: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    return isNullish(value) ? null : integer(~bitsOf(value, name), isLong(value));
  };
};

/** The operators on the bits of integers. */
export const BITS: Operators = {
  $bitAnd: combining(-1n, (a, b) => a & b),
  $bitOr: combining(0n, (a, b) => a | b),
  $bitXor: combining(0n, (a, b) => a ^ b),
  $bitNot: bitNot,
};
