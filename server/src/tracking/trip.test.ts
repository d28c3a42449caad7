import { describe, expect, test } from '@jest/globals';
import { lengthOf, noisyDrive, sequence } from '../testing/noisy-drive';
import type { TrailPoint } from './plausibility';
import { evenly, tripOf } from './trip';

const FROM = 1_760_000_000_000;
const DEGREE_M = 111_195;
const start = { lat: 28.6, lng: 77.2 };
const north = (metres: number) => ({ lat: start.lat + metres / DEGREE_M, lng: start.lng });

const tripFrom = (trail: readonly TrailPoint[]) =>
  tripOf(trail, { from: new Date(trail[0]?.[2] ?? 0), to: new Date(trail.at(-1)?.[2] ?? 0) });

describe('the trip computed from a trail', () => {
  test('is about as long as the drive, although positions are noisy and the car stands for a while', () => {
    const random = sequence(3);
    for (let drive = 0; drive < 10; drive++) {
      const trail = noisyDrive([start, north(5_000)], { from: FROM, sigma: 10, likeness: 0.9, stands: 300, random });
      const raw = lengthOf(trail.map(([lat, lng]) => ({ lat, lng })));
      const meters = tripFrom(trail)?.meters ?? 0;
      expect(raw).toBeGreaterThan(5_700);
      expect(Math.abs(meters - 5_000)).toBeLessThan(250);
    }
  });

  test('is almost zero for a car that stands for ten minutes', () => {
    const random = sequence(5);
    const standing = Array.from({ length: 600 }, () => start);
    const noise = noisyDrive([start, north(10)], {
      from: FROM,
      sigma: 10,
      likeness: 0.9,
      stands: standing.length,
      random,
    });
    expect(lengthOf(noise.map(([lat, lng]) => ({ lat, lng })))).toBeGreaterThan(1_500);
    expect(tripFrom(noise)?.meters).toBeLessThan(100);
  });

  test('starts a new leg after an impossible leap, and the leap does not count as driven', () => {
    const here = Array.from({ length: 60 }, (_, n) => ({ ...north(n * 10), n }));
    const there = Array.from({ length: 60 }, (_, n) => ({ ...north(50_000 + n * 10), n: n + 60 }));
    const trip = tripFrom([...here, ...there].map(({ lat, lng, n }): TrailPoint => [lat, lng, FROM + n * 1_000]));
    expect(trip?.legs).toHaveLength(2);
    expect(trip?.meters).toBeGreaterThan(950);
    expect(trip?.meters).toBeLessThan(1_200);
  });

  test('is computed in time proportional to its number of positions', () => {
    /** The milliseconds of CPU for a trip with this many positions, back and forth on one road. */
    const cost = (count: number) => {
      const trail = Array.from({ length: count }, (_, n): TrailPoint => {
        const { lat, lng } = north(Math.abs(((n * 10) % 40_000) - 20_000));
        return [lat, lng, FROM + n * 1_000];
      });
      const from = process.cpuUsage();
      const trip = tripFrom(trail);
      expect((trip?.meters ?? 0) / (count * 10)).toBeCloseTo(1, 1);
      return process.cpuUsage(from).user / 1_000;
    };
    cost(10_000);
    // A trip with nine times as many positions; if each were compared with all others, it would take 81 times as long.
    expect(cost(90_000)).toBeLessThan(30 * cost(10_000));
  });

  test('is null for a period without positions', () => {
    const trail = noisyDrive([start, north(2_000)], { from: FROM, sigma: 0, likeness: 0, random: sequence(1) });
    expect(tripOf(trail, { from: new Date(0), to: new Date(FROM - 60_000) })).toBeNull();
  });
});

test('thinning evenly keeps the last point, even beyond the maximum', () => {
  expect(evenly([1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([1, 4, 7, 8]);
  expect(evenly([1, 2], 3)).toEqual([1, 2]);
});
