import { beforeEach, describe, expect, test } from '@jest/globals';
import { aBooking } from '../../testing/booking.builder';
import { activeBooking, applyBookingsPage, groupBookings, upsertBooking, useBookings } from './bookings.store';
import { forgetPositions } from './positions';

const { id } = aBooking();
const held = () => useBookings.getState().byId[id];

/** All permutations of a list. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, place) => orders(things.toSpliced(place, 1)).map((rest) => [first, ...rest]));
}

beforeEach(() => {
  useBookings.setState({ byId: {}, total: null, failed: false });
  forgetPositions();
});

describe('the bookings store', () => {
  const accepted = aBooking({ status: 'accepted', version: 2 });
  const started = aBooking({ status: 'in_progress', version: 3 });
  const ways = [
    { name: 'push', run: () => upsertBooking(started) },
    { name: 'reply', run: () => upsertBooking(accepted) },
    { name: 'resync', run: () => applyBookingsPage([aBooking()], 1) },
  ];

  test.each(orders(ways).map((order) => [order.map(({ name }) => name).join(', '), order] as const))(
    'has the newest version when updates arrive in the order: %s',
    (_, order) => {
      const versions = order.map(({ run }) => {
        run();
        return held()?.version ?? 0;
      });
      expect(held()).toEqual(started);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    },
  );

  test('replaces a row by another one of equal version', () => {
    upsertBooking(started);
    upsertBooking({ ...started, driver_lat: 28.6 });
    expect(held()?.driver_lat).toBe(28.6);
  });

  test('keeps rows that a page does not list', () => {
    upsertBooking(started);
    applyBookingsPage([aBooking({ id: 'other' })], 2);
    expect(held()).toEqual(started);
  });
});

describe('the order on screen', () => {
  const at = (minute: string) => `2026-11-21T04:${minute}:00.000Z`;
  const rows = [
    aBooking({ id: 'done', status: 'completed', created_at: at('50') }),
    aBooking({ id: 'old', status: 'accepted', created_at: at('10') }),
    aBooking({ id: 'new', status: 'pending', created_at: at('40') }),
    aBooking({ id: 'cancelled', status: 'cancelled', created_at: at('55') }),
  ];

  test('has active bookings first, and in each group the newest first', () => {
    applyBookingsPage(rows, rows.length);
    const { active, past } = groupBookings(useBookings.getState().byId);
    expect(active.map((row) => row.id)).toEqual(['new', 'old']);
    expect(past.map((row) => row.id)).toEqual(['cancelled', 'done']);
  });

  test('pins a ride in progress, else an accepted one, else a pending one', () => {
    applyBookingsPage(rows, rows.length);
    expect(activeBooking(useBookings.getState().byId)?.id).toBe('old');
    upsertBooking(aBooking({ id: 'running', status: 'in_progress', created_at: at('01') }));
    expect(activeBooking(useBookings.getState().byId)?.id).toBe('running');
  });

  test('pins a due accepted ride rather than one planned for later; of two due or two planned rides it pins the earlier one', () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const accepted = (id: string, created: number, planned: number | null) =>
      aBooking({
        id,
        status: 'accepted',
        created_at: inMinutes(created),
        scheduled_time: planned === null ? null : inMinutes(planned),
      });
    const pinned = (...held: ReturnType<typeof accepted>[]) =>
      activeBooking(Object.fromEntries(held.map((one) => [one.id, one])))?.id;
    const [now, soon] = [accepted('now', -9, null), accepted('soon', -1_000, 20)];
    const [tomorrow, later] = [accepted('tomorrow', -1, 1_440), accepted('later', -5, 2_880)];
    expect(pinned(tomorrow, later)).toBe('tomorrow');
    expect(pinned(later, tomorrow)).toBe('tomorrow');
    expect(pinned(tomorrow, now)).toBe('now');
    expect(pinned(tomorrow, now, soon)).toBe('now');
    expect(pinned(tomorrow, soon)).toBe('soon');
    expect(pinned(now, aBooking({ id: 'running', status: 'in_progress', created_at: inMinutes(-60) }))).toBe('running');
  });

  test('pins nothing without an active booking', () => {
    applyBookingsPage([aBooking({ status: 'rejected' })], 1);
    expect(activeBooking(useBookings.getState().byId)).toBeNull();
  });
});
