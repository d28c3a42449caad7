import { expect, test } from '@jest/globals';
import { priceMarkerPosition, priceReach } from './offset';

const pickup = { lat: 28.6139, lng: 77.209 };
const ids = Array.from(
  { length: 200 },
  (_, at) => `${(at * 7919).toString(16).padStart(8, '0')}-1111-4111-8111-000000000000`,
);

test('the price marker of a quote always has the same position, within a hundredth of a degree of the pickup', () => {
  for (const id of ids) {
    const spot = priceMarkerPosition(id, pickup);
    expect(spot).toEqual(priceMarkerPosition(id, pickup));
    expect(Math.abs(spot.lat - pickup.lat)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(spot.lng - pickup.lng)).toBeLessThanOrEqual(0.01);
  }
});

test('the price markers of 200 quotes are spread over more than 20 cells of a grid', () => {
  const places = new Set(
    ids.map((id) => {
      const { lat, lng } = priceMarkerPosition(id, pickup);
      return `${Math.round((lat - pickup.lat) * 500)}/${Math.round((lng - pickup.lng) * 500)}`;
    }),
  );
  expect(places.size).toBeGreaterThan(20);
});

test('on a short ride the price markers are nearer to the pickup, so that a map of pickup and drop shows them', () => {
  const drop = { lat: pickup.lat - 0.012, lng: pickup.lng };
  const reach = priceReach(pickup, drop);
  expect(reach).toBeLessThan(0.005);
  for (const id of ids) {
    const spot = priceMarkerPosition(id, pickup, reach);
    expect(Math.abs(spot.lat - pickup.lat)).toBeLessThanOrEqual(reach);
    expect(Math.abs(spot.lng - pickup.lng)).toBeLessThanOrEqual(reach);
  }
  expect(priceReach(pickup, { lat: pickup.lat - 0.2, lng: pickup.lng })).toBe(0.01);
});
