import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Checks that the journal balances and agrees with the bookings. It prints the differences and exits with 1 if there are
// any. The check is a built program, so that it runs without build tools where the server runs.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, 'server', 'embedded-mongo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await import('../server/dist/ledger-check.js');
