import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Creates and lists admins, and sets new passwords: npm run admin -- help. This script runs the program, after building
// what has changed since the last build. Where there are no sources, as in a container image, nothing is built, and no
// build tools are needed.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, 'server', 'embedded-mongo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await import('../server/dist/admin-command.js');
