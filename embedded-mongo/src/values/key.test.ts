import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyValue, decimal, long } from '../testing/examples';
import { compare } from './compare';
import { encodeValue, limitKey, MAX_COMPONENT } from './key';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 2000);

function sign(value: number): number {
  return Math.sign(value) + 0;
}

describe('encoded index keys', () => {
  it('sort by their bytes as the values themselves sort', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        expect(sign(Buffer.compare(encodeValue(a), encodeValue(b)))).toBe(sign(compare(a, b)));
      }),
      { numRuns: RUNS },
    );
  });

  it('have the reverse order when they are descending', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        expect(sign(Buffer.compare(encodeValue(a, true), encodeValue(b, true)))).toBe(sign(compare(b, a)));
      }),
      { numRuns: RUNS },
    );
  });

  it('are never a prefix of one another, so that compound keys sort field by field', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, anyValue, (a, b, x, y) => {
        const left = Buffer.concat([encodeValue(a), encodeValue(x, true)]);
        const right = Buffer.concat([encodeValue(b), encodeValue(y, true)]);
        expect(sign(Buffer.compare(left, right))).toBe(sign(compare(a, b) || compare(y, x)));
      }),
      { numRuns: RUNS },
    );
  });

  it('are the same for equal numbers of different types', () => {
    const keys = [5, long('5'), decimal('5'), decimal('5.00')].map((value) => encodeValue(value).toString('hex'));
    expect(new Set(keys).size).toBe(1);
  });

  it('differ for numbers that have the same nearest double', () => {
    const a = encodeValue(long('9007199254740993'));
    const b = encodeValue(2 ** 53);
    expect(Buffer.compare(b, a)).toBe(-1);
  });

  it('are shortened to a limited length and still differ for different values', () => {
    const a = limitKey(encodeValue('x'.repeat(5000)));
    const b = limitKey(encodeValue(`${'x'.repeat(4999)}y`));
    expect(a.length).toBe(MAX_COMPONENT);
    expect(a.equals(b)).toBe(false);
    expect(limitKey(encodeValue('short')).equals(encodeValue('short'))).toBe(true);
  });
});
