import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Collection, Db, Document } from 'mongodb';
import { failureOf, startTemporaryStore, type TemporaryStore } from '../testing/temporary-store';

let at: TemporaryStore;
let db: Db;
let rides: Collection<Document>;

beforeAll(async () => {
  at = await startTemporaryStore();
  db = at.client.db('test');
  rides = db.collection('rides');
});
afterAll(() => at.stop());
beforeEach(async () => {
  await db.dropDatabase();
  await rides.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: n as never, n, kind: n % 2 })));
  await rides.createIndex({ kind: 1 });
});

test.each<[Document, number]>([
  [{ update: 'rides', updates: [{ q: { n: 1 }, u: { $set: { x: 1 } } }, { u: { $set: { x: 1 } } }] }, 40414],
  [
    {
      update: 'rides',
      updates: [
        { q: { n: 1 }, u: { $set: { x: 1 } } },
        { q: {}, u: {}, nope: 1 },
      ],
    },
    40415,
  ],
  [{ delete: 'rides', deletes: [{ q: { n: 1 }, limit: 1 }, { limit: 0 }] }, 40414],
  [
    {
      delete: 'rides',
      deletes: [
        { q: { n: 1 }, limit: 1 },
        { q: {}, limit: 2 },
      ],
    },
    9,
  ],
  [{ find: 'rides', limit: -1 }, 51024],
  [{ explain: { find: 'rides' }, verbosity: 'loud' }, 2],
  [{ createIndexes: 'rides', indexes: [{ key: { n: 1 } }] }, 9],
  [{ createIndexes: 'rides', indexes: [{ key: { n: 1 }, name: 'n', nope: 1 }] }, 197],
])('%j is refused with code %d and changes nothing', async (command, code) => {
  expect((await failureOf(db.command(command))).code).toBe(code);
  expect(await rides.countDocuments({ x: { $exists: false } })).toBe(10);
  expect((await rides.indexes()).map(({ name }) => name)).toEqual(['_id_', 'kind_1']);
});

test('$sampleRate selects nothing at 0 and everything at 1, and refuses a rate above 1', async () => {
  const count = ($sampleRate: number) => rides.countDocuments({ $sampleRate });
  expect([await count(0), await count(1)]).toEqual([0, 10]);
  expect((await failureOf(count(2))).code).toBe(2);
});

test('the pipeline of a $merge can read the document as $$new and the variables of let', async () => {
  const merge = (parts: Document) => ({ $merge: { into: 'rides', ...parts } });
  const incoming = { $documents: [{ _id: 1, price: { $literal: '$5' }, fare: 7 }] };
  const sum = { $set: { price: '$$new.price', total: { $add: ['$n', '$$paid', '$$new.fare'] } } };
  await db.aggregate([incoming, merge({ let: { paid: '$fare' }, whenMatched: [sum] })]).toArray();
  expect(await rides.findOne({ n: 1 })).toEqual({ _id: 1, n: 1, kind: 1, price: '$5', total: 15 });
  const renewed = merge({ let: { new: '$fare' }, whenMatched: [sum] });
  expect((await failureOf(db.aggregate([incoming, renewed]).toArray())).code).toBe(51273);
});

/** The stages of a plan, from the outermost stage to the stage that reads. */
function stagesOf({ stage, inputStage }: Document): string[] {
  return [stage, ...(inputStage ? stagesOf(inputStage) : [])];
}

test.each<[Document, string[]]>([
  [{ find: 'rides', filter: { kind: 1 }, limit: 2 }, ['LIMIT', 'FETCH', 'IXSCAN']],
  [{ count: 'rides', query: { kind: 1 } }, ['COUNT', 'FETCH', 'IXSCAN']],
  [{ update: 'rides', updates: [{ q: { kind: 1 }, u: { $set: { x: 1 } } }] }, ['UPDATE', 'FETCH', 'IXSCAN']],
  [{ delete: 'rides', deletes: [{ q: { n: 1 }, limit: 1 }] }, ['DELETE', 'COLLSCAN']],
  [{ findAndModify: 'rides', query: { kind: 1 }, remove: true }, ['DELETE', 'FETCH', 'IXSCAN']],
])('the explanation of %j has the stages %j, and nothing is changed', async (explain, stages) => {
  const explained = await db.command({ explain, verbosity: 'queryPlanner' });
  expect(stagesOf(explained.queryPlanner.winningPlan)).toEqual(stages);
  expect(explained.executionStats).toBeUndefined();
  const { executionStats } = await db.command({ explain });
  expect(executionStats.totalDocsExamined).toBeGreaterThan(0);
  expect(await rides.countDocuments({ x: { $exists: false } })).toBe(10);
});
