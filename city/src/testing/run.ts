import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `npm run city -- …` for a data folder. */
export function cityCommand(dataDir: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  return cityCommandIn(root, { DATA_DIR: dataDir }, ...args);
}

/**
 * Runs the command in another folder, with these environment variables in addition to those of this process, except its
 * `DATA_DIR` and `NODE_OPTIONS`.
 */
export function cityCommandIn(
  cwd: string,
  settings: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const { DATA_DIR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts', 'city.mjs'), ...args], {
    cwd,
    env: { ...inherited, ...settings, NODE_OPTIONS: '' },
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
