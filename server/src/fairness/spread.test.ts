import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { atShare, gini } from './spread';

const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 });

describe('the Gini index', () => {
  test('is the mean difference of all pairs over twice the mean', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const total = all.reduce((sum, one) => sum + one, 0);
        fc.pre(total > 0);
        const differences = all.flatMap((one) => all.map((other) => Math.abs(one - other)));
        const exact = differences.reduce((sum, one) => sum + one, 0) / (2 * all.length * total);
        expect(gini(all)).toBeCloseTo(exact, 9);
      }),
    );
  });

  test('is 0 if all earn the same or nothing, and near 1 if one earns everything', () => {
    expect(gini([7, 7, 7])).toBe(0);
    expect(gini([0, 0])).toBe(0);
    expect(gini([])).toBe(0);
    expect(gini([...Array.from({ length: 99 }, () => 0), 500])).toBeCloseTo(0.99, 9);
  });
});

test('a quartile is the lowest amount with at least this share of all amounts at or below it', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(0.25, 0.5, 0.75), (all, share) => {
      const sorted = [...all].sort((a, b) => a - b);
      const value = atShare(sorted, share);
      const upTo = (limit: number) => sorted.filter((one) => one <= limit).length / sorted.length;
      expect(upTo(value)).toBeGreaterThanOrEqual(share);
      const smaller = sorted.filter((one) => one < value).at(-1);
      if (smaller !== undefined) expect(upTo(smaller)).toBeLessThan(share);
    }),
  );
});
