import { expect, test } from '@jest/globals';
import { roadText } from './road';

test.each([
  [{ distance_km: 7.31, duration_s: 1_079, source: 'roads' }, '7.3 km · 18 min'],
  [{ distance_km: 7.31, duration_s: 1_079, source: 'estimate' }, 'about 7 km · about 20 min'],
  [{ distance_km: 2.2, duration_s: 360, source: 'estimate' }, 'about 2 km · about 6 min'],
  [{ distance_km: 0.2, duration_s: 20, source: 'estimate' }, 'about 1 km · about 1 min'],
  [{ distance_km: 0.24, duration_s: 20, source: 'roads' }, '0.2 km · 1 min'],
] as const)('%j is %s', (route, text) => {
  expect(roadText(route)).toBe(text);
});
