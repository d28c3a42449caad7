import { expect, test } from '@jest/globals';
import { HIGHWAY_MS, postIntervalMs, TOWN_MS } from './post-interval';

test.each([
  ['that is stationary', 0, HIGHWAY_MS, TOWN_MS],
  ['driving in a town', 8, HIGHWAY_MS, TOWN_MS],
  ['just below 50 km/h', 13.9, HIGHWAY_MS, TOWN_MS],
  ['at 58 km/h, coming from a town', 16, TOWN_MS, TOWN_MS],
  ['at 58 km/h, coming from a highway', 16, HIGHWAY_MS, HIGHWAY_MS],
  ['at 72 km/h', 20, TOWN_MS, HIGHWAY_MS],
  ['on a highway', 33, HIGHWAY_MS, HIGHWAY_MS],
  ['at a speed that the phone does not know (null)', null, HIGHWAY_MS, HIGHWAY_MS],
  ['at a speed that the phone does not know (-1)', -1, TOWN_MS, TOWN_MS],
])('a car %s (%s m/s) with an interval of %s ms posts every %s ms', (_how, speed, present, expected) => {
  expect(postIntervalMs(speed, present)).toBe(expected);
});

test('a stationary car posts well within the minute after which the customer reads that no position arrives', () => {
  for (const present of [TOWN_MS, HIGHWAY_MS]) expect(postIntervalMs(0, present)).toBeLessThan(30_000);
});
