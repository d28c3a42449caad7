import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { open } from 'lmdb';
import { temporaryFolder } from '../testing/temporary-store';
import { dataFileIn } from './file-watch';
import { RECORD_BYTES } from './keys';
import { PAGE_BYTES, PAGE_HEAD } from './meta';
import { countRecords, insertRecord } from './records';
import { openStore } from './store';

/** The kind of a page that holds entries, in its head. */
const LEAF = 2;
const RECORD_KEY_BYTES = 4 + RECORD_BYTES;

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const store = await openStore(folder);
  await store.write(() => store.catalog.create('test', 'rides', {}));
  for (let n = 0; n < 500; n += 100) {
    await store.write(() => {
      const rides = store.catalog.find('test', 'rides');
      for (let at = n; rides && at < n + 100; at++) insertRecord(store, rides, { _id: at, text: 'x'.repeat(500) });
    });
  }
  await store.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([100, 8192, 16384, 100_000])('a file truncated to %d bytes is refused and left unchanged', async (size) => {
  const file = join(folder, 'data.mdb');
  truncateSync(file, size);
  await expect(openStore(folder)).rejects.toThrow('was truncated');
  expect(statSync(file).size).toBe(size);
});

test('a file truncated to 0 bytes is refused and not initialised as a new one', async () => {
  const file = join(folder, 'data.mdb');
  truncateSync(file, 0);
  await expect(openStore(folder)).rejects.toThrow('it is empty, but data was stored in it');
  expect(statSync(file).size).toBe(0);
});

test('a file is refused if the last key of a page is larger than the first key of the next page', async () => {
  const file = join(folder, 'data.mdb');
  const bytes = readFileSync(file);
  let changed = 0;
  for (let page = 2 * PAGE_BYTES; page < bytes.length; page += PAGE_BYTES) {
    const isLeaf = bytes.readUInt16LE(page + 18) === LEAF;
    if (!isLeaf) continue;
    const lastOffset = page + PAGE_HEAD + bytes.readUInt16LE(page + 20) - 2;
    const node = page + PAGE_HEAD + bytes.readUInt16LE(lastOffset);
    const [size, keyLength] = [bytes.readUInt16LE(node), bytes.readUInt16LE(node + 6)];
    if (size < 500 || keyLength !== RECORD_KEY_BYTES) continue;
    bytes.fill(0xff, node + 8 + keyLength - RECORD_BYTES, node + 8 + keyLength);
    changed++;
  }
  expect(changed).toBeGreaterThan(1);
  writeFileSync(file, bytes);
  await expect(openStore(folder)).rejects.toThrow(/the keys of page \d+ of records are out of order/);
});

describe('a first start that ends before anything is stored', () => {
  let unfinished: Buffer;
  let committed: Buffer;

  beforeEach(async () => {
    const other = temporaryFolder();
    const root = open({ path: other, noSubdir: false, maxDbs: 8, pageSize: PAGE_BYTES });
    unfinished = readFileSync(join(other, 'data.mdb'));
    root.openDB({ name: 'records' });
    committed = readFileSync(join(other, 'data.mdb'));
    // The state before the end of the first flush.
    committed.fill(0, PAGE_BYTES / 2, PAGE_BYTES / 2 + 1_024);
    await root.close();
    rmSync(other, { recursive: true, force: true });
  });

  const opensAndKeeps = async (bytes: Buffer) => {
    const fresh = temporaryFolder();
    writeFileSync(join(fresh, 'data.mdb'), bytes);
    for (let start = 0; start < 2; start++) {
      const store = await openStore(fresh);
      if (start === 0) await store.write(() => store.catalog.create('test', 'rides', {}));
      expect(store.catalog.find('test', 'rides')).toBeDefined();
      await store.close();
    }
    rmSync(fresh, { recursive: true, force: true });
  };

  test.each([4_096, 8_192, 12_288])(
    'after %d bytes on a full disk: the next start creates the file anew',
    async (size) => {
      await opensAndKeeps(unfinished.subarray(0, size));
    },
  );

  test('with a file without a transaction: the next start uses this file', async () => {
    expect(unfinished.length).toBe(2 * PAGE_BYTES);
    await opensAndKeeps(unfinished);
  });

  test('with a first transaction that was not flushed: the next start uses this file', async () => {
    expect(committed.length).toBeGreaterThan(2 * PAGE_BYTES);
    await opensAndKeeps(committed);
  });
});

test('an older backup can be restored while the store is stopped, but a restart with --same-file refuses it', async () => {
  const file = join(folder, 'data.mdb');
  const older = readFileSync(file);
  const again = await openStore(folder);
  await again.write(() => again.catalog.create('test', 'later', {}));
  await again.close();
  writeFileSync(file, older);
  await expect(openStore(folder, 'disk', dataFileIn(folder) ?? undefined)).rejects.toThrow(
    'an older state than before',
  );
  const store = await openStore(folder);
  expect(store.catalog.find('test', 'later')).toBeUndefined();
  await store.close();
});

test('a complete file can be opened', async () => {
  const store = await openStore(folder);
  const rides = store.catalog.find('test', 'rides');
  expect(rides && countRecords(store, rides)).toBe(500);
  await store.close();
});
