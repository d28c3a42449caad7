import { beforeEach, describe, expect, test } from '@jest/globals';
import { aBooking, aPosition } from '../../testing/booking.builder';
import {
  applyBookingPosition,
  applyLastPosition,
  applyPushedPosition,
  forgetPositions,
  lastPosition,
  subscribePosition,
} from './positions';

const { id } = aBooking();
const NOW = Date.parse('2026-11-21T04:30:00.000Z');

beforeEach(forgetPositions);

describe("a driver's position", () => {
  test('never reverts to a lower seq, in whatever order positions arrive', () => {
    const seen: number[] = [];
    const leave = subscribePosition(id, ({ seq }) => seen.push(seq));
    for (const seq of [3, 1, 5, 4, 5, 9, 2]) applyPushedPosition(aPosition({ seq }));
    leave();
    applyPushedPosition(aPosition({ seq: 10 }));
    expect(seen).toEqual([3, 5, 9]);
    expect(lastPosition(id)?.seq).toBe(10);
  });

  test('is reported only to subscribers of its booking', () => {
    const seen: string[] = [];
    const leave = subscribePosition('other', ({ booking_id }) => seen.push(booking_id));
    applyPushedPosition(aPosition());
    leave();
    expect(seen).toEqual([]);
  });

  test('has an age counted from its recording if it is from a snapshot, and from its arrival if it was pushed', () => {
    applyLastPosition(aPosition({ recorded_at: '2026-11-21T04:20:00.000Z' }), NOW);
    expect(NOW - (lastPosition(id)?.seenAt ?? 0)).toBe(600_000);
    applyPushedPosition(aPosition({ seq: 2, recorded_at: '2026-11-21T04:20:01.000Z' }), NOW);
    expect(lastPosition(id)?.seenAt).toBe(NOW);
  });

  test('that was read with a booking replaces the stored one only if recorded later, and never blocks a pushed one', () => {
    const read = (driver_location_at: string, driver_lat: number) =>
      applyBookingPosition(aBooking({ driver_lat, driver_lng: 77.2, driver_location_at }), NOW);
    expect(read('2026-11-21T04:20:00.000Z', 1)).toBe(true);
    expect(applyPushedPosition(aPosition({ seq: 1_000, recorded_at: '2026-11-21T04:20:05.000Z' }))).toBe(true);
    expect(read('2026-11-21T04:20:05.000Z', 2)).toBe(false);
    expect(read('2026-11-21T04:20:06.000Z', 3)).toBe(true);
    expect(applyPushedPosition(aPosition({ seq: 2_000, lat: 4 }))).toBe(true);
    expect(lastPosition(id)?.lat).toBe(4);
  });

  test('is null for a booking without one', () => {
    expect(applyBookingPosition(aBooking())).toBe(false);
    expect(lastPosition(id)).toBeNull();
  });
});
