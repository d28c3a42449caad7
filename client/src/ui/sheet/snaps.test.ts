import { expect, test } from '@jest/globals';
import { snapAfter, snapByKey } from './snaps';

const heights = [253, 506, 802];

test('a slow drag ends at the nearest height', () => {
  expect(snapAfter(heights, { shown: 380, velocity: 0.2, moved: 100 })).toBe(1);
  expect(snapAfter(heights, { shown: 370, velocity: 0.2, moved: 100 })).toBe(0);
  expect(snapAfter(heights, { shown: 700, velocity: 0, moved: -100 })).toBe(2);
});

test('a flick goes to the next height in its direction, however short it is', () => {
  expect(snapAfter(heights, { shown: 270, velocity: 0.5, moved: -20 })).toBe(1);
  expect(snapAfter(heights, { shown: 490, velocity: 0.5, moved: 16 })).toBe(0);
  expect(snapAfter(heights, { shown: 780, velocity: 2, moved: 20 })).toBe(1);
});

test('beyond the ends there is nowhere to go', () => {
  expect(snapAfter(heights, { shown: 100, velocity: 3, moved: 200 })).toBe(0);
  expect(snapAfter(heights, { shown: 802, velocity: 3, moved: -200 })).toBe(2);
});

test('arrows go one step, Home and End to the ends, other keys nowhere', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => snapByKey(key, 1, 3))).toEqual([2, 0, 0, 2, null]);
  expect([snapByKey('ArrowUp', 2, 3), snapByKey('ArrowDown', 0, 3)]).toEqual([2, 0]);
});
