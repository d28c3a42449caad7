import { beforeEach, expect, test } from '@jest/globals';
import type { Db } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';

const at = storeForTests();
let db: Db;

beforeEach(() => {
  db = at.db;
});

async function numbers(): Promise<number[]> {
  return (await db.collection('log').find().toArray()).map(({ n }) => n);
}

test('a capped collection holds no more bytes than its size, and removes the oldest documents first', async () => {
  await db.createCollection('log', { capped: true, size: 10_000 });
  const log = db.collection('log');
  await log.createIndex({ n: 1 });
  for (let n = 0; n < 40; n++) await log.insertOne({ n, text: 'x'.repeat(965) });
  // The size is rounded up to a multiple of 256 bytes: 10,240 bytes hold ten documents of about 1,000 bytes.
  expect(await numbers()).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  expect(await log.countDocuments({ n: { $lt: 30 } })).toBe(0);
  await log.deleteOne({ n: 39 });
  await log.updateOne({ n: 38 }, { $set: { text: '' } });
  await log.insertMany([{ n: 40 }, { n: 41 }]);
  expect((await numbers()).length).toBe(11);
  expect((await failureOf(log.insertOne({ text: 'x'.repeat(11_000) }))).code).toBe(2);
  expect(await log.findOne({}, { sort: { $natural: -1 } })).toMatchObject({ n: 41 });
});

test('a capped collection holds no more documents than its max, which can be changed', async () => {
  await db.createCollection('log', { capped: true, size: 100_000, max: 5 });
  await db.collection('log').insertMany(Array.from({ length: 12 }, (_, n) => ({ n })));
  expect(await numbers()).toEqual([7, 8, 9, 10, 11]);
  await db.command({ collMod: 'log', cappedMax: 2 });
  expect(await numbers()).toEqual([10, 11]);
  expect((await db.command({ collStats: 'log' })).capped).toBe(true);
  expect((await failureOf(db.createCollection('bad', { capped: true, size: -1 }))).code).toBe(51024);
});
