import { describe, expect, it } from '@jest/globals';
import { Binary, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { anyValue, decimal, long } from '../testing/examples';
import { compare, comparison, equal, identical } from './compare';
import { EMPTY_ARRAY } from './types';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 2000);

describe('the order of values', () => {
  it('is total: antisymmetric and transitive', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, a)).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('follows the order of types in the MongoDB manual', () => {
    const ordered = [
      new MinKey(),
      EMPTY_ARRAY,
      null,
      -5,
      'z',
      { z: 1 },
      [1],
      new Binary(Buffer.from('a')),
      new ObjectId(),
      false,
      true,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      /a/,
      new MaxKey(),
    ];
    expect(ordered.toReversed().sort(compare)).toEqual(ordered);
  });

  it('compares int, long, double and decimal by their numeric value', () => {
    expect(compare(long('9007199254740993'), 9007199254740992)).toBe(1);
    expect(compare(decimal('0.1'), 0.1)).toBe(-1);
    expect(compare(decimal('1E+6000'), Number.POSITIVE_INFINITY)).toBe(-1);
    expect(compare(decimal('1E-6000'), 0)).toBe(1);
    expect(compare(Number.NaN, Number.NEGATIVE_INFINITY)).toBe(-1);
    expect(equal(5, decimal('5.0'))).toBe(true);
    expect(equal(-0, 0)).toBe(true);
  });

  it('depends on the order of fields in documents', () => {
    expect(equal({ x: 1, y: 2 }, { y: 2, x: 1 })).toBe(false);
  });

  it('orders strings by their UTF-8 bytes', () => {
    expect(compare('\uffee', '😀')).toBe(-1);
  });

  it('follows a collation in strings at any depth, but not in field names', () => {
    const loose = comparison({ locale: 'en', strength: 2 });
    expect(loose({ a: ['PING'] }, { a: ['ping'] })).toBe(0);
    expect(loose({ A: 1 }, { a: 1 })).not.toBe(0);
    expect(comparison({ locale: 'en', numericOrdering: true })('a10', 'a9')).toBe(1);
    expect(comparison({ locale: 'simple' })).toBe(compare);
  });

  it('refuses invalid collations', () => {
    expect(() => comparison({ locale: 'en', tongue: 1 })).toThrow(expect.objectContaining({ code: 40415 }));
    expect(() => comparison({ strength: 1 })).toThrow(expect.objectContaining({ code: 40414 }));
    expect(() => comparison({ locale: 'xx-nowhere-at-all' })).toThrow(expect.objectContaining({ code: 2 }));
  });
});

describe('identity of values', () => {
  it('is stricter than equality: it distinguishes number types, and 0 from -0', () => {
    expect(identical({ a: [1] }, { a: [1] })).toBe(true);
    expect(identical(1, long('1'))).toBe(false);
    expect(identical(decimal('1.0'), decimal('1.00'))).toBe(false);
    expect(identical(0, -0)).toBe(false);
    expect(identical(Number.NaN, Number.NaN)).toBe(true);
    expect(identical({ a: null }, {})).toBe(false);
  });
});
