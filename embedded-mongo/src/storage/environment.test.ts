import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-store';
import { countRecords, insertRecord } from './records';
import { openStore } from './store';

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

test.each([100, 8192, 16384, 100_000])('a file cut short to %d bytes is refused and left as it is', async (size) => {
  const file = join(folder, 'data.mdb');
  truncateSync(file, size);
  await expect(openStore(folder)).rejects.toThrow('cut short');
  expect(statSync(file).size).toBe(size);
});

test('a whole file is opened', async () => {
  const store = await openStore(folder);
  const rides = store.catalog.find('test', 'rides');
  expect(rides && countRecords(store, rides)).toBe(500);
  await store.close();
});
