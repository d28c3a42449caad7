import { beforeEach, expect, test } from '@jest/globals';
import type { Collection, Db, Document } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';

const at = storeForTests();
let db: Db;
let rides: Collection<Document>;

beforeEach(() => {
  db = at.db;
  rides = db.collection('rides');
});

test('hello reports a standalone MongoDB 7.0', async () => {
  const hello = await db.command({ hello: 1 });
  expect(hello).toMatchObject({ isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21, readOnly: false });
  expect(hello.setName).toBeUndefined();
  expect((await db.admin().buildInfo()).version).toBe('7.0.14');
});

test('a pipeline can join, group and split documents', async () => {
  await rides.insertMany([
    { city: 'a', fare: 1 },
    { city: 'a', fare: 2 },
    { city: 'b', fare: 5 },
  ]);
  await db.collection('cities').insertMany([
    { code: 'a', name: 'Agra' },
    { code: 'b', name: 'Bhopal' },
  ]);
  const found = await rides
    .aggregate([
      { $match: { fare: { $gt: 0 } } },
      { $group: { _id: '$city', fare: { $sum: '$fare' } } },
      { $lookup: { from: 'cities', localField: '_id', foreignField: 'code', as: 'city' } },
      {
        $facet: {
          all: [{ $sort: { _id: 1 } }, { $project: { fare: 1, city: { $first: '$city.name' } } }],
          n: [{ $count: 'n' }],
        },
      },
    ])
    .toArray();
  expect(found).toEqual([
    {
      all: [
        { _id: 'a', fare: 3, city: 'Agra' },
        { _id: 'b', fare: 5, city: 'Bhopal' },
      ],
      n: [{ n: 2 }],
    },
  ]);
});

test('$out replaces a collection and keeps its indexes; $merge changes existing documents', async () => {
  await db.collection<{ _id: number; n: number }>('rides').insertMany([1, 2].map((n) => ({ _id: n, n })));
  const copy = db.collection('copy');
  await copy.createIndex({ n: 1 });
  await rides.aggregate([{ $out: 'copy' }]).toArray();
  expect(await copy.countDocuments()).toBe(2);
  expect(await copy.indexes()).toHaveLength(2);
  await rides.aggregate([{ $set: { m: 1 } }, { $merge: { into: 'copy', whenMatched: 'merge' } }]).toArray();
  expect(await copy.findOne({ n: 1 })).toEqual({ _id: 1, n: 1, m: 1 });
});

test('$merge and $out obey validators, unless bypassDocumentValidation is set', async () => {
  await db.createCollection('paid', { validator: { fare: { $gte: 0 } } });
  const paid = db.collection<{ _id: number; fare: number }>('paid');
  await paid.insertOne({ _id: 1, fare: 5 });
  const documents = [{ $documents: [{ _id: 1, fare: -1 }] }];
  for (const last of [{ $merge: 'paid' }, { $merge: { into: 'paid', whenMatched: 'replace' } }, { $out: 'paid' }]) {
    const refused = db.aggregate([...documents, last]).toArray();
    expect(await failureOf(refused)).toMatchObject({ code: 121 });
    expect(await paid.find().toArray()).toEqual([{ _id: 1, fare: 5 }]);
  }
  await db.aggregate([...documents, { $merge: 'paid' }], { bypassDocumentValidation: true }).toArray();
  expect(await paid.find().toArray()).toEqual([{ _id: 1, fare: -1 }]);
});

test.each([
  [{ into: 'there', on: 'code' }, 51183],
  [{ into: 'there', whenMatched: 'nonsense' }, 2],
  [{ into: 'there', whenNotMatched: 'nonsense' }, 2],
  [{ into: 'there', nonsense: 1 }, 40415],
  [{ into: 'there', let: { a: 1 } }, 51199],
  [{ on: '_id' }, 40414],
  [{ into: 'there', whenNotMatched: 'fail' }, 13113],
])('$merge refuses %j', async ($merge, code) => {
  const merging = db.aggregate([{ $documents: [{ _id: 1, code: 'a' }] }, { $merge }]).toArray();
  expect(await failureOf(merging)).toMatchObject({ code });
  expect(await db.collection('there').countDocuments()).toBe(0);
});

test('$merge can match by a field with a unique sparse index; a missing value, an array, and a match under whenMatched "fail" are refused', async () => {
  const there = db.collection('there');
  await there.createIndex({ 'of.code': 1 }, { unique: true, sparse: true });
  const merge = (document: Document, more: Document = {}) =>
    db.aggregate([{ $documents: [document] }, { $merge: { into: 'there', on: 'of.code', ...more } }]).toArray();
  await merge({ _id: 1, of: { code: 'a' } });
  await merge({ of: { code: 'a' }, n: 1 });
  expect(await there.find().toArray()).toEqual([{ _id: 1, of: { code: 'a' }, n: 1 }]);
  expect((await failureOf(merge({ n: 2 }))).code).toBe(51132);
  expect((await failureOf(merge({ of: { code: ['a'] } }))).code).toBe(51185);
  expect((await failureOf(merge({ of: { code: 'a' } }, { whenMatched: 'fail' }))).code).toBe(11000);
});

test('a collection may be replaced by the result of a pipeline over itself, and is unchanged if the pipeline fails', async () => {
  await rides.createIndex({ n: 1 }, { unique: true });
  await rides.insertMany(Array.from({ length: 1200 }, (_, n) => ({ n })));
  const failing = rides.aggregate([{ $set: { n: { $min: ['$n', 1100] } } }, { $out: 'rides' }]).toArray();
  expect((await failureOf(failing)).code).toBe(11000);
  expect(await rides.countDocuments({ n: { $gt: 1100 } })).toBe(99);
  expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['rides']);
  await rides.aggregate([{ $match: { n: { $gte: 600 } } }, { $set: { m: 1 } }, { $out: 'rides' }]).toArray();
  expect(await rides.countDocuments({ m: 1 })).toBe(600);
  expect((await rides.indexes()).map(({ name }) => name)).toEqual(['_id_', 'n_1']);
  const merge = { into: 'rides', whenMatched: 'merge' };
  await rides.aggregate([{ $set: { m: 2 } }, { $merge: merge }]).toArray();
  expect(await rides.countDocuments({ m: 2 })).toBe(600);
});

test('a view is read like a collection and refuses writes', async () => {
  await rides.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await db.createCollection('big', { viewOn: 'rides', pipeline: [{ $match: { n: { $gt: 1 } } }] });
  const big = db.collection('big');
  expect(await big.countDocuments({ n: { $lt: 3 } })).toBe(1);
  expect((await big.find({}, { sort: { n: -1 } }).toArray()).map(({ n }) => n)).toEqual([3, 2]);
  expect((await failureOf(big.insertOne({ n: 4 }))).code).toBe(166);
  const asked = { let: { least: 3 } };
  const query = { $expr: { $gte: ['$n', '$$least'] } };
  expect((await big.find(query, asked).toArray()).map(({ n }) => n)).toEqual([3]);
  expect((await big.aggregate([{ $match: query }], asked).toArray()).map(({ n }) => n)).toEqual([3]);
  expect((await failureOf(big.find({}, { hint: 'none' }).toArray())).code).toBe(2);
});

test('collections are listed, renamed and dropped', async () => {
  await rides.insertOne({ n: 1 });
  await rides.rename('journeys');
  expect((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)).toEqual(['journeys']);
  expect((await db.admin().listDatabases()).databases.map(({ name }) => name)).toContain('test');
  expect(await db.dropCollection('journeys')).toBe(true);
});

test.each([
  [{ frobnicate: 1 }, 59, 'CommandNotFound'],
  [{ find: 'rides', filter: { $foo: 1 } }, 2, 'BadValue'],
  [{ find: 'rides', filter: { n: { $foo: 1 } } }, 2, 'BadValue'],
  [{ find: 'rides', filter: 5 }, 14, 'TypeMismatch'],
  [{ find: 'rides', colour: 'red' }, 40415, 'Location40415'],
  [{ find: '', filter: {} }, 73, 'InvalidNamespace'],
  [{ find: 'rides', filter: { $where: 'true' } }, 2, 'BadValue'],
  [{ aggregate: 'rides', pipeline: [{ $foo: 1 }], cursor: {} }, 40324, 'Location40324'],
  [{ update: 'rides', updates: [{ q: {}, u: { n: 1 }, multi: true }] }, 9, 'FailedToParse'],
  [{ insert: 'rides', documents: [{ n: 1 }], txnNumber: 1 }, 20, 'IllegalOperation'],
])('%j is refused with code %d', async (command, code, codeName) => {
  const answer = await db.command(command as Document).catch((error: unknown) => error);
  const { writeErrors } = answer as { writeErrors?: { code: number }[] };
  if (writeErrors) expect(writeErrors[0]?.code).toBe(code);
  else expect(answer).toMatchObject({ code, codeName });
});

test('a query that exceeds its time limit is stopped', async () => {
  await rides.insertMany(Array.from({ length: 3000 }, (_, n) => ({ n, text: 'x'.repeat(200) })));
  const slow = { $expr: { $eq: [{ $size: { $range: [0, 20_000] } }, 1] } };
  expect((await failureOf(rides.find(slow, { maxTimeMS: 5 }).toArray())).codeName).toBe('MaxTimeMSExpired');
});

test('a document over 16 MB is refused and the connection stays open', async () => {
  const half = 'x'.repeat(9 * 1024 * 1024);
  await rides.insertOne({ half });
  expect((await failureOf(rides.updateOne({}, { $set: { other: half } }))).code).toBe(10334);
  expect(await rides.countDocuments()).toBe(1);
});

test('a fail point makes one insert fail with the configured code', async () => {
  await db.admin().command({
    configureFailPoint: 'failCommand',
    mode: { times: 1 },
    data: { failCommands: ['insert'], errorCode: 91 },
  });
  expect((await failureOf(rides.insertOne({ n: 1 }))).code).toBe(91);
  await rides.insertOne({ n: 1 });
});
