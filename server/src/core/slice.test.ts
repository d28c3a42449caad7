import { expect, test } from '@jest/globals';
import { sliceOf } from './slice.repository';

const rows = [9, 7, 7, 7, 5].map((at, place) => ({ place, created_at: new Date(at) }));
const places = (slice: Parameters<typeof sliceOf>[1]) => sliceOf(rows, slice).map(({ place }) => place);

test('a slice ends at its limit, but never between rows of one millisecond', () => {
  expect(places({ limit: 1 })).toEqual([0]);
  expect(places({ limit: 2 })).toEqual([0, 1, 2, 3]);
  expect(places({ limit: 1, before: new Date(9) })).toEqual([1, 2, 3]);
  expect(places({ limit: 9, before: new Date(7) })).toEqual([4]);
  expect(places({ limit: 1, before: new Date(5) })).toEqual([]);
});
