import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distanceKm } from '../core/distance';
import type { Point } from '../core/fields';
import { pointFrom } from '../testing/points';
import { lineOf, lineThrough, OFF_M, progressOn, splitLine } from './line';
import { encodePolyline } from './polyline';

const home = { lat: 30.74, lng: 76.78 };
/** A point within a metre of this one. */
const expectNear = ({ lat, lng }: Point) => ({ lat: expect.closeTo(lat, 5), lng: expect.closeTo(lng, 5) });
/** A thousand metres east, then five hundred north. */
const corner = [home, pointFrom(home, 1_000, 0), pointFrom(home, 1_000, 500)];
const line = (points: Parameters<typeof encodePolyline>[0]) => {
  const made = lineOf(encodePolyline(points));
  if (!made) throw new Error('no line');
  return made;
};

describe('the line of a route', () => {
  test('has the total length of its segments', () => {
    expect(line(corner).meters).toBeCloseTo(1_500, 0);
  });

  test.each(['', '_', 'not a polyline', encodePolyline([home]), encodePolyline([home, home])])(
    'is null, or has a length above zero: %j',
    (shape) => {
      expect(lineOf(shape) === null || (lineOf(shape)?.meters ?? 0) > 0).toBe(true);
      if (shape.length < 2) expect(lineOf(shape)).toBeNull();
    },
  );

  test.each([
    ['on the line', 400, 0, 0, 400],
    ['beside the line', 400, 30, 30, 400],
    ['before the start of the line', -40, 0, 40, 0],
    ['after the end of the line', 1_000, 560, 60, 1_500],
    ['after a corner of the line', 1_020, 250, 20, 1_250],
  ])('locates a position: %s', (_where, east, north, off, along) => {
    const found = progressOn(line(corner), pointFrom(home, east, north), { from: along, reach: OFF_M });
    expect(found.off).toBeCloseTo(off, -0.5);
    expect(found.along).toBeCloseTo(along, -0.5);
  });

  test('locates a car near its last place on a line that returns along the same road', () => {
    // Two kilometres out and back again on the same road.
    const there = [home, pointFrom(home, 2_000, 0), home];
    const at = pointFrom(home, 500, 0);
    expect(progressOn(line(there), at, { from: 480, reach: OFF_M }).along).toBeCloseTo(500, 0);
    expect(progressOn(line(there), at, { from: 3_400, reach: OFF_M }).along).toBeCloseTo(3_500, 0);
  });

  test('locates a car far ahead after positions were missing', () => {
    const long = [home, pointFrom(home, 9_000, 0)];
    expect(progressOn(line(long), pointFrom(home, 8_000, 0), { from: 0, reach: OFF_M }).along).toBeCloseTo(8_000, 0);
  });

  test('has the length of its segments, and each of its points is found on it, however it winds', () => {
    const step = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let at = home;
        const points = [home, ...steps.map(([east, north]) => (at = pointFrom(at, east, north || 1)))];
        const way = line(points);
        const sum = points.slice(1).reduce((meters, point, n) => meters + distanceKm(points[n] ?? point, point), 0);
        expect(Math.abs(way.meters / 1_000 - sum)).toBeLessThan(0.01 + sum * 0.002);
        for (const [n, point] of points.entries()) {
          const { off, along } = progressOn(way, point, { from: way.passed[n] ?? 0, reach: OFF_M });
          expect(off).toBeLessThan(1);
          expect(along).toBeGreaterThanOrEqual(0);
          expect(along).toBeLessThanOrEqual(way.meters);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the line through points', () => {
  test('equals the line of the polyline that encodes the same points', () => {
    const [through, decoded] = [lineThrough(corner), line(corner)];
    expect(through?.meters).toBeCloseTo(decoded.meters, 0);
    expect([...(through?.passed ?? [])].map(Math.round)).toEqual([0, 1_000, 1_500]);
    expect(through?.origin).toEqual(home);
  });

  test.each([[[]], [[home]], [[home, home, home]]])('is null if it has no length: %j', (points) => {
    expect(lineThrough(points)).toBeNull();
  });
});

describe('a line split at a position', () => {
  const split = (along: number) => {
    const way = lineThrough(corner);
    if (!way) throw new Error('no line');
    return splitLine(way, corner, along);
  };
  const [begin, turn, end] = corner.map((point) => expectNear(point));

  test('at its start is entirely ahead', () => {
    const { behind, ahead } = split(0);
    expect(behind).toEqual([begin, begin]);
    expect(ahead).toEqual([begin, turn, end]);
  });

  test.each([1_500, 2_000])('%i metres along it, at its end or beyond, is entirely behind', (along) => {
    const { behind, ahead } = split(along);
    expect(behind).toEqual([begin, turn, end]);
    expect(ahead).toEqual([end, end]);
  });

  test('at a corner has the corner in both parts', () => {
    const { behind, ahead } = split(lineThrough(corner.slice(0, 2))?.meters ?? 0);
    expect([behind[0], behind.at(-1)]).toEqual([begin, turn]);
    expect([ahead[0], ahead.at(-1)]).toEqual([turn, end]);
    expect(behind.slice(1)).toEqual(behind.slice(1).map(() => turn));
    expect(ahead.slice(0, -1)).toEqual(ahead.slice(0, -1).map(() => turn));
  });

  test('inside a segment has the split point in both parts', () => {
    const place = expectNear(pointFrom(home, 1_000, 200));
    expect(split(1_200)).toEqual({ behind: [begin, turn, place], ahead: [place, end] });
  });
});
