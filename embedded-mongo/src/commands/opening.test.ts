import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Document } from 'mongodb';
import { failureOf, startTemporaryStore, type TemporaryStore } from '../testing/temporary-store';

let at: TemporaryStore;

beforeAll(async () => {
  at = await startTemporaryStore();
  const rides = at.client.db('test').collection('rides');
  await rides.insertMany(Array.from({ length: 10 }, (_, n) => ({ n, text: 'x'.repeat(100) })));
  await rides.createIndex({ n: 1 });
});

afterAll(() => at.stop());

/** The commands that mongosh and Compass run when they connect, with the expected replies. */
test.each<[string, Document, Document]>([
  ['admin', { hello: 1 }, { isWritablePrimary: true, maxWireVersion: 21 }],
  ['admin', { isMaster: 1 }, { ismaster: true }],
  ['admin', { ping: 1 }, { ok: 1 }],
  ['admin', { buildInfo: 1 }, { version: expect.stringMatching(/^7\.0\./), modules: [], bits: 64 }],
  ['admin', { hostInfo: 1 }, { system: { cpuAddrSize: 64 }, os: {} }],
  ['admin', { getCmdLineOpts: 1 }, { parsed: {} }],
  ['admin', { getParameter: 1, featureCompatibilityVersion: 1 }, { featureCompatibilityVersion: { version: '7.0' } }],
  ['admin', { getLog: 'startupWarnings' }, { totalLinesWritten: 0, log: [] }],
  ['admin', { getLog: '*' }, { names: ['global', 'startupWarnings'] }],
  ['admin', { getFreeMonitoringStatus: 1 }, { state: 'disabled' }],
  ['admin', { top: 1 }, { totals: {} }],
  ['admin', { currentOp: 1 }, { inprog: [] }],
  ['admin', { connectionStatus: 1, showPrivileges: true }, { authInfo: { authenticatedUserPrivileges: [] } }],
  ['admin', { listDatabases: 1, nameOnly: true }, { databases: [{ name: 'test' }] }],
  ['admin', { listDatabases: 1 }, { databases: [{ name: 'test', empty: false }] }],
  ['admin', { serverStatus: 1 }, { process: 'mongod', connections: { current: expect.any(Number) } }],
  ['admin', { usersInfo: 1 }, { users: [] }],
  ['test', { profile: -1 }, { was: 0 }],
  ['test', { dbStats: 1 }, { collections: 1, objects: 10, indexes: 2 }],
  ['test', { collStats: 'rides' }, { ns: 'test.rides', count: 10, nindexes: 2, capped: false }],
])('%s: %j succeeds', async (database, command, expected) => {
  expect(await at.client.db(database).command(command)).toMatchObject(expected);
});

test.each<[Document, number]>([
  [{ atlasVersion: 1 }, 59],
  [{ replSetGetStatus: 1 }, 76],
  [{ getLog: 'none' }, 96],
  [{ profile: 2 }, 2],
  [{ fsync: 1, lock: true }, 115],
])('%j is refused with code %d', async (command, code) => {
  expect((await failureOf(at.client.db('admin').command(command))).code).toBe(code);
});

test('reported sizes equal those of the documents', async () => {
  const db = at.client.db('test');
  const bytes = (await db.collection('rides').find({}, { raw: true }).toArray()).reduce(
    (sum, { length }) => sum + length,
    0,
  );
  expect((await db.command({ collStats: 'rides' })).size).toBe(bytes);
  const stage = { $collStats: { storageStats: { scale: 2 }, count: {} } };
  const [stats] = await db.collection('rides').aggregate([stage]).toArray();
  expect(stats).toMatchObject({
    ns: 'test.rides',
    count: 10,
    storageStats: { size: Math.trunc(bytes / 2), nindexes: 2 },
  });
  expect(stats?.storageStats.indexSizes.n_1).toBeGreaterThan(0);
});

test('$indexStats counts the queries that used an index', async () => {
  const rides = at.client.db('test').collection('rides');
  const uses = async () => {
    const stats = await rides.aggregate([{ $indexStats: {} }]).toArray();
    return stats.find(({ name }) => name === 'n_1')?.accesses.ops;
  };
  const before = await uses();
  await rides.find({ n: 3 }).toArray();
  expect(await uses()).toBe(before + 1);
});

test('a command nested deeper than 200 levels is an error, and the connection stays open', async () => {
  const rides = at.client.db('test').collection('rides');
  const deep = deepOf(250);
  const error = await failureOf(rides.insertOne({ deep }));
  expect(error).toMatchObject({ code: 15, codeName: 'Overflow' });
  expect((await failureOf(rides.findOne({ deep }))).code).toBe(15);
  const path = Array.from({ length: 190 }, () => 'a').join('.');
  const sunk = rides.updateOne({ n: 1 }, { $set: { [path]: deepOf(150) } });
  expect((await failureOf(sunk)).code).toBe(15);
  expect(await rides.countDocuments()).toBe(10);
});

function deepOf(levels: number): Document {
  let deep: Document = { end: 1 };
  for (let level = 0; level < levels; level++) deep = { a: deep };
  return deep;
}

test('a collection can be renamed only through the admin database, and to an existing name only with dropTarget', async () => {
  const db = at.client.db('other');
  await db.collection('a').insertOne({ n: 1 });
  await db.collection('b').insertOne({ n: 2 });
  const rename = { renameCollection: 'other.a', to: 'other.b' };
  expect((await failureOf(db.command(rename))).code).toBe(13);
  const admin = at.client.db('admin');
  expect((await failureOf(admin.command(rename))).code).toBe(48);
  await admin.command({ ...rename, dropTarget: true });
  expect(await db.collection('b').findOne({}, { projection: { _id: 0 } })).toEqual({ n: 1 });
  expect(await db.dropDatabase()).toBe(true);
  expect(await db.listCollections().toArray()).toEqual([]);
});
