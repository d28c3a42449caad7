import { describe, expect, test } from '@jest/globals';
import { addMove, noPace, type Pace, ratioOf } from './pace';

/** Drives for this many seconds at a speed (m/s), where free roads allow 10 m/s. */
function drive(pace: Pace, seconds: number, speed: number): Pace {
  let driven = pace;
  for (let n = 0; n < seconds; n++) driven = addMove(driven, { meters: speed, seconds: 1, freeSeconds: speed / 10 });
  return driven;
}

describe('how long a ride took beside free roads', () => {
  test('is the seconds driven over those of free roads, lights included', () => {
    const pace = drive(drive(drive(noPace, 200, 5), 60, 0), 200, 5);
    expect(ratioOf(pace, 200)).toBeCloseTo(2.3);
  });

  test('does not count a driver who stands still for very long', () => {
    const [none, long] = [0, 3_600].map((standing) => drive(drive(drive(noPace, 200, 5), standing, 0), 200, 5));
    expect((none?.driven ?? 0) - (long?.driven ?? 0)).toBe(4);
  });

  test('counts standing once the car moves on, and none before it has set off', () => {
    const boarded = drive(drive(noPace, 120, 0), 204, 5);
    expect(boarded.driven).toBe(200);
    const waiting = drive(boarded, 170, 0);
    expect(waiting.driven).toBe(200);
    expect(drive(waiting, 4, 5).driven).toBe(374);
  });

  test('counts a crawl of a few metres a position', () => {
    expect(ratioOf(drive(noPace, 1_000, 2), 200)).toBeCloseTo(5);
  });

  test.each([
    ['faster than a car', { meters: 60, seconds: 1, freeSeconds: 6 }],
    ['after a gap of more than half a minute', { meters: 400, seconds: 31, freeSeconds: 40 }],
    ['in no time', { meters: 10, seconds: 0, freeSeconds: 1 }],
    ['before it began', { meters: 10, seconds: -5, freeSeconds: 1 }],
  ])('does not count a move %s', (_what, move) => {
    expect(addMove(noPace, move)).toEqual(noPace);
  });

  test.each([
    ['too short a ride', drive(noPace, 50, 10), 50],
    ['a ride of which little was seen', drive(noPace, 200, 5), 200],
    ['one driven at a walk', drive(noPace, 6_000, 1), 600],
    ['one driven at twice the speed of free roads', drive(noPace, 100, 21), 210],
  ])('is not known of %s', (_what, pace, whole) => {
    expect(ratioOf(pace, whole)).toBeNull();
  });
});
