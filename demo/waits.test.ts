import { expect, test } from '@jest/globals';
import { simulateWaits, waitsText } from './waits';

test.each([1, 2, 3, 4, 5])('of the odds said as 1 in 4, 20 to 30 percent come true (seed %d)', (seed) => {
  const rows = simulateWaits(20_000, seed);
  const line = rows.find(({ said }) => said === 'in_4');
  expect(line?.count).toBeGreaterThan(1_000);
  expect(line?.came_percent).toBeGreaterThanOrEqual(20);
  expect(line?.came_percent).toBeLessThanOrEqual(30);
  // For each way to say the odds, the said percentage is within 5 points of the percentage that comes true, although the
  // drivers do not follow the assumptions.
  for (const { said_percent, came_percent } of rows)
    expect(Math.abs((said_percent ?? 0) - (came_percent ?? Number.NaN))).toBeLessThanOrEqual(5);
});

test('the report has a line for each way to say the odds, without percentages for fewer than 30 estimates', () => {
  const text = waitsText(simulateWaits(20_000));
  expect(text).toMatch(/^1 in 4 +\d{4} +\d\d% +2\d%$/m);
  expect(text.split('\n')).toHaveLength(11);
  expect(waitsText(simulateWaits(3))).toMatch(/^1 in 4 +\d+ +- +-$/m);
});
