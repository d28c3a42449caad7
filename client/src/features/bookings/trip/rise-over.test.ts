import { expect, test } from '@jest/globals';
import { riseOver } from './rise-over';

const label = { left: 12, top: 340, right: 170, bottom: 372 };
const pinAt = (x: number, y: number) => ({ left: x - 20, right: x + 20, top: y - 50, bottom: y });

test.each([
  ['no pin', [], 0],
  ['a pin beside it', [pinAt(201, 350)], 0],
  ['a pin above it', [pinAt(90, 330)], 0],
  ['the tip of a pin on it', [pinAt(90, 350)], 82],
  ['a pin on it and one above that pin', [pinAt(90, 350), pinAt(60, 290)], 142],
  ['pins on it up to the top of the map', [350, 290, 230].map((y) => pinAt(90, y)), 0],
])('with %s a label rises until it covers no pin, unless that is too far', (_case, pins, rise) => {
  expect(riseOver(label, pins)).toBe(rise);
});
