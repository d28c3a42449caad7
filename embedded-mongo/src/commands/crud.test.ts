import { beforeEach, expect, test } from '@jest/globals';
import { type Collection, Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';

const at = storeForTests();
let rides: Collection<Document>;

beforeEach(() => {
  rides = at.db.collection('rides');
});

test('values of the common BSON types are stored and returned', async () => {
  const document = {
    _id: new ObjectId(),
    int: 1,
    double: 1.5,
    long: Long.fromString('9007199254740993'),
    decimal: Decimal128.fromString('1.10'),
    text: 'ride ₹',
    nothing: null,
    yes: true,
    list: [1, [2], { a: 3 }],
    inner: { b: new Date(5) },
  };
  await rides.insertOne(document);
  expect(await rides.findOne({}, { promoteLongs: false })).toEqual(document);
});

test('a missing _id is created and stored first', async () => {
  await rides.insertOne({ a: 1 }, { forceServerObjectId: true });
  expect(Object.keys((await rides.findOne()) ?? {})).toEqual(['_id', 'a']);
});

test('an ordered insert stops at the first error, an unordered one continues', async () => {
  const numbered = at.db.collection<{ _id: number }>('numbered');
  const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
  expect((await failureOf(numbered.insertMany(documents))).code).toBe(11000);
  expect(await numbered.countDocuments()).toBe(1);
  await failureOf(numbered.insertMany(documents, { ordered: false }));
  expect(await numbered.countDocuments()).toBe(2);
});

test('find applies sort, skip, limit and projection', async () => {
  await rides.insertMany([3, 1, 2, 4].map((n) => ({ n, other: n })));
  const found = await rides
    .find({ n: { $gt: 1 } }, { sort: { n: -1 }, skip: 1, limit: 1, projection: { _id: 0, n: 1 } })
    .toArray();
  expect(found).toEqual([{ n: 3 }]);
});

test('documents that an index decides are updated, found and deleted', async () => {
  const [mine, other] = [new ObjectId(), new ObjectId()];
  await rides.createIndex({ owner: 1 });
  await rides.insertMany([mine, mine, other, mine].map((owner, n) => ({ owner, n, secret: 's' })));
  expect(await rides.updateMany({ owner: mine }, { $inc: { n: 10 } })).toMatchObject({ modifiedCount: 3 });
  expect(await rides.findOneAndUpdate({ owner: other }, { $set: { n: 7 } })).toMatchObject({ n: 2, owner: other });
  expect(await rides.deleteOne({ owner: mine })).toEqual({ acknowledged: true, deletedCount: 1 });
  const left = rides.find({ owner: { $in: [mine, other] } }, { projection: { owner: 1, n: 1, _id: 0 } }).sort({ n: 1 });
  expect(await left.toArray()).toEqual([
    { owner: other, n: 7 },
    { owner: mine, n: 11 },
    { owner: mine, n: 13 },
  ]);
  const positional = rides.updateOne({ owner: other }, { $set: { 'list.$': 1 } });
  expect(await failureOf(positional)).toMatchObject({
    code: 2,
    message: expect.stringContaining('positional operator'),
  });
});

test('a result larger than a batch is fetched with getMore', async () => {
  await rides.insertMany(Array.from({ length: 250 }, (_, n) => ({ n })));
  expect(await rides.find({}, { batchSize: 100 }).toArray()).toHaveLength(250);
});

test('a killed cursor cannot be used any more', async () => {
  const { db } = at;
  await rides.insertMany([{ n: 1 }, { n: 2 }]);
  const { cursor } = await db.command({ find: 'rides', batchSize: 1 }, { promoteLongs: false });
  await db.command({ killCursors: 'rides', cursors: [cursor.id] });
  expect((await failureOf(db.command({ getMore: cursor.id, collection: 'rides' }))).codeName).toBe('CursorNotFound');
});

test('updates with operators count matched and modified documents separately', async () => {
  await rides.insertMany([{ n: 1 }, { n: 1, seen: true }]);
  const outcome = await rides.updateMany({ n: 1 }, { $set: { seen: true } });
  expect([outcome.matchedCount, outcome.modifiedCount]).toEqual([2, 1]);
});

test('the positional operator and array filters change the matching element', async () => {
  await rides.insertOne({
    quotes: [
      { d: 'a', s: 'open' },
      { d: 'b', s: 'open' },
    ],
  });
  await rides.updateOne({ 'quotes.d': 'b' }, { $set: { 'quotes.$.s': 'taken' } });
  await rides.updateOne({}, { $set: { 'quotes.$[q].s': 'lost' } }, { arrayFilters: [{ 'q.d': 'a' }] });
  expect((await rides.findOne())?.quotes).toEqual([
    { d: 'a', s: 'lost' },
    { d: 'b', s: 'taken' },
  ]);
});

test('an upsert inserts the fields of the query and of the update', async () => {
  const outcome = await rides.updateOne(
    { city: 'Pune' },
    { $set: { n: 1 }, $setOnInsert: { first: true } },
    { upsert: true },
  );
  expect(outcome.upsertedCount).toBe(1);
  expect(await rides.findOne({ _id: outcome.upsertedId ?? new ObjectId() })).toMatchObject({
    city: 'Pune',
    n: 1,
    first: true,
  });
});

test('a pipeline update can read the document and the let variables', async () => {
  await rides.insertOne({ fare: 100 });
  await rides.updateOne(
    { $expr: { $gt: ['$fare', '$$least'] } },
    [{ $set: { fare: { $add: ['$fare', '$$least'] } } }],
    {
      let: { least: 50 },
    },
  );
  expect((await rides.findOne())?.fare).toBe(150);
});

test('findOneAndUpdate returns the document as it was before or after the update, and reports whether it inserted one', async () => {
  await rides.insertOne({ n: 1 });
  expect(await rides.findOneAndUpdate({ n: 1 }, { $inc: { n: 1 } })).toMatchObject({ n: 1 });
  expect(await rides.findOneAndUpdate({ n: 2 }, { $inc: { n: 1 } }, { returnDocument: 'after' })).toMatchObject({
    n: 3,
  });
  expect(await rides.findOneAndUpdate({ n: 9 }, { $inc: { n: 1 } })).toBeNull();
  const upserted = await rides.findOneAndReplace({ n: 9 }, { m: 1 }, { upsert: true, includeResultMetadata: true });
  expect(upserted.lastErrorObject).toMatchObject({ n: 1, updatedExisting: false, upserted: expect.anything() });
  expect(await rides.findOneAndDelete({ n: 3 })).toMatchObject({ n: 3 });
});

test('of 20 simultaneous findOneAndUpdate calls exactly one changes the document', async () => {
  await rides.insertOne({ state: 'open' });
  const tries = Array.from({ length: 20 }, (_, n) =>
    rides.findOneAndUpdate({ state: 'open' }, { $set: { state: 'taken', by: n } }, { returnDocument: 'after' }),
  );
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
});

test('a bulk write of mixed operations counts each kind', async () => {
  const outcome = await rides.bulkWrite([
    { insertOne: { document: { n: 1 } } },
    { updateOne: { filter: { n: 1 }, update: { $set: { m: 1 } } } },
    { replaceOne: { filter: { n: 1 }, replacement: { n: 2 } } },
    { updateMany: { filter: { n: 7 }, update: { $set: { z: 1 } }, upsert: true } },
    { deleteOne: { filter: { n: 2 } } },
  ]);
  expect(outcome).toMatchObject({
    insertedCount: 1,
    matchedCount: 2,
    modifiedCount: 2,
    upsertedCount: 1,
    deletedCount: 1,
  });
});

test('the _id of a document cannot change', async () => {
  await rides.insertOne({ n: 1 });
  const change = rides.findOneAndUpdate({ n: 1 }, [{ $set: { _id: 5 } }]);
  expect((await failureOf(change)).code).toBe(66);
});

test('documents that do not match a validator are refused, unless validation is bypassed', async () => {
  const { db } = at;
  const strict = await db.createCollection('strict', { validator: { n: { $type: 'number' } } });
  await strict.insertOne({ n: 1 });
  expect((await failureOf(strict.insertOne({ n: 'x' }))).code).toBe(121);
  expect((await failureOf(strict.updateOne({}, { $set: { n: 'x' } }))).code).toBe(121);
  await strict.insertOne({ n: 'x' }, { bypassDocumentValidation: true });
});

test('a capped collection with more documents than its max removes the oldest', async () => {
  const capped = await at.db.createCollection('last', { capped: true, size: 4096, max: 2 });
  for (const n of [1, 2, 3]) await capped.insertOne({ n });
  expect((await capped.find().toArray()).map(({ n }) => n)).toEqual([2, 3]);
});

test('distinct descends into arrays, and count uses filters', async () => {
  await rides.insertMany([{ tags: ['b', 'a'] }, { tags: ['a'] }, { tags: 'c' }, {}]);
  expect(await rides.distinct('tags')).toEqual(['a', 'b', 'c']);
  expect(await rides.countDocuments({ tags: 'a' })).toBe(2);
  expect(await rides.estimatedDocumentCount()).toBe(4);
});

test('a collation makes queries case-insensitive', async () => {
  await rides.insertMany([{ c: 'Pune' }, { c: 'pune' }]);
  expect(await rides.find({ c: 'PUNE' }, { collation: { locale: 'en', strength: 2 } }).toArray()).toHaveLength(2);
});

test('a double without a fraction stays a double in updates and pipelines', async () => {
  await rides.insertMany([
    { k: 'double', n: new Double(5) },
    { k: 'int', n: new Int32(5) },
  ]);
  const kinds = async (type: string) => (await rides.find({ n: { $type: type } }).toArray()).map(({ k }) => k);
  expect([await kinds('double'), await kinds('int')]).toEqual([['double'], ['int']]);
  await rides.updateMany({}, { $set: { seen: true }, $inc: { n: 1 } });
  expect([await kinds('double'), await kinds('int')]).toEqual([['double'], ['int']]);
  expect(await rides.countDocuments({ n: 6 })).toBe(2);
  const types = [{ $group: { _id: '$k', avg: { $avg: '$n' }, sum: { $sum: '$n' } } }, { $sort: { _id: 1 } }];
  const stage = {
    $project: { avg: { $type: '$avg' }, sum: { $type: '$sum' }, half: { $type: { $divide: ['$sum', 2] } } },
  };
  expect(await rides.aggregate([...types, stage] as Document[]).toArray()).toEqual([
    { _id: 'double', avg: 'double', sum: 'double', half: 'double' },
    { _id: 'int', avg: 'double', sum: 'int', half: 'double' },
  ]);
});
