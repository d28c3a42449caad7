import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Makes and lists admins, and sets a new password for somebody: npm run admin -- help. What is built already needs no
// build tools: it runs where the server runs.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, 'server', 'embedded-mongo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await import('../server/dist/admin-command.js');
