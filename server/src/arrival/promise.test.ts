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
  // The screen promised "about 20 min".
  [1_079, 'estimate', 1_440, 'inside'],
  [1_079, 'roads', 1_440, 'late'],
] as const)('a prediction of %i s by %s for a leg of %i s counts as %s', (seconds, source, took, result) => {
  const prediction = { bookingId: 'b', to: 'pickup', seconds, distance_m: 900, source, at } as const;
  expect(outcomeOf(prediction, at + took * 1_000).result).toBe(result);
});
