import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { mustStart, removeProgram } from '../testing/store-process';
import { temporaryFolder } from '../testing/temporary-store';
import { lockFolder } from './lock';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(removeProgram);

test('a locked folder is refused until it is released', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow('in use by another process');
  await lock.release();
  await (await lockFolder(folder)).release();
});

test('a folder with a very long name can be locked', async () => {
  const deep = join(folder, 'x'.repeat(120), 'y'.repeat(120));
  await (await lockFolder(deep)).release();
});

test('of eight attempts that find the lock of a dead process, exactly one acquires the lock', async () => {
  const dead = await mustStart(folder);
  await dead.end('SIGKILL');
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  const won = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(won).toHaveLength(1);
  for (const lock of won) await lock.release();
  expect(readdirSync(folder).filter((name) => name.startsWith('store.lock'))).toEqual([]);
});
