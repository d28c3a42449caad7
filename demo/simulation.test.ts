import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LiveApp, startLiveApp } from '../server/src/testing/live';
import { simulate } from './simulation';

let app: LiveApp;

beforeAll(async () => {
  app = await startLiveApp();
});
afterAll(() => app.close());

const small = { customers: 3, drivers: 2, rideSeconds: 1, thinkSeconds: 0.15, speed: 1 };

test('a small town lives for a few seconds over the public API and nothing unexpected happens', async () => {
  const { counts, faults, text } = await simulate({ ...small, url: app.url, seconds: 8 });
  expect(faults).toEqual([]);
  expect(counts.quotes).toBeGreaterThan(0);
  expect(counts['rides completed']).toBeGreaterThan(0);
  expect(counts['positions seen']).toBeGreaterThan(0);
  expect(text).toContain('Nothing unexpected happened.');
}, 60_000);

test('every ride follows a recorded track, faster than it was recorded', async () => {
  const track = [0, 1, 2, 3].map((index) => ({ lat: 28.6 + index / 100, lng: 77.2, at: index * 20 }));
  const { counts, faults } = await simulate({ ...small, url: app.url, seconds: 4, track, speed: 60 });
  expect(faults).toEqual([]);
  expect(counts['rides completed']).toBeGreaterThan(0);
}, 60_000);
