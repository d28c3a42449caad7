import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type LaunchedStore, launchStore } from './launch';

let folder: string;
let store: LaunchedStore | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boli-launch-'));
});
afterEach(async () => {
  await store?.stop();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

test('a store that announces a fatal error counts as lost, even if it does not exit', async () => {
  const lines = ['mongodb://127.0.0.1:1/', { msg: 'Waiting for connections', attr: { file: { device: 1, inode: 2 } } }];
  const fatal = { msg: 'Fatal', attr: { reason: 'The disk hangs: the store stops.' } };
  const program = join(folder, 'store.mjs');
  writeFileSync(
    program,
    `for (const line of ${JSON.stringify(lines)}) console.log(typeof line === 'string' ? line : JSON.stringify(line));
     setTimeout(() => console.log(JSON.stringify(${JSON.stringify(fatal)})), 200);
     setInterval(() => undefined, 1_000);`,
  );
  const lost = new Promise<string>((resolve) => {
    launchStore([process.execPath, program], join(folder, 'data'), resolve).then((launched) => {
      store = launched;
    }, resolve);
  });
  expect(await lost).toBe('The disk hangs: the store stops.');
}, 30_000);
