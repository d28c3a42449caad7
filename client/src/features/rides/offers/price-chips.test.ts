import { describe, expect, test } from '@jest/globals';
import { aReference } from '../../../testing/ride.builder';
import { doubtOf, priceChips } from './price-chips';

const way = (km: number) => ({
  road: { distance_km: km, duration_min: 19, source: 'roads' as const },
  distance_km: 1,
  reference: null,
});
const asks = (perKm: number | null) => ({ perKm, vehicleClass: null });
const pricesOf = (km: number, perKm: number) => priceChips(way(km), asks(perKm)).map(({ price }) => price);

describe('the prices that a driver is offered to tap', () => {
  test.each([
    [6.7, 35, [210, 235, 260]],
    [7.7, 34.4, [240, 265, 290]],
    [0.3, 30, [5, 10, 15]],
    [0.1, 20, [5, 10]],
  ])('for %p km at ₹%p a kilometre are %j', (km, perKm, prices) => {
    expect(pricesOf(km, perKm)).toEqual(prices);
  });

  test('are computed from the distance by road if it is known, else by the straight line', () => {
    expect(priceChips({ road: null, distance_km: 10, reference: null }, asks(20)).map(({ perKm }) => perKm)).toEqual([
      18, 20, 22,
    ]);
    expect(priceChips(way(20), asks(20)).find(({ isUsual }) => isUsual)?.price).toBe(400);
  });

  test('are missing without a usual price, and if pickup and drop are the same place', () => {
    expect(priceChips(way(10), asks(null))).toEqual([]);
    expect(pricesOf(0, 20)).toEqual([]);
  });
});

test.each([
  [0, 20, 'free'],
  [0, null, 'free'],
  [49.99, 20, 'unusual_driver'],
  [50, 20, null],
  [800, 20, null],
  [800.01, 20, 'unusual_driver'],
  [1, null, null],
])('the doubt about a price of ₹%p for 10 km, with a usual price of ₹%p/km, is %p', (price, usual, doubt) => {
  expect(doubtOf(price, way(10), asks(usual))).toBe(doubt);
});

describe('with a usual price of the ride', () => {
  const ride = { ...way(6.7), reference: aReference() };

  test('the prices to tap are its low, middle and high for the vehicle of the driver, whatever the driver usually asks', () => {
    expect(priceChips(ride, { perKm: 99, vehicleClass: null })).toEqual([
      { price: 155, perKm: 155 / 6.7, isUsual: false },
      { price: 175, perKm: 175 / 6.7, isUsual: true },
      { price: 190, perKm: 190 / 6.7, isUsual: false },
    ]);
    const inSuv = priceChips(ride, { perKm: null, vehicleClass: 'suv' });
    expect(inSuv.map(({ price }) => price)).toEqual([200, 225, 245]);
  });

  test('a price below a quarter or above four times its middle has to be confirmed', () => {
    const doubt = (price: number) => doubtOf(price, ride, { perKm: 1, vehicleClass: null });
    expect([43.75, 700].map(doubt)).toEqual([null, null]);
    expect([43.74, 700.01].map(doubt)).toEqual(['unusual_ride', 'unusual_ride']);
    expect(doubt(0)).toBe('free');
  });

  test('prices that are equal after rounding are offered once', () => {
    const reference = { ...aReference(), km: 0, minutes: 1, rates: { ...aReference().rates, base: 2 } };
    expect(priceChips({ ...ride, reference }, asks(null)).map(({ price }) => price)).toEqual([5]);
  });
});
