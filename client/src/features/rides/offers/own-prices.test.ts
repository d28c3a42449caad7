import { describe, expect, test } from '@jest/globals';
import { doubtOf, ownPrices } from './own-prices';

const way = (km: number) => ({ road: { distance_km: km, duration_min: 19, source: 'roads' as const }, distance_km: 1 });
const pricesOf = (km: number, perKm: number) => ownPrices(way(km), perKm).map(({ price }) => price);

describe('the prices that a driver is offered to tap', () => {
  test.each([
    [6.7, 35, [210, 235, 260]],
    [7.7, 34.4, [240, 265, 290]],
    [0.3, 30, [5, 10, 15]],
    [0.1, 20, [5, 10]],
  ])('of %p km at ₹%p a kilometre are %j', (km, perKm, prices) => {
    expect(pricesOf(km, perKm)).toEqual(prices);
  });

  test('are computed from the distance by road if it is known, else by the straight line', () => {
    expect(ownPrices({ road: null, distance_km: 10 }, 20).map(({ perKm }) => perKm)).toEqual([18, 20, 22]);
    expect(ownPrices(way(20), 20).find(({ isUsual }) => isUsual)?.price).toBe(400);
  });

  test('are missing without a usual price, and if pickup and drop are the same place', () => {
    expect(ownPrices(way(10), null)).toEqual([]);
    expect(pricesOf(0, 20)).toEqual([]);
  });
});

test.each([
  [0, 20, 'free'],
  [0, null, 'free'],
  [49.99, 20, 'unusual'],
  [50, 20, null],
  [800, 20, null],
  [800.01, 20, 'unusual'],
  [1, null, null],
])('the doubt about a price of ₹%p for 10 km, with a usual price of ₹%p/km, is %p', (price, usual, doubt) => {
  expect(doubtOf(price, way(10), usual)).toBe(doubt);
});
