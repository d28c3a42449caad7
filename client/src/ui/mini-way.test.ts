import { expect, test } from '@jest/globals';
import { scaledTo } from './mini-way';

test('a way to the north-east goes from the lower left to the upper right, centred in true proportions', () => {
  const way = [
    { lat: 0, lng: 0 },
    { lat: 0.02, lng: 0.01 },
  ];
  expect(scaledTo(way, 100, 10)).toEqual([
    { x: 30, y: 90 },
    { x: 70, y: 10 },
  ]);
});

test('pickup and drop at the same place are drawn in the middle, and an empty list draws nothing', () => {
  const here = { lat: 28.6, lng: 77.2 };
  expect(scaledTo([here, here], 92, 16)).toEqual([
    { x: 46, y: 46 },
    { x: 46, y: 46 },
  ]);
  expect(scaledTo([], 92, 16)).toEqual([]);
});

test('a long line along the road keeps its first and last point and loses points between them', () => {
  const line = Array.from({ length: 1_001 }, (_, at) => ({ lat: 28 + at / 10_000, lng: 77 }));
  const drawn = scaledTo(line, 92, 16);
  expect(drawn.length).toBeLessThan(130);
  expect([drawn[0], drawn.at(-1)]).toEqual([
    { x: 46, y: 76 },
    { x: 46, y: 16 },
  ]);
});
