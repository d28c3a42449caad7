import { expect, jest, test } from '@jest/globals';
import { createGlide, glideDuration } from './glide';

const start = { lat: 28.6, lng: 77.2 };

test('a marker moves smoothly between two positions and ends at the last', () => {
  // The frames of a machine that stalls would skip the glide.
  jest.useFakeTimers();
  const glide = createGlide(start, () => false);
  const end = { lat: 28.601, lng: 77.201 };
  const seen: number[] = [];
  glide.moveTo(start, () => undefined);
  glide.moveTo(end, (at) => seen.push(at.lat));
  jest.advanceTimersByTime(300);
  jest.useRealTimers();
  expect(glide.shown()).toEqual(end);
  expect(seen.some((lat) => lat > start.lat && lat < end.lat)).toBe(true);
  expect([...seen].sort()).toEqual(seen);
});

test('with reduced motion, or after an implausible leap, a marker jumps to its new position', () => {
  const near = { lat: 28.601, lng: 77.2 };
  const still = createGlide(start, () => true);
  still.moveTo(near, () => undefined);
  expect(still.shown()).toEqual(near);
  const far = { lat: 28.9, lng: 77.2 };
  const leap = createGlide(start, () => false);
  leap.moveTo(far, () => undefined);
  expect(leap.shown()).toEqual(far);
});

test('a movement lasts as long as the time between the positions, within limits', () => {
  expect(glideDuration(1_000)).toBe(1_000);
  expect(glideDuration(0)).toBe(250);
  expect(glideDuration(60_000)).toBe(2_000);
});
