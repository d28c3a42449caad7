import { expect, test } from '@jest/globals';
import { simulateWaits, waitsText } from './waits';

test.each([1, 2, 3, 4, 5])('between 20 and 30 percent of the odds shown as "1 in 4" come true (seed %d)', (seed) => {
  const rows = simulateWaits(20_000, seed);
  const line = rows.find(({ said }) => said === 'in_4');
  expect(line?.count).toBeGreaterThan(1_000);
  expect(line?.came_percent).toBeGreaterThanOrEqual(20);
  expect(line?.came_percent).toBeLessThanOrEqual(30);
  // The percentage of each phrase differs by at most 5 points from the percentage that comes true. This holds although
  // the drivers do not follow the assumptions of the formulas.
  for (const { said_percent, came_percent } of rows)
    expect(Math.abs((said_percent ?? 0) - (came_percent ?? Number.NaN))).toBeLessThanOrEqual(5);
});

test('the report has a line for each way to say the odds, without percentages for fewer than 30 estimates', () => {
  const text = waitsText(simulateWaits(20_000));
  expect(text).toMatch(/^1 in 4 +\d{4} +\d\d% +2\d%$/m);
  expect(text.split('\n')).toHaveLength(11);
  expect(waitsText(simulateWaits(3))).toMatch(/^1 in 4 +\d+ +- +-$/m);
});
