import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Collection, Document, Filter, FindCursor } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';
import { failureOf } from '../testing/temporary-store';
import { encode } from '../wire/bson';
import { CursorTable, listSource } from './cursors';

const at = storeForTests();
let rides: Collection<Document>;

beforeEach(() => {
  rides = at.db.collection('rides');
});

async function openCursors(): Promise<number> {
  const { metrics } = await at.client.db('admin').command({ serverStatus: 1 });
  return metrics.cursor.open.total;
}

async function fill(count: number): Promise<void> {
  await rides.insertMany(Array.from({ length: count }, (_, n) => ({ n, city: n % 7 })));
}

/** The next `count` documents of a cursor, which stays open. */
async function begin(cursor: FindCursor<Document>, count: number): Promise<Document[]> {
  const found: Document[] = [];
  while (found.length < count) {
    const next = await cursor.next();
    if (next) found.push(next);
  }
  return found;
}

test('a result arrives in batches of the requested size, and ends', async () => {
  await fill(200);
  for (const batchSize of [1, 3, 101, 199, 200, 201]) {
    const found = await rides.find({}, { batchSize }).toArray();
    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  }
  const { cursor } = await at.db.command({ find: 'rides', limit: 5, batchSize: 5 });
  expect(cursor.id.toString()).toBe('0');
  expect(await openCursors()).toBe(0);
}, 30_000);

test('a batch has at most 15 MB of documents', async () => {
  await rides.insertMany(Array.from({ length: 9 }, (_, n) => ({ n, text: 'x'.repeat(5_000_000) })));
  const { cursor } = await at.db.command({ find: 'rides' });
  expect(cursor.firstBatch.length).toBe(2);
  await at.db.command({ killCursors: 'rides', cursors: [cursor.id] });
  expect((await rides.find({}, { projection: { n: 1 } }).toArray()).length).toBe(9);
  expect((await rides.find().toArray()).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
}, 30_000);

test.each<[string, Filter<Document>, Record<string, 1 | -1>]>([
  ['the collection', {}, {}],
  ['an index', { n: { $gte: 0 } }, {}],
  ['an index backwards', { n: { $gte: 0 } }, { n: -1 }],
  ['an index of arrays', { tags: { $gte: 0 } }, {}],
  ['an index for two alternatives', { $or: [{ n: { $lt: 300 } }, { n: { $gte: 100 } }] }, {}],
])(
  'a scan of %s returns each document that exists during the whole scan exactly once, whatever else is written meanwhile',
  async (_name, query, sort) => {
    await rides.createIndexes([{ key: { n: 1 } }, { key: { tags: 1 } }]);
    await rides.insertMany(
      Array.from({ length: 400 }, (_, n) => ({ n, stays: n % 3 !== 0, tags: [n, n + 1, 500 - n] })),
    );
    const cursor = rides.find(query, { batchSize: 10, ...(Object.keys(sort).length > 0 ? { sort } : {}) });
    const found: Document[] = [];
    for (let round = 0; round < 30; round++) {
      found.push(...(await begin(cursor, 10)));
      await rides.insertMany([
        { n: round, tags: [round, 499] },
        { n: 400 + round, tags: [round] },
      ]);
      await rides.deleteOne({ stays: false });
      // A document moves to a position before or after the position of the cursor.
      await rides.updateOne({ stays: false, n: { $gte: 0 } }, { $inc: { n: round % 2 ? 350 : -350 } });
    }
    for await (const document of cursor) found.push(document);
    const ids = found.map(({ _id }) => String(_id));
    expect(new Set(ids).size).toBe(ids.length);
    const staying = found.filter(({ stays }) => stays).map(({ n }) => n);
    expect(staying.sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 3 !== 0));
  },
);

test('an aggregation reads further only on getMore', async () => {
  await fill(500);
  const cursor = rides.aggregate(
    [{ $match: { n: { $gte: 10 } } }, { $project: { double: { $multiply: ['$n', 2] } } }],
    { batchSize: 5 },
  );
  expect(await cursor.next()).toMatchObject({ double: 20 });
  await rides.deleteMany({ n: { $gte: 100 } });
  expect((await cursor.toArray()).length).toBe(89);
});

test('an error in a later batch is reported and closes the cursor', async () => {
  await fill(300);
  await rides.updateOne({ n: 250 }, { $set: { city: 'none' } });
  const cursor = rides.aggregate([{ $project: { x: { $add: ['$city', 1] } } }], { batchSize: 50 });
  expect((await failureOf(cursor.toArray())).code).toBe(14);
  expect(await openCursors()).toBe(0);
});

test('dropping the collection or the index of a cursor ends the cursor with QueryPlanKilled', async () => {
  await fill(300);
  const scanning = rides.find({}, { batchSize: 10 });
  await begin(scanning, 10);
  await rides.createIndex({ city: 1 });
  const indexed = rides.find({ city: { $gte: 0 } }, { batchSize: 10 });
  await begin(indexed, 10);
  await rides.dropIndex('city_1');
  expect((await failureOf(indexed.toArray())).code).toBe(175);
  await rides.drop();
  expect((await failureOf(scanning.toArray())).code).toBe(175);
});

test('closing a cursor or ending its session removes the cursor', async () => {
  await fill(300);
  const closed = rides.find({}, { batchSize: 10 });
  await begin(closed, 1);
  expect(await openCursors()).toBe(1);
  await closed.close();
  expect(await openCursors()).toBe(0);
  const session = at.client.startSession();
  await begin(rides.find({}, { batchSize: 10, session }), 1);
  expect(await openCursors()).toBe(1);
  await at.client.db('admin').command({ killSessions: [session.id] });
  expect(await openCursors()).toBe(0);
  await session.endSession();
});

test('getMore refuses the cursor of another collection', async () => {
  await fill(300);
  const { cursor } = await at.db.command({ find: 'rides', batchSize: 1 });
  const other = at.db.command({ getMore: cursor.id, collection: 'others' });
  expect((await failureOf(other)).code).toBe(13);
  const { nextBatch } = (await at.db.command({ getMore: cursor.id, collection: 'rides', batchSize: 2 })).cursor;
  expect(nextBatch.map(({ n }: Document) => n)).toEqual([1, 2]);
  expect((await at.db.command({ killCursors: 'rides', cursors: [cursor.id] })).cursorsKilled.length).toBe(1);
  const gone = at.db.command({ getMore: cursor.id, collection: 'rides' });
  expect((await failureOf(gone)).code).toBe(43);
});

test('an idle cursor is closed after ten minutes; noCursorTimeout keeps it until its session is idle for 30 minutes, or forever if it has none', () => {
  const table = new CursorTable();
  const source = () => listSource([encode({ n: 1 }), encode({ n: 2 })]);
  const minute = 60_000;
  table.first({ namespace: 't.a', source: source() }, { batchSize: 1 });
  table.first({ namespace: 't.a', source: source(), session: 's', noTimeout: true }, { batchSize: 1 });
  table.first({ namespace: 't.a', source: source(), noTimeout: true }, { batchSize: 1 });
  table.expire(Date.now() + 9 * minute);
  expect(table.size).toBe(3);
  table.expire(Date.now() + 11 * minute);
  expect(table.size).toBe(2);
  table.refresh(new Set(['s']), Date.now() + 25 * minute);
  table.expire(Date.now() + 50 * minute);
  expect(table.size).toBe(2);
  table.expire(Date.now() + 60 * minute);
  expect(table.size).toBe(1);
});

test('the time limit of a command does not include the time between its batches', () => {
  const table = new CursorTable();
  const from = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(from);
  const deadline = { at: from + 50 };
  const source = listSource([encode({ n: 1 }), encode({ n: 2 }), encode({ n: 3 })]);
  table.first({ namespace: 't.a', source, deadline }, { batchSize: 1 });
  clock.mockReturnValue(from + 60);
  table.next(table.newest, { batchSize: 1, namespace: 't.a' });
  expect(deadline.at).toBe(from + 110);
  clock.mockRestore();
});
