import { beforeEach, expect, test } from '@jest/globals';
import type { Collection, Document, Filter, IndexDescription } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';

const at = storeForTests({ expiryMs: 50 });
let rides: Collection<Document>;

beforeEach(() => {
  rides = at.db.collection('rides');
});

/** The index or scan that is used, whether it needs a separate sort, and how many documents are read and returned. */
async function explainCounts(query: Filter<Document>, sort?: Document) {
  const cursor = rides.find(query);
  const explained = await (sort ? cursor.sort(sort as Record<string, 1 | -1>) : cursor).explain('executionStats');
  const top = explained.queryPlanner.winningPlan;
  const read = top.stage === 'SORT' ? top.inputStage : top;
  const { totalDocsExamined: examined, nReturned: returned } = explained.executionStats;
  return { index: read.inputStage?.indexName ?? read.stage, needsSort: top.stage === 'SORT', examined, returned };
}

async function fill(): Promise<void> {
  await rides.insertMany(
    Array.from({ length: 100 }, (_, n) => ({ n, city: n % 10, state: n < 5 ? 'open' : 'done', tags: [n % 7, 'x'] })),
  );
}

test('an equality query reads only the matching documents', async () => {
  await fill();
  await rides.createIndex({ city: 1, n: -1 });
  expect(await explainCounts({ city: 3 })).toEqual({
    index: 'city_1_n_-1',
    needsSort: false,
    examined: 10,
    returned: 10,
  });
  expect(await explainCounts({ city: 3, n: { $gte: 50 } })).toMatchObject({ examined: 5, returned: 5 });
  expect(await explainCounts({ city: { $in: [3, 4] }, n: 33 })).toMatchObject({ examined: 1 });
});

test('without an index the whole collection is read, and explain reports that', async () => {
  await fill();
  expect(await explainCounts({ city: 3 })).toEqual({
    index: 'COLLSCAN',
    needsSort: false,
    examined: 100,
    returned: 10,
  });
});

test('an index in the requested order replaces the sort', async () => {
  await fill();
  await rides.createIndex({ city: 1, n: -1 });
  expect(await explainCounts({ city: 3 }, { n: 1 })).toMatchObject({ needsSort: false });
  expect(await explainCounts({ city: 3 }, { tags: 1 })).toMatchObject({ needsSort: true });
  const found = await rides.find({ city: 3 }).sort({ n: 1 }).toArray();
  expect(found.map(({ n }) => n)).toEqual([3, 13, 23, 33, 43, 53, 63, 73, 83, 93]);
});

test('a partial index is used for the queries it covers and for no others', async () => {
  await fill();
  await rides.createIndex({ n: 1 }, { partialFilterExpression: { state: 'open' } });
  expect(await explainCounts({ n: 3, state: 'open' })).toMatchObject({ index: 'n_1', examined: 1 });
  expect(await explainCounts({ n: 3 })).toMatchObject({ index: 'COLLSCAN' });
});

test('a sparse index is not used for a query that may match documents outside it', async () => {
  await rides.insertMany([{ a: 1 }, { b: 1 }]);
  await rides.createIndex({ a: 1 }, { sparse: true });
  expect(await explainCounts({ a: 1 })).toMatchObject({ index: 'a_1', examined: 1 });
  expect(await explainCounts({ a: { $exists: true } })).toMatchObject({ index: 'a_1', examined: 1 });
  expect(await explainCounts({ a: null })).toMatchObject({ index: 'COLLSCAN', returned: 1 });
});

test('an index on an array field contains each element', async () => {
  await fill();
  await rides.createIndex({ tags: 1 });
  expect(await explainCounts({ tags: 3 })).toMatchObject({ index: 'tags_1', examined: 14, returned: 14 });
});

test('a unique index refuses a duplicate, names the key, and frees the keys of deleted documents', async () => {
  await rides.createIndex({ email: 1 }, { unique: true });
  await rides.insertOne({ email: 'a' });
  const failure = await failureOf(rides.insertOne({ email: 'a' }));
  expect(failure).toMatchObject({ code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'a' } });
  expect(failure.message).toBe(
    'E11000 duplicate key error collection: test.rides index: email_1 dup key: { email: "a" }',
  );
  await rides.insertOne({ email: 'b' });
  expect((await failureOf(rides.findOneAndUpdate({ email: 'b' }, { $set: { email: 'a' } }))).keyValue).toEqual({
    email: 'a',
  });
  await rides.deleteOne({ email: 'a' });
  await rides.updateOne({ email: 'b' }, { $set: { email: 'a' } });
});

test('a unique index with a case-insensitive collation refuses keys that differ only in case', async () => {
  await rides.createIndex({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } });
  await rides.insertMany([{ name: 'Ravi' }, { name: 'Rávi' }]);
  expect((await failureOf(rides.insertOne({ name: 'RAVI' }))).keyValue).toEqual({ name: 'RAVI' });
  expect(await explainCounts({ name: 'Ravi' })).toMatchObject({ index: 'COLLSCAN', returned: 1 });
});

test('a unique partial index applies only to the documents it covers', async () => {
  await rides.createIndex({ ride: 1 }, { unique: true, partialFilterExpression: { live: true } });
  await rides.insertMany([
    { ride: 1, live: false },
    { ride: 1, live: false },
    { ride: 1, live: true },
  ]);
  expect((await failureOf(rides.updateMany({}, { $set: { live: true } }))).code).toBe(11000);
});

test('a unique index cannot be built over duplicates', async () => {
  await rides.insertMany([{ a: 1 }, { a: 1 }]);
  expect((await failureOf(rides.createIndex({ a: 1 }, { unique: true }))).code).toBe(11000);
  expect(await rides.indexes()).toHaveLength(1);
});

test('if one index of a command cannot be created, none is created', async () => {
  await rides.insertMany([
    { n: 1, city: 1 },
    { n: 2, city: 1 },
  ]);
  const both: IndexDescription[] = [{ key: { n: 1 } }, { key: { city: 1 }, unique: true }];
  expect((await failureOf(rides.createIndexes(both))).code).toBe(11000);
  expect((await rides.indexes()).map(({ name }) => name)).toEqual(['_id_']);
});

test('indexes are listed, refused for a conflict of name or options, and dropped', async () => {
  await rides.createIndex({ a: 1 }, { expireAfterSeconds: 60 });
  await rides.createIndex({ a: 1 }, { expireAfterSeconds: 60 });
  expect((await failureOf(rides.createIndex({ a: 1 }, { expireAfterSeconds: 61 }))).code).toBe(85);
  expect((await failureOf(rides.createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
  expect(await rides.indexes()).toEqual([
    { v: 2, key: { _id: 1 }, name: '_id_' },
    { v: 2, key: { a: 1 }, name: 'a_1', expireAfterSeconds: 60 },
  ]);
  await rides.dropIndex('a_1');
  expect((await failureOf(rides.dropIndex('a_1'))).code).toBe(27);
  expect((await failureOf(rides.dropIndex('_id_'))).code).toBe(72);
});

test('unsupported kinds of index are refused', async () => {
  expect((await failureOf(rides.createIndex({ place: '2dsphere' }))).code).toBe(67);
  expect((await failureOf(rides.createIndex({ note: 'text' }))).code).toBe(67);
});

test('expired documents are deleted, and others stay', async () => {
  await rides.createIndex({ at: 1 }, { expireAfterSeconds: 10 });
  await rides.insertMany([{ at: new Date(Date.now() - 60_000) }, { at: new Date() }, { at: 'never' }]);
  while ((await rides.countDocuments()) > 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await rides.countDocuments({ at: 'never' })).toBe(1);
});

test('of two usable indexes the one that reads less is chosen', async () => {
  await fill();
  await rides.createIndex({ state: 1 });
  await rides.createIndex({ city: 1 });
  expect(await explainCounts({ state: 'done', city: 3 })).toMatchObject({ index: 'city_1', examined: 10 });
  expect(await explainCounts({ state: 'open', city: { $in: [1, 2, 3] } })).toMatchObject({
    index: 'state_1',
    examined: 5,
  });
});

test('an $elemMatch with two bounds reads one range of an index over arrays; two separate bounds do not', async () => {
  await fill();
  await rides.insertMany([{ tags: [40, 60] }, { tags: [50] }, { tags: 50 }, { tags: [[50]] }]);
  await rides.createIndex({ tags: 1 });
  expect(await explainCounts({ tags: { $elemMatch: { $gte: 45, $lt: 55 } } })).toMatchObject({
    index: 'tags_1',
    examined: 2,
    returned: 1,
  });
  expect(await explainCounts({ tags: { $gte: 45, $lt: 55 } })).toMatchObject({ examined: 3, returned: 3 });
  expect(await explainCounts({ tags: { $elemMatch: { $gte: 45 } }, $and: [{ tags: { $lt: 45 } }] })).toMatchObject({
    returned: 1,
  });
});

test('an $or whose alternatives each have an index uses these indexes', async () => {
  await fill();
  await rides.createIndex({ n: 1 });
  const seventh = await rides.findOne({ n: 7 });
  if (!seventh) throw new Error('the document with n = 7 is missing');
  const either = rides.find({ $or: [{ n: 3 }, { _id: seventh._id }, { n: { $gte: 98 } }] });
  const explained = await either.explain('executionStats');
  expect(explained.executionStats).toMatchObject({ totalDocsExamined: 4, nReturned: 4 });
  expect(explained.queryPlanner.winningPlan.inputStage.stage).toBe('OR');
});

test('values too long for an index key are still found, distinguished and sorted', async () => {
  const long = 'x'.repeat(2000);
  await rides.createIndex({ note: 1, n: 1 });
  await rides.insertMany(['c', 'a', 'b'].map((end, n) => ({ note: long + end, n })));
  expect(await rides.countDocuments({ note: `${long}a` })).toBe(1);
  expect(await rides.countDocuments({ note: `${long}b`, n: { $gte: 0 } })).toBe(1);
  expect(await rides.countDocuments({ note: { $gt: `${long}a` } })).toBe(2);
  const sorted = await rides.find({ note: { $gte: '' } }, { sort: { note: 1 } }).toArray();
  expect(sorted.map(({ n }) => n)).toEqual([1, 2, 0]);
});

test('a hint forces an index, and a hint of a missing index is an error', async () => {
  await fill();
  await rides.createIndex({ n: 1 });
  expect((await rides.find({ city: 1 }, { hint: 'n_1' }).toArray()).length).toBe(10);
  expect((await failureOf(rides.find({}, { hint: 'nope' }).toArray())).code).toBe(2);
});

test('collMod hides an index, and makes it unique after prepareUnique if it has no duplicates', async () => {
  const { db } = at;
  await rides.createIndex({ a: 1 });
  await rides.insertMany([{ a: 1 }, { a: 1 }]);
  await db.command({ collMod: 'rides', index: { name: 'a_1', prepareUnique: true } });
  expect((await failureOf(rides.insertOne({ a: 1 }))).code).toBe(11000);
  expect((await failureOf(db.command({ collMod: 'rides', index: { name: 'a_1', unique: true } }))).code).toBe(359);
  await rides.deleteOne({ a: 1 });
  await db.command({ collMod: 'rides', index: { name: 'a_1', unique: true } });
  await db.command({ collMod: 'rides', index: { name: 'a_1', hidden: true } });
  expect(await explainCounts({ a: 1 })).toMatchObject({ index: 'COLLSCAN' });
});
