import { beforeEach, describe, expect, test } from '@jest/globals';
import { aBooking, aPosition } from '../../testing/booking.builder';
import { followPosition, forgetPositions, lastPosition, onLastPosition, onPosition, onReadPosition } from './positions';

const { id } = aBooking();
const NOW = Date.parse('2026-11-21T04:30:00.000Z');

beforeEach(forgetPositions);

describe('a live position', () => {
  test('never goes back in its seq, whatever order positions come in', () => {
    const seen: number[] = [];
    const leave = followPosition(id, ({ seq }) => seen.push(seq));
    for (const seq of [3, 1, 5, 4, 5, 9, 2]) onPosition(aPosition({ seq }));
    leave();
    onPosition(aPosition({ seq: 10 }));
    expect(seen).toEqual([3, 5, 9]);
    expect(lastPosition(id)?.seq).toBe(10);
  });

  test('is told only to those who follow its booking', () => {
    const seen: string[] = [];
    const leave = followPosition('other', ({ booking_id }) => seen.push(booking_id));
    onPosition(aPosition());
    leave();
    expect(seen).toEqual([]);
  });

  test('of a snapshot is as old as its recording, a pushed one is new', () => {
    onLastPosition(aPosition({ recorded_at: '2026-11-21T04:20:00.000Z' }), NOW);
    expect(NOW - (lastPosition(id)?.seenAt ?? 0)).toBe(600_000);
    onPosition(aPosition({ seq: 2, recorded_at: '2026-11-21T04:20:01.000Z' }), NOW);
    expect(lastPosition(id)?.seenAt).toBe(NOW);
  });

  test('read with a booking wins only when recorded later, and never holds a pushed one up', () => {
    const read = (driver_location_at: string, driver_lat: number) =>
      onReadPosition(aBooking({ driver_lat, driver_lng: 77.2, driver_location_at }), NOW);
    expect(read('2026-11-21T04:20:00.000Z', 1)).toBe(true);
    expect(onPosition(aPosition({ seq: 1_000, recorded_at: '2026-11-21T04:20:05.000Z' }))).toBe(true);
    expect(read('2026-11-21T04:20:05.000Z', 2)).toBe(false);
    expect(read('2026-11-21T04:20:06.000Z', 3)).toBe(true);
    expect(onPosition(aPosition({ seq: 2_000, lat: 4 }))).toBe(true);
    expect(lastPosition(id)?.lat).toBe(4);
  });

  test('is unknown of a booking without one', () => {
    expect(onReadPosition(aBooking())).toBe(false);
    expect(lastPosition(id)).toBeNull();
  });
});
