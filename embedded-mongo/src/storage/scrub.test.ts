import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startScrubbing } from './scrub';
import { openStore, type Store } from './store';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-scrub-'));
  store = await openStore(folder, 'disk');
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

test('a scan that fails for another reason than damage is logged and repeated, and damage found later stops the store', async () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  let scans = 0;
  const lost = new Promise<string>((resolve) => {
    store.onFatal = resolve;
  });
  const stop = startScrubbing(store, {
    intervalMs: 1,
    scan: async () => {
      scans += 1;
      if (scans < 3) throw new Error('too many open files');
      return 'the file is damaged';
    },
  });
  expect(await lost).toBe('the file is damaged');
  await stop();
  expect(written.mock.calls.map(([text]) => text)).toEqual([
    'The data file could not be checked: Error: too many open files\n',
    'The data file could not be checked: Error: too many open files\n',
  ]);
  written.mockRestore();
  expect(scans).toBe(3);
});
