import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Checks that the journal balances and agrees with the bookings; prints the differences and exits with 1. A built program needs
// no build tools, so it runs where the server runs.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, 'server', 'embedded-mongo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await import('../server/dist/ledger-check.js');
