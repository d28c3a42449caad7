import { beforeEach, expect, test } from '@jest/globals';
import {
  addToTrail,
  forgetAll,
  type Held,
  holdBooking,
  type LiveFix,
  latestPosition,
  takeFix,
  waitToSend,
} from './positions.memory';

const NOW = 1_700_000_000_000;
let booking: Held;
const fix = (recordedAt: number, lat = 28.6): LiveFix => ({ lat, lng: 77.2, heading: null, speed: null, recordedAt });

beforeEach(() => {
  forgetAll();
  booking = holdBooking('b', 0);
});

test('the newest fix wins and its seq is the server time', () => {
  expect(takeFix(booking, fix(NOW, 1), NOW)).toBe(true);
  expect(takeFix(booking, fix(NOW + 1_000, 2), NOW + 1_000)).toBe(true);
  expect(latestPosition('b')).toMatchObject({
    lat: 2,
    seq: NOW + 1_000,
    recorded_at: new Date(NOW + 1_000).toISOString(),
  });
});

test('seq never goes back: not within a millisecond, not when the clock does, not after a restart', () => {
  takeFix(booking, fix(NOW), NOW);
  takeFix(booking, fix(NOW), NOW);
  expect(booking.seq).toBe(NOW + 1);
  takeFix(booking, fix(NOW), NOW - 5_000 + 5_000);
  expect(booking.seq).toBe(NOW + 2);
  const restarted = holdBooking('after a restart', NOW + 90_000);
  takeFix(restarted, fix(NOW), NOW);
  expect(restarted.seq).toBe(NOW + 90_001);
});

test('an older fix goes into the trail and never becomes the live one', () => {
  takeFix(booking, fix(NOW, 2), NOW);
  expect(takeFix(booking, fix(NOW - 4_000, 1), NOW + 100)).toBe(false);
  expect(latestPosition('b')?.lat).toBe(2);
  expect(booking.trail.size).toBe(2);
});

test('what a phone recorded more than half a minute ago is stored, not shown', () => {
  expect(takeFix(booking, fix(NOW - 31_000), NOW)).toBe(false);
  expect(latestPosition('b')).toBeNull();
  expect(booking.trail.size).toBe(1);
});

test('a clock that runs ahead is read as now', () => {
  takeFix(booking, fix(NOW + 3_600_000), NOW);
  expect(latestPosition('b')?.recorded_at).toBe(new Date(NOW).toISOString());
  expect(takeFix(booking, fix(NOW + 3_601_000), NOW + 1_000)).toBe(true);
});

test('the trail keeps one point a second, the later one, and at most 120 of them', () => {
  addToTrail(booking, [1, 1, NOW + 100]);
  addToTrail(booking, [2, 2, NOW + 900]);
  addToTrail(booking, [3, 3, NOW + 500]);
  expect([...booking.trail.values()]).toEqual([[2, 2, NOW + 900]]);
  for (let second = 0; second < 300; second += 1) addToTrail(booking, [1, 1, NOW + second * 1_000]);
  expect(booking.trail.size).toBe(120);
  expect(booking.trail.has(NOW / 1_000 + 299)).toBe(true);
});

test('a booking is sent at most once a second, and keeps a distance to a status event', () => {
  expect(waitToSend(booking, 5_000)).toBeLessThanOrEqual(0);
  booking.sentAt = 5_000;
  expect(waitToSend(booking, 5_400)).toBe(600);
  booking.quietUntil = 6_050;
  expect(waitToSend(booking, 6_000)).toBe(50);
});
