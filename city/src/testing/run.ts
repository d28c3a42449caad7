import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `npm run city -- …` for a data folder. */
export function cityCommand(dataDir: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['scripts/city.mjs', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code) => resolve({ code, out, err })));
  return { child, ended };
}
