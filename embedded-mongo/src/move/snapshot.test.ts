import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mustStart, removeProgram, type StoreProcess } from '../testing/store-process';
import { temporaryFolder } from '../testing/temporary-store';
import { runMove } from './cli';
import { folderSource } from './folder-place';

const MANY = 3_000;
const note = 'x'.repeat(500);

let folder: string;
let store: StoreProcess;
let client: MongoClient;
beforeAll(async () => {
  folder = temporaryFolder();
  store = await mustStart(folder);
  client = await MongoClient.connect(store.uri);
});
afterAll(async () => {
  await client.close();
  await store.end('SIGKILL');
  removeProgram();
  rmSync(folder, { recursive: true, force: true });
});

const isCopy = (name: string) => name.startsWith(`${basename(folder)}.snapshot-export-`) && /\d$/.test(name);
const copies = () => readdirSync(dirname(folder)).filter(isCopy);

test('an export of a store that is being written has the content of one moment, and leaves no copy of the store', async () => {
  const rows = Array.from({ length: MANY }, (_, _id) => ({ _id, note }));
  const collection = (name: string) => client.db('town').collection<{ _id: number; note: string }>(name);
  for (const name of ['a', 'z']) await collection(name).insertMany(rows);
  let isWriting = true;
  let written = MANY;
  const writing = (async () => {
    for (; isWriting; written++) {
      await collection('a').insertOne({ _id: written, note });
      await collection('z').insertOne({ _id: written, note });
    }
  })();
  // A copy that was left by a process killed during its export. No running process has that process id.
  const ended = Number(execFileSync(process.execPath, ['-p', 'process.pid']));
  const abandoned = `${folder}.snapshot-export-${ended}`;
  mkdirSync(abandoned);
  // Folders that somebody has made by hand.
  const own = [`${folder}.snapshot-20260131`, `${folder}.snapshot-export-old`];
  for (const name of own) mkdirSync(name);

  const out = temporaryFolder();
  const modes: number[] = [];
  const print = () => {
    for (const name of copies()) modes.push(statSync(join(dirname(folder), name)).mode & 0o777);
  };
  const before = written;
  const code = await runMove('export', ['--dbpath', folder, '--out', out, '--db', 'town'], { dbPath: folder, print });
  const after = written;
  isWriting = false;
  await writing;
  const dump = folderSource(out);
  const [a, z] = [await dump.count('town', 'a'), await dump.count('town', 'z')];
  rmSync(out, { recursive: true, force: true });

  expect(code).toBe(0);
  // Each row is inserted into `a` first, and then into `z`.
  expect([0, 1]).toContain(a - z);
  expect(a).toBeGreaterThanOrEqual(before);
  expect(after).toBeGreaterThan(before);
  expect([...new Set(modes)]).toEqual([0o700]);
  expect(existsSync(abandoned)).toBe(false);
  expect(own.map((name) => existsSync(name))).toEqual([true, true]);
  for (const name of own) rmSync(name, { recursive: true });
  expect(copies()).toEqual([]);
}, 60_000);
