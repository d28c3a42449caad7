import { expect, test } from '@jest/globals';
import { admissions } from './admissions';

test('a quarter of a second is admitted at once, and from then on the pace is even', () => {
  let now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  const admitted = () => Array.from({ length: 200 }, () => crowd.admits()).filter(Boolean).length;
  expect(admitted()).toBe(26);
  let later = 0;
  for (now = 10; now <= 1_000; now += 10) later += admitted();
  expect(later).toBe(100);
});

test('whoever is deferred gets a place at the pace of the admissions, and nobody one that is too far away', () => {
  const now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  expect(crowd.place()).toBe(0);
  while (crowd.admits());
  const places = Array.from({ length: 1_000 }, () => crowd.place());
  expect(places.slice(0, 3)).toEqual([0.01, 0.02, 0.03]);
  expect(places.at(-1)).toBeCloseTo(10);
  for (let more = 0; more < 10_000; more += 1) crowd.place();
  expect(crowd.place()).toBe(60);
});

test('while others wait a client that asks gets a place, and is admitted at its time', () => {
  let now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  while (crowd.admits());
  const waits = Array.from({ length: 500 }, () => crowd.place() * 1_000);
  now = 2_000;
  expect(crowd.place()).toBeCloseTo(3.01);
  const refused = waits.filter((wait) => {
    now = Math.max(now, wait);
    return wait > 2_000 && !crowd.admits();
  });
  expect(refused).toEqual([]);
  now = 6_000;
  expect(crowd.place()).toBe(0);
});
