import { describe, expect, it } from '@jest/globals';
import { Long } from 'bson';
import { decimal, long } from '../testing/examples';
import { decimalOf, divideExact, exactText, roundExact } from './exact';
import { calculate, compareNumbers, toBigInt, toNumber } from './numbers';

function text(value: unknown): string {
  return String(value);
}

describe('arithmetic', () => {
  it('keeps the wider type of two numbers', () => {
    expect(calculate('add', 1, 2)).toBe(3);
    expect(calculate('add', 1, 0.5)).toBe(1.5);
    expect(calculate('add', long('9007199254740992'), 1)).toEqual(long('9007199254740993'));
    expect(text(calculate('add', decimal('0.1'), decimal('0.2')))).toBe('0.3');
    expect(text(calculate('multiply', decimal('0.1'), long('3')))).toBe('0.3');
  });

  it('turns an int beyond 32 bits into a long', () => {
    expect(calculate('add', 2147483647, 1)).toEqual(Long.fromNumber(2147483648));
    expect(calculate('multiply', 65536, 65536)).toEqual(Long.fromNumber(4294967296));
  });

  it('reports when 64 bits do not suffice', () => {
    expect(calculate('add', long('9223372036854775807'), 1)).toBeUndefined();
    expect(calculate('multiply', long('9223372036854775807'), 2)).toBeUndefined();
  });

  it('rounds decimals half to even to 34 digits', () => {
    expect(text(calculate('add', decimal('1E+34'), decimal('0.5')))).toBe('1.000000000000000000000000000000000E+34');
    expect(
      text(
        calculate(
          'multiply',
          decimal('9.999999999999999999999999999999999'),
          decimal('9.999999999999999999999999999999999'),
        ),
      ),
    ).toBe('99.99999999999999999999999999999998');
    expect(text(calculate('multiply', decimal('9E+6144'), 10))).toBe('Infinity');
  });

  it('uses 15 digits of a double that is combined with a decimal', () => {
    expect(compareNumbers(calculate('add', 0.1, decimal('0.2')) ?? 0, decimal('0.3'))).toBe(0);
  });

  it('gives quotients of decimals without trailing zeros', () => {
    const quotient = (a: string, b: string) =>
      text(
        decimalOf(
          divideExact(
            exactText(a) ?? { coefficient: 0n, exponent: 0 },
            exactText(b) ?? { coefficient: 1n, exponent: 0 },
          ),
        ),
      );
    expect(quotient('1', '2')).toBe('0.5');
    expect(quotient('10', '5')).toBe('2');
    expect(quotient('1', '3')).toBe('0.3333333333333333333333333333333333');
    expect(quotient('-2', '3')).toBe('-0.6666666666666666666666666666666667');
  });

  it('rounds half to even at any decimal place', () => {
    const rounded = (value: string, places: number) =>
      text(decimalOf(roundExact(exactText(value) ?? { coefficient: 0n, exponent: 0 }, places)));
    expect(rounded('1.235', 2)).toBe('1.24');
    expect(rounded('1.225', 2)).toBe('1.22');
    expect(rounded('1250', -2)).toBe('1.2E+3');
  });
});

describe('reading numbers', () => {
  it('accepts ints, longs and decimals, gives NaN for a text, and no integer for a fraction', () => {
    expect([1, long('2'), decimal('3.5'), 'x'].map(toNumber)).toEqual([1, 2, 3.5, Number.NaN]);
    expect(toBigInt(decimal('1E+2'))).toBe(100n);
    expect(toBigInt(1.5)).toBeUndefined();
  });
});
