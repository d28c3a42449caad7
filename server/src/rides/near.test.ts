import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellsOf, cellsTouching, insideOf, spotOf } from './near';

const runs = Number(process.env.NEAR_RUNS ?? 300);
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const circle = fc
  .tuple(place, fc.double({ min: 0.1, max: 500, noNaN: true }))
  .map(([at, radius_km]) => ({ ...at, radius_km }));

/** The point this many kilometres away; `bearing` is in radians, clockwise from north. */
function away({ lat, lng }: { lat: number; lng: number }, km: number, bearing: number) {
  const [angle, from] = [km / 6371.0088, (lat * Math.PI) / 180];
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  const east = lng + (turn * 180) / Math.PI;
  return { lat: (to * 180) / Math.PI, lng: ((((east + 180) % 360) + 360) % 360) - 180 };
}

test('every point inside a circle lies in one of its cells', () => {
  const inside = fc.tuple(
    circle,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 6.2832, noNaN: true }),
  );
  fc.assert(
    fc.property(inside, ([near, part, bearing]) => {
      const at = away(near, near.radius_km * Math.sqrt(part) * 0.999_999, bearing);
      expect(insideOf(near)(spotOf(at))).toBe(true);
      const cells = new Set(cellsTouching(near));
      expect(cellsOf(at).some((cell) => cells.has(cell))).toBe(true);
    }),
    { numRuns: runs },
  );
});

test('a point well outside a circle lies in none of its cells, of which there are fewer than sixty', () => {
  fc.assert(
    fc.property(circle, fc.double({ min: 0, max: 6.2832, noNaN: true }), (near, bearing) => {
      const at = away(near, near.radius_km * 3 + 20 + (near.radius_km > 90 ? 500 : 100), bearing);
      expect(insideOf(near)(spotOf(at))).toBe(false);
      const cells = new Set(cellsTouching(near));
      expect(cellsOf(at).filter((cell) => cells.has(cell))).toEqual([]);
      expect(cells.size).toBeLessThan(60);
    }),
    { numRuns: runs },
  );
});
