import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mustStart, removeProgram, startStoreProcess } from './testing/store-process';
import { temporaryFolder } from './testing/temporary-store';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(removeProgram);

test('prints its address, writes it down, keeps the data over a restart', async () => {
  const first = await mustStart(folder);
  const noted: unknown = JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8'));
  expect(noted).toEqual({ pid: first.child.pid, uri: first.uri });
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

test('a second process on the same folder says one sentence and exits with 1', async () => {
  const first = await mustStart(folder);
  expect(await startStoreProcess(folder)).toEqual({
    code: 1,
    said: `The data folder ${folder} is in use by another process.\n`,
  });
  await first.end('SIGTERM');
});

test('a folder whose holder was killed is free at once', async () => {
  const first = await mustStart(folder);
  await first.end('SIGKILL');
  const second = await mustStart(folder);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('a start may wait for a holder that is about to stop', async () => {
  const first = await mustStart(folder);
  const second = mustStart(folder, ['--lock-wait', '10000']);
  await first.end('SIGTERM');
  expect(await (await second).end('SIGTERM')).toBe(0);
});

test('stops when its parent closes standard input', async () => {
  const { child } = await mustStart(folder, ['--parent-stdin']);
  const ended = once(child, 'exit');
  child.stdin?.end();
  expect((await ended)[0]).toBe(0);
});

test('stops when its parent was killed, though there is nobody left to tell of the folder that is gone', async () => {
  const { child } = await mustStart(folder, ['--parent-stdin']);
  const ended = once(child, 'exit');
  rmSync(folder, { recursive: true });
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
  const impatient = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [, signal] = await ended;
  clearTimeout(impatient);
  expect(signal).toBeNull();
}, 60_000);

test('a taken port is one sentence and exit 1', async () => {
  const first = await mustStart(folder);
  const other = temporaryFolder();
  const port = new URL(first.uri).port;
  const second = await startStoreProcess(other, ['--port', port]);
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining(`Port ${port} is taken`) });
  await first.end('SIGTERM');
  rmSync(other, { recursive: true });
});

test('a folder that holds something else is one sentence and exit 1', async () => {
  writeFileSync(join(folder, 'data.mdb'), 'this is no database'.repeat(1000));
  const outcome = await startStoreProcess(folder);
  expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('cannot be opened as a store') });
});

test('a folder that cannot be made is one sentence and exit 1', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const outcome = await startStoreProcess(join(file, 'data'));
  expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('cannot be written') });
});
