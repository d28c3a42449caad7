import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { MongoClient } from 'mongodb';
import { mustStart, removeProgram, type StoreProcess } from '../testing/store-process';
import { temporaryFolder } from '../testing/temporary-store';
import { runMove } from './cli';

const MANY = Number(process.env.MOVED ?? 6000);
const SCRIPT = fileURLToPath(new URL('../../../scripts/store-move.mjs', import.meta.url));

/** The store that is copied, and the store in another process that it is copied to. */
let from: { folder: string; process: StoreProcess; client: MongoClient };
let to: typeof from;
let folder: string;

async function started() {
  const at = temporaryFolder();
  // The store looks for expired documents once a day, so never during these tests.
  const process = await mustStart(at, ['--durability', 'memory', '--ttl-ms', '86400000']);
  return { folder: at, process, client: await MongoClient.connect(process.uri) };
}

async function ended(store: typeof from): Promise<void> {
  await store.client.close();
  await store.process.end('SIGKILL');
  rmSync(store.folder, { recursive: true, force: true });
}

const EVERY_TYPE = {
  _id: new ObjectId(),
  int: new Int32(1),
  double: new Double(1),
  long: Long.fromNumber(1),
  decimal: Decimal128.fromString('1.10'),
  text: '₹ नमस्ते \u0000 end',
  binary: new Binary(Buffer.from([1, 2, 3]), 4),
  bytes: Buffer.from('plain'),
  regex: new BSONRegExp('^a.*', 'im'),
  code: new Code('return 1', { a: 1 }),
  date: new Date(-1),
  stamp: new Timestamp({ t: 3, i: 4 }),
  nothing: null,
  ends: [new MinKey(), new MaxKey()],
  reference: { $ref: 'rides', $id: 1, $db: 'other', more: true },
  nested: { b: 1, a: { list: [[], {}, [new Double(-0)]] } },
  $price: 5,
};

async function fill({ client }: typeof from): Promise<void> {
  const db = client.db('town');
  await db.createCollection('people', {
    validator: { name: { $type: 'string' } },
    collation: { locale: 'en', strength: 2 },
  });
  await db.createCollection('log', { capped: true, size: 100_000, max: 50 });
  await db.collection('people').insertMany([{ name: 'Asha' }, { name: 'asha' }]);
  await db.collection('log').insertMany(Array.from({ length: 60 }, (_, n) => ({ n })));
  const rides = db.collection('rides');
  await rides.insertOne(EVERY_TYPE);
  await rides.insertMany(Array.from({ length: MANY }, (_, n) => ({ code: `R${n}`, n, note: 'x'.repeat(n % 400) })));
  await rides.createIndexes([
    { key: { code: 1 }, unique: true, sparse: true },
    { key: { n: -1, code: 1 }, name: 'by n' },
    // The longest expiry: the document above, with a date in 1969, expires in 2038. The stores that the product's
    // command starts here look for expired documents every minute.
    { key: { date: 1 }, expireAfterSeconds: 2_147_483_647 },
    { key: { n: 1 }, partialFilterExpression: { n: { $gt: 10 } }, name: 'late' },
  ]);
  await db.createCollection('first', { viewOn: 'rides', pipeline: [{ $match: { n: { $lt: 3 } } }] });
  await client.db('beside').collection<{ _id: string }>('one').insertOne({ _id: 'a' });
}

/** Everything two stores must agree on: descriptions, indexes, and the bytes of every document. */
async function everything({ client }: typeof from) {
  const found: Record<string, unknown> = {};
  for (const name of ['town', 'beside']) {
    const db = client.db(name);
    for (const listed of await db.listCollections().toArray()) {
      const collection = db.collection(listed.name);
      const isView = listed.type === 'view';
      const documents: unknown[] = await collection.find({}, { raw: true, sort: { _id: 1 } }).toArray();
      found[`${name}.${listed.name}`] = {
        listed: { ...listed, info: null },
        indexes: isView ? [] : (await collection.indexes()).sort((a, b) => (`${a.name}` < `${b.name}` ? -1 : 1)),
        documents: documents.map((bytes) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : bytes)),
      };
    }
  }
  return found;
}

type Outcome = { code: number | null; said: string };

function start(
  direction: 'export' | 'import',
  args: readonly string[],
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [SCRIPT, direction, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  return {
    child,
    outcome: once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null, said })),
  };
}

/** Runs a move in the process of the tests, which is faster than starting a process. */
async function run(direction: 'export' | 'import', ...args: string[]): Promise<Outcome> {
  let said = '';
  const print = (line: string) => {
    said += `${line}\n`;
  };
  const code = await runMove(direction, args, { dbPath: join(folder, 'store'), print });
  return { code, said };
}

beforeAll(async () => {
  from = await started();
  await fill(from);
});
afterAll(async () => {
  await ended(from);
  removeProgram();
});
beforeEach(async () => {
  to = await started();
  folder = temporaryFolder();
});
afterEach(async () => {
  await ended(to);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Kills an export as soon as it has copied a document of `town.rides`. An export that ended before the kill, as it may
 * while this process stalls, is repeated into the empty target.
 */
async function killMidway(args: readonly string[]): Promise<void> {
  const rides = to.client.db('town').collection('rides');
  for (let attempt = 0; attempt < 5; attempt++) {
    const { child, outcome } = start('export', args);
    while ((await rides.countDocuments()) === 0 && child.exitCode === null) await delay(2);
    child.kill('SIGKILL');
    if ((await outcome).code === null) return;
    const { databases } = await to.client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) await to.client.db(name).dropDatabase();
  }
  throw new Error('every export ended before it could be killed');
}

test('an export killed midway can be run again, and the copy is equal byte for byte', async () => {
  const args = ['--dbpath', from.folder, '--to', to.process.uri];
  await killMidway(args);
  const rides = to.client.db('town').collection('rides');
  const half = await rides.countDocuments();
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThanOrEqual(MANY + 1);
  // A value that differs in the target is replaced by the value of the source.
  await rides.updateOne({}, { $set: { note: 'old' } });
  // The second run removes a document that the source has lost since, and copies another one with the same unique code.
  const lost = await from.client.db('town').collection('rides').findOneAndDelete({ code: 'R0' });
  await from.client.db('town').collection('rides').insertOne({ code: 'R0', n: lost?.n });
  const second = await start('export', args).outcome;
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining('2 databases, 5 collections') });
  expect(second.said).toContain(
    `town.rides: ${(MANY + 1).toLocaleString('en')} of ${(MANY + 1).toLocaleString('en')} (100%)`,
  );
  expect(await everything(to)).toEqual(await everything(from));
}, 120_000);

test('an interrupted export of one database is no reason to empty another one that holds other data', async () => {
  const args = ['--dbpath', from.folder, '--to', to.process.uri];
  await killMidway([...args, '--db', 'town']);
  const rides = to.client.db('town').collection('rides');
  const theirs = to.client.db('beside').collection<{ _id: string }>('one');
  // This write comes after those of the killed export that were still under way.
  await theirs.insertOne({ _id: 'theirs' });
  const half = await rides.countDocuments();
  expect(half).toBeGreaterThan(0);
  expect(await run('export', ...args)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The database beside at mongodb:\S+ already holds data \(one\)/),
  });
  expect(await theirs.find().toArray()).toEqual([{ _id: 'theirs' }]);
  expect(await rides.countDocuments()).toBe(half);
  await theirs.drop();
  expect(await run('export', ...args)).toMatchObject({ code: 0 });
  expect(await everything(to)).toEqual(await everything(from));
}, 120_000);

test('an export into a database without documents keeps the indexes that the target has prepared', async () => {
  const rides = to.client.db('town').collection('rides');
  await rides.createIndex({ status: 1 }, { name: 'prepared' });
  const args = ['--dbpath', from.folder, '--db', 'town', '--to', to.process.uri];
  expect(await run('export', ...args)).toMatchObject({ code: 0 });
  expect((await rides.indexes()).map(({ name }) => name)).toContain('prepared');
  expect(await rides.countDocuments()).toBe(MANY + 1);
}, 60_000);

test('an export can be imported into a new store, and the new store can be exported into another database', async () => {
  const target = temporaryFolder();
  expect(await run('export', '--dbpath', from.folder, '--out', join(folder, 'dump'))).toMatchObject({ code: 0 });
  expect(await run('import', '--in', join(folder, 'dump'), '--dbpath', target)).toMatchObject({ code: 0 });
  const process = await mustStart(target);
  const client = await MongoClient.connect(process.uri);
  expect(await everything({ folder: target, process, client })).toEqual(await everything(from));
  await client.close();
  await process.end('SIGTERM');
  // A truncated store.json after a crash does not prevent the move.
  writeFileSync(join(target, 'store.json'), '{"pid":');
  const back = await run('export', '--dbpath', target, '--db', 'town', '--to', `${to.process.uri}city`);
  expect(back).toMatchObject({ code: 0 });
  expect(await to.client.db('city').collection('rides').countDocuments()).toBe(MANY + 1);
  rmSync(target, { recursive: true });
}, 120_000);

test('an import copies from a running database into the store', async () => {
  const args = ['--from', `${from.process.uri}beside`, '--dbpath', to.folder];
  expect(await run('import', ...args)).toMatchObject({ code: 0, said: expect.stringContaining('1 document,') });
  expect(await to.client.db('beside').collection('one').countDocuments()).toBe(1);
});

test('a database may be renamed in the target', async () => {
  const args = ['--from', `${from.process.uri}beside`, '--dbpath', to.folder];
  const said: string[] = [];
  const at = { dbPath: to.folder, print: (line: string) => void said.push(line), database: 'home' };
  expect(await runMove('import', args, at)).toBe(0);
  expect(said.at(-1)).toBe(
    'The data is in the database beside now, but the product reads home: import again with --as home.',
  );
  expect(await runMove('import', [...args, '--as', 'home'], at)).toBe(0);
  expect(await to.client.db('home').collection('one').countDocuments()).toBe(1);
  expect(said.at(-1)).toContain('1 document,');
});

test('a folder that is not a dump, and a file as the target of an export, are refused in one sentence', async () => {
  const make = (...files: string[]) => {
    const made = temporaryFolder();
    for (const file of files) {
      mkdirSync(dirname(join(made, file)), { recursive: true });
      writeFileSync(join(made, file), '');
    }
    return made;
  };
  const dumps = [
    make('x.d/readme.txt'),
    make('boli/rides.bson.gz'),
    make('rides.bson'),
    join(make('archive'), 'archive'),
    make('admin/system.users.bson', 'admin/system.users.metadata.json'),
  ];
  const store = join(folder, 'made');
  const said: string[] = [];
  for (const dump of dumps) {
    const outcome = await run('import', '--in', dump, '--dbpath', store);
    expect(outcome.code).toBe(1);
    said.push(outcome.said.replaceAll(dump, 'DUMP'));
  }
  expect(said).toEqual([
    'There is no data in DUMP.\n',
    'The files in DUMP are compressed: dump them without --gzip.\n',
    'The folder DUMP holds the files of one database: give the folder that it lies in.\n',
    'DUMP is a file: give a folder of BSON files.\n',
    'There is no data in DUMP.\n',
  ]);
  for (const dump of dumps) rmSync(dump, { recursive: true });
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const refused = await run('export', '--dbpath', from.folder, '--out', file);
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^The folder .* cannot be written: .*\n$/) });
});

test('a target that holds other data is refused in one sentence, unless --merge is given', async () => {
  await to.client.db('town').collection<{ _id: string }>('rides').insertOne({ _id: 'theirs' });
  const args = ['--dbpath', from.folder, '--db', 'town', '--to', to.process.uri];
  expect(await run('export', ...args)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The database town at mongodb:\S+ already holds data \(rides\): .*--merge.*\n$/),
  });
  expect(await to.client.db('town').collection('rides').countDocuments()).toBe(1);
  expect(await run('export', ...args, '--merge')).toMatchObject({ code: 0 });
  expect(await to.client.db('town').collection('rides').countDocuments()).toBe(MANY + 2);
}, 60_000);

test('a broken file, a missing store, an invalid address, a folder that is not empty and missing arguments are refused with the reason', async () => {
  const dump = join(folder, 'dump');
  await run('export', '--dbpath', from.folder, '--db', 'beside', '--out', dump);
  const file = join(dump, 'beside', 'one.bson');
  truncateSync(file, readFileSync(file).length - 2);
  const outcomes = await Promise.all([
    run('import', '--in', dump, '--dbpath', to.folder),
    run('export', '--dbpath', join(folder, 'none'), '--out', join(folder, 'out')),
    run('export', '--dbpath', from.folder, '--to', 'http://localhost'),
    run('export', '--dbpath', from.folder, '--out', dump),
    run('import'),
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  const said = outcomes.map((outcome) => outcome.said);
  expect(said[0]).toContain('ends in the middle of a document');
  expect(said[1]).toMatch(/^There is no store in .*\n$/);
  expect(said[2]).toContain('is not an address of a MongoDB');
  expect(said[3]).toContain('is not empty');
  expect(said[4]).toContain('Usage: npm run store:import');
}, 60_000);
