import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Db, type Document, Double } from 'mongodb';
import { failureOf, startTemporaryStore, type TemporaryStore } from '../testing/temporary-store';

let at: TemporaryStore;
let db: Db;

beforeAll(async () => {
  at = await startTemporaryStore();
  db = at.client.db('test');
});

afterAll(() => at.stop());

beforeEach(async () => {
  await db.dropDatabase();
  await db.collection('rides').insertOne({ a: 1 });
  await db.collection('rides').createIndex({ at: 1 }, { expireAfterSeconds: 100 });
});

const byField = { keyPattern: { at: 1 } };
const many = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`);
const tooMany = many(64).map((name) => ({ key: { [name]: 1 }, name }));
const tooWide = Object.fromEntries(many(33).map((name) => [name, 1]));

test.each<[Document, number]>([
  [{ create: 'c', size: 5 }, 72],
  [{ create: 'c', capped: true }, 72],
  [{ create: 'c', validator: 5 }, 14],
  [{ create: 'c', validationLevel: 'weak' }, 2],
  [{ create: 'c', validationAction: 'sigh' }, 2],
  [{ create: 'c', pipeline: [] }, 72],
  [{ create: 'c', viewOn: '' }, 2],
  [{ create: 'c', viewOn: 5 }, 14],
  [{ create: 'c', viewOn: 'rides', pipeline: 5 }, 14],
  [{ create: 'c', viewOn: 'rides', pipeline: [{ $out: 'x' }] }, 167],
  [{ create: 'c', expireAfterSeconds: 5 }, 72],
  [{ collMod: 'rides', expireAfterSeconds: 5 }, 72],
  [{ collMod: 'rides', validationLevel: 'weak' }, 2],
  [{ collMod: 'rides', index: { ...byField, expireAfterSeconds: 'soon' } }, 72],
  [{ collMod: 'rides', index: { ...byField, expireAfterSeconds: -1 } }, 72],
  [{ collMod: 'rides', index: { ...byField, unknown: 1 } }, 40415],
  [{ collMod: 'rides', index: byField }, 72],
  [{ collMod: 'rides', index: { name: '_id_', hidden: true } }, 2],
  [{ collMod: 'rides', index: { name: '_id_', expireAfterSeconds: 5 } }, 72],
  [{ collMod: 'rides', index: { ...byField, hidden: true }, cappedSize: 5 }, 72],
  [{ createIndexes: 'rides', indexes: [{ key: { _id: 1 }, name: 'i', expireAfterSeconds: 5 }] }, 67],
  [{ createIndexes: 'rides', indexes: [{ key: { b: 1 }, name: 'i', expireAfterSeconds: Number.NaN }] }, 67],
  [{ createIndexes: 'rides', indexes: [{ key: { b: 1 }, name: 'i', partialFilterExpression: 5 }] }, 67],
  [{ createIndexes: 'rides', indexes: [{ key: { b: 1 }, name: 'i', partialFilterExpression: { b: { $ne: 1 } } }] }, 67],
  [{ createIndexes: 'rides', indexes: [{ key: { b: 1 }, name: 'i', partialFilterExpression: { b: /x/ } }] }, 67],
  [
    { createIndexes: 'rides', indexes: [{ key: { b: 1 }, name: 'i', partialFilterExpression: { $nor: [{ b: 1 }] } }] },
    67,
  ],
  [{ create: 'system.c' }, 73],
  [{ create: 'c', collation: { locale: 'en', caseFirst: 'first' } }, 2],
  [{ find: 'rides', collation: { locale: 'en', alternate: 'other' } }, 2],
  [{ explain: { drop: 'rides' } }, 59],
  [{ insert: 'system.c', documents: [{ a: 1 }] }, 73],
  [{ find: 'rides', batchSize: -1 }, 51024],
  [{ find: 'rides', maxTimeMS: -1 }, 51024],
  [{ find: 'rides', readConcern: { level: 'hearsay' } }, 2],
  [{ insert: 'c', documents: [{ a: 1 }], writeConcern: { w: 'three' } }, 2],
  [{ insert: 'c', documents: [{ a: 1 }], writeConcern: 5 }, 14],
  [{ aggregate: 'rides', pipeline: [{ $out: 'a$b' }], cursor: {} }, 73],
  [{ aggregate: 'rides', pipeline: [{ $out: '' }], cursor: {} }, 73],
  [{ aggregate: 'rides', pipeline: [{ $out: { db: 'a.b', coll: 'c' } }], cursor: {} }, 73],
  [{ aggregate: 'rides', pipeline: [{ $merge: '.c' }], cursor: {} }, 73],
  [{ createIndexes: 'rides', indexes: tooMany }, 67],
  [{ createIndexes: 'rides', indexes: [{ key: tooWide, name: 'wide' }] }, 13103],
])('%j is refused with code %d and changes nothing', async (command, code) => {
  const before = await db.collection('rides').indexes();
  expect((await failureOf(db.command(command))).code).toBe(code);
  expect(await db.collection('rides').indexes()).toEqual(before);
  expect(await db.listCollections({ name: 'c' }).toArray()).toEqual([]);
});

test('an index with a type filter is not used for a query for a number, because an equal number may have another type', async () => {
  const rides = db.collection('numbers');
  await rides.insertMany([{ n: 5 }, { n: 5.5 }]);
  await rides.createIndex({ n: 1 }, { partialFilterExpression: { n: { $type: 'double' } } });
  expect(await rides.countDocuments({ n: new Double(5) })).toBe(1);
  expect(await rides.countDocuments({ n: 5.5 })).toBe(1);
});

test.each(['nowhere', '.rides', 'test.', 5])('a collection cannot be renamed to %j', async (to) => {
  const admin = at.client.db('admin');
  const { code } = await failureOf(admin.command({ renameCollection: 'test.rides', to }));
  expect([14, 73]).toContain(code);
  expect(await db.collection('rides').countDocuments()).toBe(1);
});

test('a moderate validator leaves existing invalid documents unchecked, but no others', async () => {
  const rides = db.collection('rides');
  await db.command({ collMod: 'rides', validator: { n: { $gt: 3 } }, validationLevel: 'moderate' });
  await rides.updateOne({ a: 1 }, { $set: { b: 1 } });
  expect((await failureOf(rides.insertOne({ n: 1 }))).code).toBe(121);
  await rides.updateOne({ a: 1 }, { $set: { n: 4 } });
  expect((await failureOf(rides.updateOne({ a: 1 }, { $set: { n: 1 } }))).code).toBe(121);
});
