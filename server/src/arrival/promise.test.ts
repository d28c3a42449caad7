import { expect, test } from '@jest/globals';
import { outcomeOf } from './promise';

const at = Date.parse('2026-11-22T10:00:00Z');

test.each([
  [240, 'roads', 180, 'inside'],
  [240, 'roads', 300, 'inside'],
  [240, 'roads', 301, 'late'],
  [240, 'roads', 179, 'early'],
  [1_200, 'roads', 1_440, 'inside'],
  [1_200, 'roads', 1_441, 'late'],
  // The screen shows 1,079 s as "about 20 min" if they are an estimate.
  [1_079, 'estimate', 1_440, 'inside'],
  [1_079, 'roads', 1_440, 'late'],
] as const)(
  'a prediction of %i s with the source %s for a leg that took %i s counts as %s',
  (seconds, source, took, result) => {
    const prediction = { bookingId: 'b', to: 'pickup', seconds, distance_m: 900, source, at } as const;
    expect(outcomeOf(prediction, at + took * 1_000).result).toBe(result);
  },
);
