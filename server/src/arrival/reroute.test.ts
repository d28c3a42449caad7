import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countOff, hasLeft, mayAsk } from './reroute';

/** Whether a car has left its line after the last of these consecutive positions, given as metres off the line. */
function leaves(offs: readonly number[]): boolean {
  let inARow = 0;
  let left = false;
  for (const off of offs) {
    inARow = countOff(inARow, off);
    left = hasLeft(inARow, off);
  }
  return left;
}

describe('a driver', () => {
  test.each([
    [[61, 61, 61], true],
    [[61, 61], false],
    [[60, 60, 60, 60], false],
    [[61, 61, 10, 61, 61], false],
    [[150], false],
    [[151], true],
    [[10, 200, 10], false],
  ])('has left the line after positions %j metres off it: %s', (offs, left) => {
    expect(leaves(offs)).toBe(left);
  });

  test('has left the line after three positions in a row beyond 60 m, or one beyond 150 m', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1 }), (offs) => {
        const last = offs.at(-1) ?? 0;
        expect(leaves(offs)).toBe(last > 150 || (offs.length >= 3 && offs.slice(-3).every((off) => off > 60)));
      }),
    );
  });
});

describe('a new route may be requested', () => {
  const asked = { at: 100_000, routes: 1, failures: 0 };

  test('15 seconds after the last request, and not before', () => {
    expect(mayAsk(asked, 114_999, 114_999)).toBe(false);
    expect(mayAsk(asked, 115_000, 115_000)).toBe(true);
  });

  test('only for a position of the last 30 seconds', () => {
    expect(mayAsk(asked, 200_000, 230_000)).toBe(true);
    expect(mayAsk(asked, 200_000, 230_001)).toBe(false);
  });

  test('only once a minute after twelve requests', () => {
    const many = { ...asked, routes: 12 };
    expect(mayAsk(many, 159_999, 159_999)).toBe(false);
    expect(mayAsk(many, 160_000, 160_000)).toBe(true);
  });

  test.each([
    [1, 15_000],
    [2, 30_000],
    [3, 60_000],
    [4, 120_000],
    [9, 120_000],
  ])('after %i failures in a row: %i ms after the last request, and not before', (failures, wait) => {
    const now = 100_000 + wait;
    expect([mayAsk({ ...asked, failures }, now - 1, now - 1), mayAsk({ ...asked, failures }, now, now)]).toEqual([
      false,
      true,
    ]);
  });
});
