import { distanceKm } from '@boli/shared/core/distance';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { configure, readSettings } from '../settings';
import { OpenList, type OpenRide } from './open-list';

beforeAll(() => configure(readSettings({})));

const NOW = new Date(1_000_000);
const here = { pickup_lat: 28.6, pickup_lng: 77.2 };

function aRide(id: string, more: Partial<OpenRide> = {}): OpenRide {
  return {
    _id: id,
    customer_id: 'c',
    customer_name: 'Asha',
    pickup_location: 'A',
    ...here,
    drop_location: 'B',
    drop_lat: 28.7,
    drop_lng: 77.3,
    distance_km: 15,
    is_scheduled: false,
    scheduled_time: null,
    status: 'open',
    booking_id: null,
    quote_count: 0,
    quotes: [],
    created_at: new Date(5),
    expires_at: new Date(2_000_000),
    version: 1,
    ...more,
  };
}

const at = (...times: number[]) => {
  const list = new OpenList();
  times.forEach((time, place) => {
    list.take(aRide(`${place}`, { created_at: new Date(time) }));
  });
  return list;
};
const ids = (list: OpenList, query: Partial<Parameters<OpenList['page']>[0]> = {}) =>
  list.page({ now: NOW, near: null, limit: 10, ...query }).rows.map(({ _id }) => _id);

test('a page exceeds its limit if it would otherwise end within a millisecond, and reports whether older rows exist', () => {
  const list = at(9, 7, 7, 7, 5);
  const page = (limit: number, before?: number) => {
    const { rows, more, total } = list.page({
      now: NOW,
      near: null,
      limit,
      ...(before && { before: new Date(before) }),
    });
    return [rows.map(({ _id }) => _id).join(''), more, total];
  };
  expect(page(1)).toEqual(['0', true, 5]);
  expect(page(2)).toEqual(['0321', true, 5]);
  expect(page(4)).toEqual(['0321', true, 5]);
  expect(page(1, 9)).toEqual(['321', true, 5]);
  expect(page(9, 7)).toEqual(['4', false, 5]);
  expect(page(1, 5)).toEqual(['', false, 5]);
  expect(page(5)).toEqual(['03214', false, 5]);
});

test('pages of any size contain every row once, in the order of the list', () => {
  const lists = fc.tuple(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(lists, ([times, limit]) => {
      const list = at(...times);
      const whole = ids(list, { limit: 100 });
      expect([...whole].sort()).toEqual(times.map((_, place) => `${place}`).sort());
      const read: OpenRide[] = [];
      for (let more = true; more; ) {
        const before = read.at(-1)?.created_at;
        const page = list.page({ now: NOW, near: null, limit, before });
        read.push(...page.rows);
        more = page.more;
      }
      expect(read.map(({ _id }) => _id)).toEqual(whole);
    }),
  );
});

test('expired requests are neither listed nor counted', () => {
  const list = at(9, 7);
  list.take(aRide('late', { expires_at: NOW }));
  expect(ids(list)).toEqual(['0', '1']);
  expect(list.page({ now: NOW, near: null, limit: 1 }).total).toBe(2);
});

test('an older version changes nothing, whether the request is listed or not', () => {
  const list = new OpenList();
  list.take(aRide('a', { version: 3, quote_count: 3 }));
  list.take(aRide('a', { version: 2, quote_count: 2 }));
  expect(list.page({ now: NOW, near: null, limit: 1 }).rows).toMatchObject([{ version: 3, quote_count: 3 }]);
  list.close('a', 2);
  expect(ids(list)).toEqual(['a']);
  list.take(aRide('a', { version: 5, status: 'booked' }));
  list.take(aRide('a', { version: 4 }));
  expect(ids(list)).toEqual([]);
  list.take(aRide('a', { version: 6 }));
  expect(ids(list)).toEqual(['a']);
});

test('a query by circle returns and counts only what lies inside, wherever the circle lies', () => {
  const place = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const circle = fc
    .tuple(place, fc.double({ min: 0.1, max: 500, noNaN: true }))
    .map(([center, radius_km]) => ({ ...center, radius_km }));
  fc.assert(
    fc.property(
      circle,
      fc.array(place, { maxLength: 30 }),
      fc.double({ min: -4, max: 4, noNaN: true }),
      (near, far, off) => {
        const places = [...far, { lat: Math.min(90, Math.max(-90, near.lat + off)), lng: near.lng }];
        const list = new OpenList();
        places.forEach(({ lat, lng }, row) => {
          list.take(aRide(`${row}`, { pickup_lat: lat, pickup_lng: lng }));
        });
        const inside = places.flatMap((one, row) => (distanceKm(near, one) <= near.radius_km ? [`${row}`] : []));
        expect(ids(list, { near, limit: 100 }).sort()).toEqual(inside.sort());
        expect(list.page({ now: NOW, near, limit: 1 }).total).toBe(inside.length);
      },
    ),
  );
});
