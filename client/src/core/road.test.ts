import { expect, test } from '@jest/globals';
import { awayText, kmText, rideText, roadText, toPickupText } from './road';

test.each([
  [{ distance_km: 7.31, duration_s: 1_079, source: 'roads' }, '7.3 km · 18 min'],
  [{ distance_km: 7.31, duration_s: 1_079, source: 'estimate' }, 'about 7 km · about 20 min'],
  [{ distance_km: 2.2, duration_s: 360, source: 'estimate' }, 'about 2 km · about 6 min'],
  [{ distance_km: 0.2, duration_s: 20, source: 'estimate' }, 'less than 1 km · about 1 min'],
  [{ distance_km: 0.8, duration_s: 120, source: 'estimate' }, 'about 1 km · about 2 min'],
  [{ distance_km: 0.24, duration_s: 20, source: 'roads' }, '0.2 km · 1 min'],
] as const)('%j is shown as %s', (route, text) => {
  expect(roadText(route)).toBe(text);
});

test.each([
  [{ distance_km: 7.31, source: 'roads' }, '7.3 km'],
  [{ distance_km: 7.31, source: 'estimate' }, 'about 7 km'],
  [{ distance_km: 0.1, source: 'estimate' }, 'less than 1 km'],
  [{ distance_km: 0.9, source: 'estimate' }, 'about 1 km'],
] as const)('the distance %j alone is shown as %s', (way, text) => {
  expect(kmText(way)).toBe(text);
});

test('the length of a ride is its road distance, or the straight line if that is unknown', () => {
  const road = { distance_km: 7.31, duration_min: 18, source: 'roads' } as const;
  expect(rideText({ road, distance_km: 5.2 })).toBe('7.3 km · 18 min');
  expect(rideText({ road: { ...road, source: 'estimate' }, distance_km: 5.2 })).toBe('about 7 km · about 20 min');
  expect(rideText({ road: null, distance_km: 5.2 })).toBe('5.2 km');
});

test.each([
  [4, 'roads', '4 min away', '4 min to pickup'],
  [13, 'roads', '13 min away', '13 min to pickup'],
  [4, 'estimate', 'about 4 min away', 'about 4 min to pickup'],
  [13, 'estimate', 'about 15 min away', 'about 15 min to pickup'],
] as const)('%i minutes with the source %s are shown as %j and %j', (minutes, source, away, toPickup) => {
  expect([awayText(minutes, source), toPickupText(minutes, source)]).toEqual([away, toPickup]);
});
