import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Serves the product on one port: builds outdated parts, then starts the server. The server stops when the parent process
// ends.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 1000).unref();

// Builds in a separate process, because a build tool keeps memory that the server does not need.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
await import('../server/dist/index.js');
