import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type OpenStore, openStore } from './open';

let folder: string;
let store: OpenStore | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boli-open-'));
});
afterEach(async () => {
  await store?.close();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

test('the lock file of a killed store is ignored, even if a living process has its process id', async () => {
  await mkdir(join(folder, 'store'));
  const left = { pid: process.pid, uri: 'mongodb://127.0.0.1:1/' };
  writeFileSync(join(folder, 'store', 'store.json'), JSON.stringify(left));
  store = await openStore({ MONGODB_URI: undefined, DATA_DIR: folder });
  expect(store.uri).toBe(`mongodb://${encodeURIComponent(join(folder, 'store', 'store.sock'))}/boli`);
}, 30_000);

test('a running store in the folder is used, and keeps running', async () => {
  store = await openStore({ MONGODB_URI: undefined, DATA_DIR: folder });
  const second = await openStore({ MONGODB_URI: undefined, DATA_DIR: folder });
  expect(second.uri).toBe(store.uri);
  await second.close();
  const third = await openStore({ MONGODB_URI: undefined, DATA_DIR: folder });
  expect(third.uri).toBe(store.uri);
}, 30_000);
