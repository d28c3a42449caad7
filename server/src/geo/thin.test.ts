import { distanceKm } from '@boli/shared/core/distance';
import { decodePolyline, encodePolyline } from '@boli/shared/geo/polyline';
import { expect, test } from '@jest/globals';
import { thinPolyline } from './thin';

/** A way of some 70 km with 5,000 bends. */
const bends = Array.from({ length: 5_000 }, (_, at) => ({
  lat: 30.7 + at / 10_000 + Math.sin(at / 3) / 5_000,
  lng: 76.7 + Math.sin(at / 400) / 20,
}));

test('a line that is short enough is unchanged', () => {
  const line = encodePolyline(bends.slice(0, 50));
  expect(thinPolyline(line, 2_000)).toBe(line);
});

test('a long line keeps its ends and its course within the allowed number of characters', () => {
  const line = encodePolyline(bends);
  const thin = thinPolyline(line, 2_000);
  expect(line.length).toBeGreaterThan(15_000);
  expect(thin.length).toBeLessThanOrEqual(2_000);
  const points = decodePolyline(thin);
  expect(points.length).toBeGreaterThan(100);
  expect([points[0], points.at(-1)]).toEqual([decodePolyline(line)[0], decodePolyline(line).at(-1)]);
  for (const bend of bends.filter((_, at) => at % 100 === 0)) {
    expect(Math.min(...points.map((point) => distanceKm(point, bend)))).toBeLessThan(1);
  }
});

test.each(['', 'nonsense'.repeat(500)])('a text that is not a line causes no error', (text) => {
  expect(thinPolyline(text, 2_000).length).toBeLessThanOrEqual(2_000);
});
