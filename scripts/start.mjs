import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// The product on one port: builds what is stale, then serves. It ends with whoever started it; NODE_ENV stays as it is.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 1000).unref();

// In a process of its own: a build tool sets NODE_ENV and holds memory that the server has no use for.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
await import('../server/dist/index.js');
