import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePdfWorker } from './build.mjs';

// Runs Vite with hot reload on its own port, and the server from its sources, restarted on changes, with the same data as
// `npm start`.
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = process.env.PORT || '3000';
const bin = (name) => join(root, 'node_modules', '.bin', name);

await bundlePdfWorker();
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/src/index.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(bin('vite'), ['client', '--clearScreen', 'false'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DEV_SERVER: `http://localhost:${port}` },
  }),
];

let stopping = false;
function stopAll(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const child of children) child.once('exit', (code) => stopAll(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll(0));
