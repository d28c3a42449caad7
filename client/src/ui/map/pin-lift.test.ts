import { expect, test } from '@jest/globals';
import { pinLift } from './pin-lift';

const tip = { x: 100, y: 200 };

test.each([
  ['exactly on the tip of a pin', { x: 100, y: 200 }, 0],
  ['below a pin', { x: 100, y: 230 }, 0],
  ['beside a pin', { x: 131, y: 170 }, 0],
  ['above a pin', { x: 100, y: 138 }, 0],
  ['on the letter of a pin', { x: 100, y: 169 }, -51],
  ['on the lower part of a pin', { x: 104, y: 190 }, -30],
])('a car %s shifts the pin by the pixels that keep the letter of the pin free', (_place, car, shift) => {
  expect(pinLift(tip, [car])).toEqual([0, shift]);
});

test('without a car a pin stays in its place', () => {
  expect(pinLift(tip, [])).toEqual([0, 0]);
});
