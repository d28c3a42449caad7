import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Creates and lists admins, and sets new passwords: npm run admin -- help. The program is built,
// so that it runs without build tools where the server runs.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, 'server', 'embedded-mongo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await import('../server/dist/admin-command.js');
