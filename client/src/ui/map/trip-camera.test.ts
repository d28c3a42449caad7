import { expect, test } from '@jest/globals';
import { freeArea, isOutOfFrame, restMs, tripPadding } from './trip-camera';

const size = { width: 390, height: 844 };
const obstacles = { top: 76, right: 8, bottom: 444, left: 8 };
const free = freeArea(size, obstacles);
const seen = { free, zoom: 15, wantedZoom: 15 };

test('the free area is the part of the map that the header and the sheet do not cover; without them it is the whole map', () => {
  expect(free).toEqual({ left: 8, top: 76, right: 382, bottom: 400 });
  expect(freeArea(size)).toEqual({ left: 0, top: 0, right: 390, bottom: 844 });
});

test.each([
  ['in the middle of', { x: 195, y: 238 }, false],
  ['just inside', { x: 195, y: 110 }, false],
  ['above', { x: 195, y: 100 }, true],
  ['below', { x: 195, y: 380 }, true],
  ['left of', { x: 40, y: 238 }, true],
  ['right of', { x: 350, y: 238 }, true],
])('a car %s the inner four fifths of the free area, at %j, is out of the frame: %s', (_where, car, moves) => {
  expect(isOutOfFrame({ ...seen, car })).toBe(moves);
});

test('the camera moves when the wanted zoom differs by half a level, also while no car is known', () => {
  expect(isOutOfFrame({ ...seen, car: null })).toBe(false);
  expect(isOutOfFrame({ ...seen, car: null, wantedZoom: 15.4 })).toBe(false);
  expect(isOutOfFrame({ ...seen, car: null, wantedZoom: 15.5 })).toBe(true);
  expect(isOutOfFrame({ ...seen, car: { x: 195, y: 238 }, wantedZoom: 14.5 })).toBe(true);
});

test('the camera does not move again in the three seconds after a move', () => {
  expect(restMs(10_000, 11_000)).toBe(2_000);
  expect(restMs(10_000, 13_000)).toBe(0);
  expect(restMs(10_000, 20_000)).toBe(0);
});

test.each([
  ['a phone', size, obstacles],
  ['a small phone', { width: 320, height: 640 }, { top: 76, right: 8, bottom: 240, left: 8 }],
  ['a phone whose sheet covers most of it', size, { top: 76, right: 8, bottom: 700, left: 8 }],
  ['a dialog', { width: 700, height: 690 }, undefined],
])('on %s, a car that has just been framed does not make the camera move again', (_where, of, covered) => {
  const { top, right, bottom, left } = tripPadding(of, covered);
  const area = freeArea(of, covered);
  expect(left).toBeLessThan(of.width - right);
  expect(top).toBeLessThan(of.height - bottom);
  for (const car of [
    { x: left, y: top },
    { x: of.width - right, y: of.height - bottom },
  ])
    expect(isOutOfFrame({ free: area, car, zoom: 15, wantedZoom: 15 })).toBe(false);
});
