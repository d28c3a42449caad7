import { beforeEach, expect, test } from '@jest/globals';
import type { Collection, CreateIndexesOptions, Document } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';

const at = storeForTests();
let rides: Collection<Document>;

beforeEach(() => {
  rides = at.db.collection('rides');
});

test.each<[string, CreateIndexesOptions, CreateIndexesOptions, number, string]>([
  ['made unique', {}, { unique: true }, 86, 'IndexKeySpecsConflict'],
  ['made sparse', {}, { sparse: true }, 86, 'IndexKeySpecsConflict'],
  ['made partial', {}, { partialFilterExpression: { n: 1 } }, 86, 'IndexKeySpecsConflict'],
  ['given another expiry', { expireAfterSeconds: 5 }, { expireAfterSeconds: 6 }, 85, 'IndexOptionsConflict'],
  ['given another name', {}, { name: 'other' }, 85, 'IndexOptionsConflict'],
])('an existing index declared again and %s is refused', async (_how, before, after, code, codeName) => {
  await rides.createIndex({ at: 1 }, before);
  expect(await rides.createIndex({ at: 1 }, before)).toBe('at_1');
  expect(await failureOf(rides.createIndex({ at: 1 }, after))).toMatchObject({ code, codeName });
});

test('one name for two fields is refused; two kinds of index on one field are accepted', async () => {
  await rides.createIndex({ a: 1 }, { name: 'mine' });
  expect((await failureOf(rides.createIndex({ b: 1 }, { name: 'mine' }))).code).toBe(86);
  await rides.createIndex({ a: 1 }, { name: 'sparse', sparse: true });
  expect((await rides.indexes()).map(({ name }) => name)).toEqual(['_id_', 'mine', 'sparse']);
  expect(await rides.createIndex({ _id: 1 })).toBe('_id_1');
  expect((await rides.indexes()).length).toBe(3);
});

test('the name of the _id index is refused for any other index, in a time series for every index', async () => {
  const reserved = { code: 2, message: expect.stringContaining("'_id_' is reserved for the _id index") };
  expect(await failureOf(rides.createIndex({ a: 1 }, { name: '_id_' }))).toMatchObject(reserved);
  expect(await failureOf(rides.createIndex({ _id: -1 }, { name: '_id_' }))).toMatchObject(reserved);
  expect(await rides.createIndex({ _id: 1 }, { name: '_id_' })).toBe('_id_');
  const series = await at.db.createCollection<Document>('series', { timeseries: { timeField: 'at' } });
  await series.insertMany(['x', 'y'].map((_id, n) => ({ _id, a: n === 0 ? 'y' : 'x', at: new Date(n) }) as Document));
  expect(await failureOf(series.createIndex({ a: 1 }, { name: '_id_' }))).toMatchObject(reserved);
  expect((await failureOf(series.createIndex({ _id: 1 }, { name: '_id_', sparse: true }))).code).toBe(67);
  await series.createIndex({ a: 1 });
  const query: Document = { _id: 'x' };
  expect((await series.find(query).toArray()).map(({ _id, a }) => [_id, a])).toEqual([['x', 'y']]);
});

test('a failed build of a unique index over duplicates leaves nothing behind', async () => {
  await rides.insertMany(Array.from({ length: 1500 }, (_, n) => ({ n: n % 1400 })));
  expect((await failureOf(rides.createIndex({ n: 1 }, { unique: true }))).code).toBe(11000);
  expect((await rides.indexes()).length).toBe(1);
  await rides.deleteMany({ n: { $lt: 100 } });
  await rides.createIndex({ n: 1 }, { unique: true });
  expect((await failureOf(rides.insertOne({ n: 700 }))).code).toBe(11000);
});
