import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { mustStart, removeProgram, type StoreProcess } from './testing/store-process';
import { failureOf, temporaryFolder } from './testing/temporary-store';

const MB = 1024 * 1024;
const COUNT = 120;

let folder: string;
let store: StoreProcess;
let client: MongoClient;
let big: Collection<Document>;

beforeAll(async () => {
  folder = temporaryFolder();
  store = await mustStart(folder, ['--durability', 'memory']);
  client = await MongoClient.connect(store.uri);
  big = client.db('test').collection('big');
  const text = 'x'.repeat(MB);
  for (let n = 0; n < COUNT; n += 10) {
    await big.insertMany(Array.from({ length: 10 }, (_, k) => ({ n: n + k, city: k % 3, text: `${n + k}${text}` })));
  }
}, 60_000);

afterAll(async () => {
  await client.close();
  // SIGKILL, because a store that stops normally first writes to the disk the data that it has only in memory.
  await store.end('SIGKILL');
  removeProgram();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The bytes of memory of the store's process, without the file that is mapped into it. */
function heldBytes(): number {
  const status = readFileSync(`/proc/${store.child.pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'the memory of the store stays flat while a client reads a result that is far larger',
  async () => {
    const before = heldBytes();
    let most = 0;
    let n = 0;
    for await (const _document of big.find({ city: { $gte: 0 } }, { batchSize: 2 })) {
      n++;
      most = Math.max(most, heldBytes() - before);
    }
    expect(n).toBe(COUNT);
    expect(most).toBeLessThan(60 * MB);
  },
  30_000,
);

test('a sort of more than 100 MB is refused with code 292; a sort with a small limit is not', async () => {
  const all = big.find().sort({ text: 1 }).toArray();
  expect(await failureOf(all)).toMatchObject({ code: 292, codeName: 'QueryExceededMemoryLimitNoDiskUseAllowed' });
  const piped = big.aggregate([{ $addFields: { m: '$n' } }, { $sort: { m: -1 } }]).toArray();
  expect((await failureOf(piped)).code).toBe(292);
  const few = await big
    .find({}, { projection: { n: 1 } })
    .sort({ n: -1 })
    .skip(1)
    .limit(3)
    .toArray();
  expect(few.map(({ n }) => n)).toEqual([118, 117, 116]);
  const top = [{ $addFields: { m: '$n' } }, { $sort: { m: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { m: 1 } }];
  expect((await big.aggregate(top).toArray()).map(({ m }) => m)).toEqual([118, 117]);
}, 30_000);

test('a group of more than 100 MB is refused: one large list with code 146, many groups with code 292', async () => {
  const list = big.aggregate([{ $group: { _id: null, all: { $push: '$text' } } }]).toArray();
  expect((await failureOf(list)).code).toBe(146);
  const groups = big.aggregate([{ $group: { _id: '$n', all: { $push: '$text' } } }]).toArray();
  expect((await failureOf(groups)).code).toBe(292);
  const few = { $firstN: { input: '$text', n: 2 } };
  const sums = await big
    .aggregate([{ $group: { _id: '$city', n: { $sum: 1 }, few } }, { $project: { n: 1 } }])
    .toArray();
  expect(sums.reduce((sum, { n }) => sum + n, 0)).toBe(COUNT);
}, 30_000);

test('other stages that collect more than 100 MB are refused, and distinct with more than 16 MB', async () => {
  const codeOf = async (stage: Document) => (await failureOf(big.aggregate([stage]).toArray())).code;
  expect(await codeOf({ $facet: { all: [] } })).toBe(292);
  expect(await codeOf({ $setWindowFields: { sortBy: { n: 1 }, output: { m: { $sum: '$n' } } } })).toBe(5414201);
  expect(await codeOf({ $fill: { sortBy: { n: 1 }, output: { m: { method: 'locf' } } } })).toBe(5414201);
  expect(await codeOf({ $bucketAuto: { groupBy: '$n', buckets: 3 } })).toBe(292);
  expect(await codeOf({ $densify: { field: 'n', range: { step: 1, bounds: 'full' } } })).toBe(292);
  expect(await codeOf({ $lookup: { from: 'big', pipeline: [], as: 'all' } })).toBe(4568);
  expect((await failureOf(big.distinct('text'))).code).toBe(17217);
}, 30_000);

test('windows count their memory in addition to that of the documents, and free it as they slide', async () => {
  const few = [{ $match: { n: { $lt: 55 } } }, { $addFields: { half: { $substrBytes: ['$text', 0, MB / 2] } } }];
  const lists = (documents: unknown[], partitionBy: unknown = null) => {
    const output = { list: { $push: '$half', window: { documents } } };
    const stages = [
      ...few,
      { $setWindowFields: { partitionBy, sortBy: { n: 1 }, output } },
      { $project: { m: { $size: '$list' } } },
    ];
    return big.aggregate(stages).toArray();
  };
  const sizes = (await lists([-5, 0])).map(({ m }) => m);
  expect(sizes.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 6, 6]);
  expect(sizes).toHaveLength(55);
  expect((await failureOf(lists(['unbounded', 'current']))).code).toBe(5414201);
  expect(await lists(['unbounded', 'current'], { $mod: ['$n', 11] })).toHaveLength(55);
}, 30_000);

test('$densify generates at most half a million documents', async () => {
  const made = (count: number) =>
    big
      .aggregate([
        { $match: { n: -1 } },
        { $densify: { field: 'n', range: { step: 1, bounds: [0, count] } } },
        { $count: 'n' },
      ])
      .toArray();
  expect(await made(500_000)).toEqual([{ n: 500_000 }]);
  const { code, message } = await failureOf(made(500_001));
  expect(code).toBe(5897900);
  expect(message).toMatch(/^Generated 500001 documents in \$densify, which is over the limit of 500000\. Increase/);
}, 30_000);

test('a pipeline can write, and an update can change, more than the memory limit', async () => {
  await big.aggregate([{ $match: { n: { $gte: 0 } } }, { $out: 'copy' }]).toArray();
  expect(await client.db('test').collection('copy').countDocuments()).toBe(COUNT);
  const { modifiedCount } = await big.updateMany({}, { $set: { seen: true } });
  expect(modifiedCount).toBe(COUNT);
}, 60_000);

/** The time to open a folder, in milliseconds: the faster of two starts. */
async function openingTime(path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    const from = performance.now();
    const opened = await mustStart(path);
    times.push(performance.now() - from);
    await opened.end('SIGINT');
  }
  return Math.min(...times);
}

test('opening a large folder takes at most three times as long as opening an empty one, plus two seconds', async () => {
  const empty = temporaryFolder();
  await store.end('SIGINT');
  const great = await openingTime(folder);
  expect(great).toBeLessThan((await openingTime(empty)) * 3 + 2000);
  rmSync(empty, { recursive: true, force: true });
  store = await mustStart(folder);
}, 60_000);
