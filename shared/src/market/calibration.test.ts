import { expect, test } from '@jest/globals';
import { calibrate, type Outcomes, partOf, WAIT_PARTS } from './calibration';

const row = (over: Partial<Outcomes>): Outcomes => {
  const count = over.count ?? 1;
  return { said: 'in_4', came: false, part: WAIT_PARTS, count, chances: 0.25 * count, ...over };
};
const resultOf = (rows: readonly Outcomes[]) => calibrate(rows).find(({ said }) => said === 'in_4');

test('of 40 estimates that were all observed to the end, the table shows the plain percentage that came true', () => {
  expect(resultOf([row({ came: true, part: 3, count: 11 }), row({ count: 29 })])).toEqual({
    said: 'in_4',
    count: 40,
    said_percent: 25,
    came_percent: 28,
  });
});

test('estimates whose request was closed before the end count only until then', () => {
  // Half of the customers chose earlier; of the remaining 20 estimates 10 came true.
  const rows = [row({ part: 1, count: 20 }), row({ came: true, part: 5, count: 10 }), row({ count: 10 })];
  expect(resultOf(rows)?.came_percent).toBe(50);
  // 20 customers chose in part 5, in which a cheaper quote came for 15 others: there, each of the 20 estimates counts
  // as half an estimate.
  expect(
    resultOf([row({ part: 5, count: 20 }), row({ came: true, part: 5, count: 15 }), row({ count: 5 })]),
  ).toMatchObject({
    came_percent: 50,
  });
});

test('each of the nine wordings has a row, without percentages if it has fewer than 30 estimates', () => {
  expect(resultOf([row({ count: 29 })])).toEqual({ said: 'in_4', count: 29, said_percent: null, came_percent: null });
  expect(calibrate([])).toHaveLength(9);
});

test('a wait has 18 parts of ten seconds', () => {
  expect([0, 9.9, 10, 179, 180, 999].map(partOf)).toEqual([0, 0, 1, 17, 18, 18]);
});
