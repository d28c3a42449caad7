import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('../scripts/seed.mjs', import.meta.url));

test('the command of the demo town prints its logins and no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boli-seed-'));
  try {
    const env = { ...process.env, NODE_ENV: '', DATA_DIR: folder, MONGODB_URI: '', GEOCODER_URL: 'off' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { cwd: folder, env });
    expect(stdout).toMatch(/^The demo town is there\. Everybody has the password/);
    expect([stdout.match(/"level":[56]0.*/)?.[0], stderr]).toEqual([undefined, '']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
