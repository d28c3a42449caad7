import { distanceKm } from '@boli/shared/core/distance';
import { lineOf, progressOn } from '@boli/shared/geo/line';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pointFrom } from '../testing/points';

const home = { lat: 30.74, lng: 76.78 };
/** A thousand metres east, then five hundred north. */
const corner = [home, pointFrom(home, 1_000, 0), pointFrom(home, 1_000, 500)];
const line = (points: Parameters<typeof encodePolyline>[0]) => {
  const made = lineOf(encodePolyline(points));
  if (!made) throw new Error('no line');
  return made;
};

describe('the line of a way', () => {
  test('is as long as its parts', () => {
    expect(line(corner).meters).toBeCloseTo(1_500, 0);
  });

  test.each(['', '_', 'not a polyline', encodePolyline([home]), encodePolyline([home, home])])(
    'is none where it has no length: %j',
    (shape) => {
      expect(lineOf(shape) === null || (lineOf(shape)?.meters ?? 0) > 0).toBe(true);
      if (shape.length < 2) expect(lineOf(shape)).toBeNull();
    },
  );

  test.each([
    ['on it', 400, 0, 0, 400],
    ['beside it', 400, 30, 30, 400],
    ['before its beginning', -40, 0, 40, 0],
    ['past its end', 1_000, 560, 60, 1_500],
    ['round the corner', 1_020, 250, 20, 1_250],
  ])('says where a position is: %s', (_where, east, north, off, along) => {
    const found = progressOn(line(corner), pointFrom(home, east, north), { from: along, reach: 60 });
    expect(found.off).toBeCloseTo(off, -0.5);
    expect(found.along).toBeCloseTo(along, -0.5);
  });

  test('keeps to the part where the car was, where the way comes back on itself', () => {
    // Two kilometres out and back again on the same road.
    const there = [home, pointFrom(home, 2_000, 0), home];
    const at = pointFrom(home, 500, 0);
    expect(progressOn(line(there), at, { from: 480, reach: 60 }).along).toBeCloseTo(500, 0);
    expect(progressOn(line(there), at, { from: 3_400, reach: 60 }).along).toBeCloseTo(3_500, 0);
  });

  test('finds a car that was lost far ahead', () => {
    const long = [home, pointFrom(home, 9_000, 0)];
    expect(progressOn(line(long), pointFrom(home, 8_000, 0), { from: 0, reach: 60 }).along).toBeCloseTo(8_000, 0);
  });

  test('is followed from its beginning to its end, however it winds', () => {
    const step = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let at = home;
        const points = [home, ...steps.map(([east, north]) => (at = pointFrom(at, east, north || 1)))];
        const way = line(points);
        const sum = points.slice(1).reduce((meters, point, n) => meters + distanceKm(points[n] ?? point, point), 0);
        expect(Math.abs(way.meters / 1_000 - sum)).toBeLessThan(0.01 + sum * 0.002);
        for (const [n, point] of points.entries()) {
          const { off, along } = progressOn(way, point, { from: way.passed[n] ?? 0, reach: 60 });
          expect(off).toBeLessThan(1);
          expect(along).toBeGreaterThanOrEqual(0);
          expect(along).toBeLessThanOrEqual(way.meters);
        }
      }),
      { numRuns: 200 },
    );
  });
});
