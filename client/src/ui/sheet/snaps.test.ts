import { expect, test } from '@jest/globals';
import { heightsOf, snapAfter, snapByKey } from './snaps';

const heights = [253, 506, 802];

test('a slow drag ends at the nearest height; after only 36 pixels the sheet returns to its start', () => {
  expect(snapAfter(heights, { shown: 300, velocity: 0.2, moved: 206 })).toBe(0);
  expect(snapAfter(heights, { shown: 300, velocity: 0.2, moved: 502 })).toBe(0);
  expect(snapAfter(heights, { shown: 700, velocity: 0, moved: -194 })).toBe(2);
  expect(snapAfter(heights, { shown: 470, velocity: 0.2, moved: 36 })).toBe(1);
});

test.each([49, 70, 88])('a slow drag of %d pixels goes to the next height, even if its start is nearer', (moved) => {
  expect(snapAfter(heights, { shown: 506 - moved, velocity: 0.1, moved })).toBe(0);
  expect(snapAfter(heights, { shown: 506 + moved, velocity: 0.1, moved: -moved })).toBe(2);
});

test('a flick moves to the next height in its direction, however short the flick is', () => {
  expect(snapAfter(heights, { shown: 270, velocity: 0.5, moved: -20 })).toBe(1);
  expect(snapAfter(heights, { shown: 490, velocity: 0.5, moved: 16 })).toBe(0);
  expect(snapAfter(heights, { shown: 780, velocity: 2, moved: 20 })).toBe(1);
});

test('a movement beyond the lowest or the highest height stops at that height', () => {
  expect(snapAfter(heights, { shown: 100, velocity: 3, moved: 200 })).toBe(0);
  expect(snapAfter(heights, { shown: 802, velocity: 3, moved: -200 })).toBe(2);
});

test('arrow keys move one step, Home and End to the lowest and the highest height, and other keys do nothing', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => snapByKey(key, 1, 3))).toEqual([2, 0, 0, 2, null]);
  expect([snapByKey('ArrowUp', 2, 3), snapByKey('ArrowDown', 0, 3)]).toEqual([2, 0]);
});

test('a height is a fraction of the frame, or leaves some pixels of the map visible, and is never lower than the one before', () => {
  const snaps = [0.3, { mapPx: 400 }, 0.95];
  expect(heightsOf(snaps, 844)).toEqual([253, 444, 802]);
  expect(heightsOf(snaps, 480)).toEqual([144, 144, 456]);
  expect(heightsOf(snaps, 844, 76)).toEqual([253, 444, 768]);
});

test('a sheet covers as much of the map as its content needs, but never all of it', () => {
  expect(heightsOf([{ mapPx: 400, contentPx: 380 }], 844)).toEqual([444]);
  expect(heightsOf([{ mapPx: 400, contentPx: 380 }], 640)).toEqual([380]);
  expect(heightsOf([{ mapPx: 400, contentPx: 900 }], 640)).toEqual([408]);
});
