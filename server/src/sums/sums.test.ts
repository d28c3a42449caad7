import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { setUpApp } from '../testing/set-up';
import { idOf, leafOf, PLATFORM, periodAbove, type RowKey } from './periods';
import { noSums } from './sums';
import { sumsRows } from './sums.repository';
import { bringUpToDate, markStale } from './sums.service';

setUpApp();

const aDay = (): RowKey => ({ series: 'fares', owner: randomUUID(), period: '2026-01-31' });
async function rowOf(key: RowKey) {
  const row = (await sumsRows.byIds([idOf(key)])).get(idOf(key));
  if (!row) throw new Error(`there is no row ${idOf(key)}`);
  return row;
}
const sumsWith = (rides: number) => ({ ...noSums, rides });

test('periods begin at midnight in India, and each is included in the next longer one', () => {
  const at = new Date('2026-01-31T18:30:00Z');
  expect(leafOf('fares', PLATFORM, at).period).toBe('2026-02-01T00');
  expect(leafOf('fares', 'a driver', new Date(at.getTime() - 1)).period).toBe('2026-01-31');
  expect(['2026-01-31T05', '2026-01-31', '2026-01', 'all'].map(periodAbove)).toEqual([
    '2026-01-31',
    '2026-01',
    'all',
    null,
  ]);
});

test('older sums never replace newer ones', async () => {
  const key = aDay();
  await markStale([key]);
  const older = await rowOf(key);
  await markStale([key]);
  const newer = await rowOf(key);
  await sumsRows.store([{ row: newer, sums: sumsWith(2), driver_name: null }]);
  await sumsRows.store([{ row: older, sums: sumsWith(1), driver_name: null }]);
  expect((await rowOf(key)).sums?.rides).toBe(2);
});

test('a row that was marked meanwhile stays stale', async () => {
  const key = aDay();
  await markStale([key]);
  const read = await rowOf(key);
  await markStale([key]);
  await sumsRows.store([{ row: read, sums: sumsWith(1), driver_name: null }]);
  await sumsRows.clear([read]);
  expect((await rowOf(key)).stale).toEqual(expect.any(Date));
});

test('twenty concurrent marks of a row are all counted, and twenty computations end with a fresh row', async () => {
  const key = aDay();
  await Promise.all(Array.from({ length: 20 }, () => markStale([key])));
  expect((await rowOf(key)).marks).toBe(20);
  await Promise.all(Array.from({ length: 20 }, () => bringUpToDate({ owner: key.owner })));
  const rows = await Promise.all(['2026-01-31', '2026-01', 'all'].map((period) => rowOf({ ...key, period })));
  expect(rows.map(({ stale, level }) => [level, stale])).toEqual([
    ['day', undefined],
    ['month', undefined],
    ['all', undefined],
  ]);
});

test('a computation that may not go on ends early, and the next one finishes it', async () => {
  const key = aDay();
  await markStale([key]);
  let asked = 0;
  expect(await bringUpToDate({ owner: key.owner }, () => ++asked < 3)).toBe(false);
  expect(await sumsRows.hasStale({ owner: key.owner })).toBe(true);
  expect(await bringUpToDate({ owner: key.owner })).toBe(true);
  expect(await sumsRows.hasStale({ owner: key.owner })).toBe(false);
});
