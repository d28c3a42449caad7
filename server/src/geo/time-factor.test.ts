import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bandOf, factorOf } from './time-factor';

const rides = (count: number, ratio: number) => new Array<number>(count).fill(ratio);

describe('the time factor for a band of hours of the day', () => {
  test.each([
    ['is the setting if there are no rides', [], 1.8],
    ['is a mean of the rides and of the setting, which counts as twenty rides', rides(20, 2.4), 2.1],
    ['is close to the ratio of two hundred rides', rides(200, 2.4), (20 * 1.8 + 200 * 2.4) / 220],
    ['uses the median of the rides', [...rides(30, 2), ...rides(20, 5.9)], (20 * 1.8 + 50 * 2) / 70],
    ['counts a ratio above three as three', rides(10, 5.9), (20 * 1.8 + 10 * 3) / 30],
    ['counts a ratio below one as one', rides(10, 0.5), (20 * 1.8 + 10 * 1) / 30],
    ['stays below three if the ratio of every ride is above three', rides(200, 5.9), (20 * 1.8 + 200 * 3) / 220],
  ])('%s', (_what, given, factor) => {
    expect(factorOf(given, 1.8)).toBeCloseTo(factor, 6);
  });

  test('stays between one and three with any stored values', () => {
    const ratios = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 400 });
    fc.assert(
      fc.property(ratios, fc.double({ min: 0.5, max: 5, noNaN: true }), (given, prior) => {
        const factor = factorOf(given, prior);
        expect(factor >= 1 && factor <= 3).toBe(true);
      }),
    );
  });
});

test.each([
  ['2026-11-22T03:30:00Z', 77.2, 2, '8:39 by the sun in Delhi'],
  ['2026-11-22T12:30:00Z', 77.2, 5, '17:39 by the sun in Delhi'],
  ['2026-11-22T20:00:00Z', 77.2, 7, '1:09 by the sun in Delhi'],
  ['2026-11-22T01:00:00Z', 115.8, 2, '8:43 by the sun in Perth'],
  ['2026-11-22T03:00:00Z', -122.4, 5, '18:50 by the sun in San Francisco, on the day before'],
])('%s at %d degrees of longitude is in band %i: %s', (at, lng, band) => {
  expect(bandOf(new Date(at), lng)).toBe(band);
});
