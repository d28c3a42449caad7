import { beforeEach, expect, test } from '@jest/globals';
import {
  addToTrail,
  applyFix,
  forgetAll,
  type Held,
  holdBooking,
  latestPosition,
  type Reading,
  waitToSend,
} from './positions.memory';

const NOW = 1_700_000_000_000;
let booking: Held;
const fix = (deviceTime: number | null, lat = 28.6, more: Partial<Reading> = {}): Reading => ({
  lat,
  lng: 77.2,
  heading: null,
  speed: null,
  accuracy: null,
  deviceTime,
  ...more,
});
/** Applies a fix when both clocks of the server show `at`; if `wall` is given, its wall clock shows that instead. */
const take = (reading: Reading, at: number, wall = at) => applyFix(booking, reading, { wall, steady: at - NOW });

beforeEach(() => {
  forgetAll();
  booking = holdBooking('b', 0);
});

test('the newest position is the live one, and its seq is the server time', () => {
  expect(take(fix(NOW, 28.6), NOW)).toBeNull();
  expect(take(fix(NOW + 1_000, 28.6002), NOW + 1_000)).toBeNull();
  expect(latestPosition('b')).toMatchObject({
    lat: 28.6002,
    seq: NOW + 1_000,
    recorded_at: new Date(NOW + 1_000).toISOString(),
  });
});

test('seq never decreases: not within a millisecond, not when the clock is set back, not after a restart', () => {
  take(fix(NOW), NOW);
  take(fix(NOW), NOW);
  expect(booking.seq).toBe(NOW + 1);
  take(fix(NOW), NOW, NOW - 5_000);
  expect(booking.seq).toBe(NOW + 2);
  const restarted = holdBooking('after a restart', NOW + 90_000);
  applyFix(restarted, fix(NOW), { wall: NOW, steady: 0 });
  expect(restarted.seq).toBe(NOW + 90_001);
});

test('an older position is added to the trail and never becomes the live one', () => {
  take(fix(NOW, 28.6), NOW);
  expect(take(fix(NOW - 4_000, 28.5999), NOW + 100)).toBe('out_of_order');
  expect(latestPosition('b')?.lat).toBe(28.6);
  expect(booking.trail.size).toBe(2);
});

test('a position recorded more than half a minute ago is stored, but not shown live', () => {
  expect(take(fix(NOW - 31_000), NOW)).toBe('stale');
  expect(latestPosition('b')).toBeNull();
  expect(booking.trail.size).toBe(1);
});

test('a time in the future counts as now', () => {
  take(fix(NOW + 3_600_000), NOW);
  expect(latestPosition('b')?.recorded_at).toBe(new Date(NOW).toISOString());
  expect(take(fix(NOW + 3_601_000), NOW + 1_000)).toBeNull();
});

test("positions are shown after the server clock was set back by 17 minutes, with or without the device's time", () => {
  const back = 17 * 60_000;
  take(fix(NOW, 28.6), NOW);
  take(fix(null, 28.6001), NOW + 1_000);
  expect(take(fix(NOW + 2_000, 28.6002), NOW + 2_000, NOW + 2_000 - back)).toBeNull();
  expect(take(fix(null, 28.6003), NOW + 3_000, NOW + 3_000 - back)).toBeNull();
  expect(take(fix(NOW + 4_000, 28.6004), NOW + 4_000, NOW + 4_000 - back)).toBeNull();
  expect(latestPosition('b')).toMatchObject({ lat: 28.6004, seq: NOW + 1_003 });
});

test('positions of a device whose clock was set back are hidden only for as long as they seem late', () => {
  take(fix(NOW + 60_000), NOW);
  const late = (at: number) => take(fix(at - 9_000), at);
  expect(late(NOW + 8_000)).toBe('out_of_order');
  expect(late(NOW + 9_000)).toBeNull();
});

test('a position that was recorded before the previous one arrived is out of order even if the previous one had no time', () => {
  take(fix(null), NOW);
  expect(take(fix(NOW - 5_000), NOW + 1_000)).toBe('out_of_order');
});

test.each([
  ['inaccurate', fix(null, 28.6, { accuracy: 201 })],
  ['zero', fix(null, 0, { lng: 0 })],
  ['zero', fix(NOW, 0.00001, { lng: -0.00001 })],
] as const)('a position that is %s is kept in the trail with its flag, but not shown live', (flag, reading) => {
  expect(take(reading, NOW)).toBe(flag);
  expect(latestPosition('b')).toBeNull();
  expect([...booking.trail.values()]).toEqual([[reading.lat, reading.lng, NOW, flag]]);
});

test('a position with an accuracy of 200 metres is shown live', () => {
  expect(take(fix(null, 28.6, { accuracy: 200 }), NOW)).toBeNull();
});

test('a jump is flagged only for positions with a time or an accuracy', () => {
  take(fix(NOW, 28.6), NOW);
  const after = 10_000;
  // 0.01 degrees of latitude are 1,112 metres: 400 km/h over ten seconds.
  expect(take(fix(NOW + after, 28.61), NOW + after)).toBe('jump');
  expect(take(fix(null, 28.61, { accuracy: 5 }), NOW + after)).toBe('jump');
  expect([...booking.trail.values()]).toContainEqual([28.61, 77.2, NOW + after, 'jump']);
  expect(latestPosition('b')?.lat).toBe(28.6);
  expect(take(fix(null, 28.61), NOW + after)).toBeNull();
});

test('after ten seconds of positions that agree, the car is shown there, however wrong the previous position was', () => {
  take(fix(NOW, 29.6), NOW);
  const results = Array.from({ length: 12 }, (_, second) => {
    const at = NOW + (second + 1) * 1_000;
    return take(fix(at, 28.6 + second / 10_000), at);
  });
  expect(results.slice(0, 10)).toEqual(Array(10).fill('jump'));
  expect(results.slice(10)).toEqual([null, null]);
  expect(latestPosition('b')?.lat).toBeCloseTo(28.6011);
});

test('of several points in one second the trail keeps one without a flag', () => {
  addToTrail(booking, [1, 1, NOW]);
  addToTrail(booking, [2, 2, NOW + 1, 'jump']);
  expect([...booking.trail.values()]).toEqual([[1, 1, NOW]]);
  addToTrail(booking, [3, 3, NOW + 1_000, 'zero']);
  addToTrail(booking, [4, 4, NOW + 1_000]);
  expect([...booking.trail.values()].at(-1)).toEqual([4, 4, NOW + 1_000]);
});

test('the trail keeps one point a second, the later one, and at most 120 points', () => {
  addToTrail(booking, [1, 1, NOW + 100]);
  addToTrail(booking, [2, 2, NOW + 900]);
  addToTrail(booking, [3, 3, NOW + 500]);
  expect([...booking.trail.values()]).toEqual([[2, 2, NOW + 900]]);
  for (let second = 0; second < 300; second += 1) addToTrail(booking, [1, 1, NOW + second * 1_000]);
  expect(booking.trail.size).toBe(120);
  expect(booking.trail.has(NOW / 1_000 + 299)).toBe(true);
});

test('positions of a booking are sent at most once a second, with a minimum interval after a status event', () => {
  expect(waitToSend(booking, 5_000)).toBeLessThanOrEqual(0);
  booking.sentAt = 5_000;
  expect(waitToSend(booking, 5_400)).toBe(600);
  booking.quietUntil = 6_050;
  expect(waitToSend(booking, 6_000)).toBe(50);
});
