import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mustStart, removeProgram, type StoreProcess, startStoreProcess } from './testing/store-process';
import { temporaryFolder } from './testing/temporary-store';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(removeProgram);

test('the store prints its address, writes it to a file, and keeps its data over a restart', async () => {
  const first = await mustStart(folder);
  const addressFile: unknown = JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8'));
  expect(addressFile).toEqual({ pid: first.child.pid, uri: first.uri });
  const client = await MongoClient.connect(first.uri);
  await client.db('test').collection('rides').insertOne({ n: 1 });
  await client.close();
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await mustStart(folder);
  const again = await MongoClient.connect(second.uri);
  expect(await again.db('test').collection('rides').countDocuments()).toBe(1);
  await again.close();
  expect(await second.end('SIGINT')).toBe(0);
});

test('the store prints one sentence and exits with 1 if another process uses its folder', async () => {
  const first = await mustStart(folder);
  expect(await startStoreProcess(folder)).toEqual({
    code: 1,
    said: `The data folder ${folder} is in use by another process.\n`,
  });
  await first.end('SIGTERM');
});

test('a folder whose store was killed can be used again immediately', async () => {
  const first = await mustStart(folder);
  await first.end('SIGKILL');
  const second = await mustStart(folder);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('with --lock-wait, a start waits for a store that is about to stop', async () => {
  const first = await mustStart(folder);
  const second = mustStart(folder, ['--lock-wait', '10000']);
  await first.end('SIGTERM');
  expect(await (await second).end('SIGTERM')).toBe(0);
});

test('the store stops when its parent closes standard input', async () => {
  const { child } = await mustStart(folder, ['--parent-stdin']);
  const ended = once(child, 'exit');
  child.stdin?.end();
  expect((await ended)[0]).toBe(0);
});

test('the store exits when its parent was killed, even if its error about the removed folder cannot be written', async () => {
  const { child } = await mustStart(folder, ['--parent-stdin']);
  const ended = once(child, 'exit');
  rmSync(folder, { recursive: true });
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [, signal] = await ended;
  clearTimeout(killTimer);
  expect(signal).toBeNull();
}, 60_000);

test('the store prints one sentence and exits with 1 if its port is in use', async () => {
  const first = await mustStart(folder);
  const other = temporaryFolder();
  const port = new URL(first.uri).port;
  const second = await startStoreProcess(other, ['--port', port]);
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining(`Port ${port} is taken`) });
  await first.end('SIGTERM');
  rmSync(other, { recursive: true });
});

test('the store prints one sentence and exits with 1 if data.mdb is not an LMDB file', async () => {
  writeFileSync(join(folder, 'data.mdb'), 'this is no database'.repeat(1000));
  const outcome = await startStoreProcess(folder);
  expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('cannot be opened as a store') });
});

test('the store prints one sentence and exits with 1 if its folder cannot be created', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const outcome = await startStoreProcess(join(file, 'data'));
  expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('cannot be written') });
});

/** A client of a store, and some documents in it. */
async function filled({ uri }: StoreProcess): Promise<MongoClient> {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000 });
  const rides = client.db('test').collection('rides');
  await rides.createIndex({ n: 1 });
  await rides.insertMany(Array.from({ length: 300 }, (_, n) => ({ n, text: 'some text '.repeat(20) })));
  return client;
}

test('on a full disk the store refuses writes, serves reads, and accepts writes again when there is space', async () => {
  const store = await mustStart(folder);
  const client = await filled(store);
  const rides = client.db('test').collection('rides');
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(store.child.pid), `--fsize=${bytes}:`]);
  // From now on the system refuses to let the store's file grow, as on a full disk.
  limit(`${statSync(join(folder, 'data.mdb')).size}`);
  const big = () => rides.insertOne({ text: 'x'.repeat(100_000) });
  let stored = 0;
  const untilFull = async () => {
    for (; stored < 10; stored++) await big();
  };
  await expect(untilFull()).rejects.toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
  await expect(big()).rejects.toMatchObject({ code: 14031 });
  expect(await rides.countDocuments({ n: { $gte: 0 } })).toBe(300);
  // Commands that need no space succeed: a server declares its existing indexes when it starts, also on a full disk.
  expect(await rides.createIndex({ n: 1 })).toBe('n_1');
  expect(await rides.updateOne({ n: -1 }, { $set: { n: -2 } })).toMatchObject({ matchedCount: 0 });
  limit('unlimited');
  await big();
  expect(await rides.countDocuments()).toBe(301 + stored);
  await client.close();
  expect(await store.end('SIGTERM')).toBe(0);
  const verified = await startStoreProcess(folder, ['--verify'], { port: false });
  const [records, entries] = [301 + stored, 2 * (301 + stored)];
  expect(verified).toMatchObject({ uri: `${records} records, ${entries} index entries: all is well.` });
}, 60_000);

test('a store started on a full disk runs, and writes its address file as soon as there is space', async () => {
  const before = await mustStart(folder);
  await (await filled(before)).close();
  await before.end('SIGTERM');
  const store = await mustStart(folder, [], { program: ['prlimit', '--fsize=10:'] });
  const client = await MongoClient.connect(store.uri);
  const rides = client.db('test').collection('rides');
  expect(await rides.countDocuments()).toBe(300);
  execFileSync('prlimit', ['--pid', String(store.child.pid), '--fsize=unlimited:']);
  const addressFile = () => readFileSync(join(folder, 'store.json'), 'utf8');
  while (!addressFile().endsWith('}')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(JSON.parse(addressFile())).toEqual({ pid: store.child.pid, uri: store.uri });
  await client.close();
  expect(await store.end('SIGTERM')).toBe(0);
}, 60_000);

test.each([
  ['that is removed', 'has disappeared', () => rmSync(folder, { recursive: true })],
  [
    'whose file is replaced',
    'holds another file',
    () => {
      const file = join(folder, 'data.mdb');
      renameSync(file, `${file}.before`);
      writeFileSync(file, '');
    },
  ],
  [
    'whose file is overwritten with an older state',
    'was overwritten',
    (before: Buffer) => {
      const descriptor = openSync(join(folder, 'data.mdb'), 'r+');
      writeSync(descriptor, before, 0, before.length, 0);
      closeSync(descriptor);
    },
  ],
  ['without its lock file', 'was removed', () => rmSync(join(folder, 'store.lock'))],
])('a data folder %s stops the store with a message, and no write is acknowledged', async (_, sentence, harm) => {
  const store = await mustStart(folder);
  const before = readFileSync(join(folder, 'data.mdb'));
  let complaint = '';
  store.child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  let printed = '';
  store.child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const client = await filled(store);
  const ended = once(store.child, 'exit');
  harm(before);
  await expect(client.db('test').collection('rides').insertOne({ n: -1 })).rejects.toThrow();
  expect((await ended)[0]).toBe(3);
  expect(complaint).toContain(sentence);
  const announced = printed.split('\n').find((line) => line.includes('"Fatal"')) ?? '{}';
  expect(JSON.parse(announced)).toEqual({ msg: 'Fatal', attr: { reason: expect.stringContaining(sentence) } });
  await client.close();
});

test('a page that is damaged while the store runs stops the store with a message, even if no query reads the page', async () => {
  const store = await mustStart(folder, ['--scrub-ms', '100']);
  let complaint = '';
  store.child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const client = await filled(store);
  const ended = once(store.child, 'exit');
  const file = openSync(join(folder, 'data.mdb'), 'r+');
  const pages = fstatSync(file).size / 8192;
  const head = Buffer.alloc(24);
  for (let page = 2; page < pages; page++) {
    readSync(file, head, 0, 24, page * 8192);
    // The page now has fewer keys than before, and is valid otherwise.
    const [isLeaf, bytes] = [head.readUInt16LE(18) === 2, head.readUInt16LE(20)];
    if (isLeaf && bytes > 100) writeSync(file, Buffer.from([bytes - 50]), 0, 1, page * 8192 + 20);
  }
  closeSync(file);
  expect((await ended)[0]).toBe(3);
  expect(complaint).toContain('is damaged');
  await client.close();
});

test('if the file is damaged, one sentence is printed; the start exits with 3, and --verify with 1', async () => {
  const store = await mustStart(folder);
  await (await filled(store)).close();
  await store.end('SIGTERM');
  const file = join(folder, 'data.mdb');
  const bytes = readFileSync(file);
  // Changes the first byte of every page but the first two.
  for (let at = 2 * 8192; at < bytes.length; at += 8192) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
  const said = expect.stringMatching(
    /^\S+data\.mdb is damaged: page \d+ of main holds the number of another page\. Put back a backup/,
  );
  expect(await startStoreProcess(folder)).toEqual({ code: 3, said });
  expect(await startStoreProcess(folder, ['--verify'])).toEqual({ code: 1, said });
});
