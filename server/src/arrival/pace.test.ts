import { describe, expect, test } from '@jest/globals';
import { addMove, noPace, type Pace, ratioOf } from './pace';

/** Drives for this many seconds at a speed (m/s), on roads that allow 10 m/s when free. */
function drive(pace: Pace, seconds: number, speed: number): Pace {
  let driven = pace;
  for (let n = 0; n < seconds; n++) driven = addMove(driven, { meters: speed, seconds: 1, freeSeconds: speed / 10 });
  return driven;
}

describe('the ratio of the duration of a ride to its free-flow road time', () => {
  test('is the seconds driven divided by the free-flow seconds, traffic lights included', () => {
    const pace = drive(drive(drive(noPace, 200, 5), 60, 0), 200, 5);
    expect(ratioOf(pace, 200)).toBeCloseTo(2.3);
  });

  test('does not count very long stops', () => {
    const [none, long] = [0, 3_600].map((standing) => drive(drive(drive(noPace, 200, 5), standing, 0), 200, 5));
    expect((none?.driven ?? 0) - (long?.driven ?? 0)).toBe(4);
  });

  test('counts a stop only after the car has moved on, and no stop before the departure', () => {
    const boarded = drive(drive(noPace, 120, 0), 204, 5);
    expect(boarded.driven).toBe(200);
    const waiting = drive(boarded, 170, 0);
    expect(waiting.driven).toBe(200);
    expect(drive(waiting, 4, 5).driven).toBe(374);
  });

  test('counts a slow crawl of a few metres per position', () => {
    expect(ratioOf(drive(noPace, 1_000, 2), 200)).toBeCloseTo(5);
  });

  test.each([
    ['faster than a car', { meters: 60, seconds: 1, freeSeconds: 6 }],
    ['after a gap of more than half a minute', { meters: 400, seconds: 31, freeSeconds: 40 }],
    ['without elapsed time', { meters: 10, seconds: 0, freeSeconds: 1 }],
    ['with a time before the previous one', { meters: 10, seconds: -5, freeSeconds: 1 }],
  ])('does not count a move %s', (_what, move) => {
    expect(addMove(noPace, move)).toEqual(noPace);
  });

  test.each([
    ['too short a ride', drive(noPace, 50, 10), 50],
    ['a ride of which only half was observed', drive(noPace, 200, 5), 200],
    ['a ride at walking speed', drive(noPace, 6_000, 1), 600],
    ['a ride at more than twice the free-flow speed', drive(noPace, 100, 21), 210],
  ])('is unknown for %s', (_what, pace, whole) => {
    expect(ratioOf(pace, whole)).toBeNull();
  });
});
