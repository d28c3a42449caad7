import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../measured-process';
import type { StormClient } from './client';

/** A running hub under measurement. */
export interface StormServer {
  port: number;
  pid: number;
  clients: StormClient[];
  stop(): Promise<void>;
}

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PROGRAMS = { product: pathOf('./town.ts'), bare: pathOf('../baselines/socket-io.mjs') };

/**
 * tsx turns source maps on: for each connection that is reset, Node would map a stack of errors. A built server does not.
 */
const WITHOUT_SOURCE_MAPS = 'data:text/javascript,process.setSourceMapsEnabled(false)';

/** Whether programs can be kept on one core here. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Keeps this process on the second core, where it takes no time from the measured programs. */
export function pinLoad(): void {
  if (canPin) spawnSync('taskset', ['-acp', '1', String(process.pid)]);
}

/**
 * Starts the product with its store, or the bare hub, for this many clients, all on the first core. `profile` names a
 * folder for the CPU profile of the hub. Rejects when the program ends before it serves.
 */
export async function startStormServer(
  kind: keyof typeof PROGRAMS,
  clients: number,
  profile = '',
): Promise<StormServer> {
  const data = mkdtempSync(join(tmpdir(), 'boli-p13-'));
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const flags = [...NODE_FLAGS, ...profiling, '--import', 'tsx', '--import', WITHOUT_SOURCE_MAPS, PROGRAMS[kind]];
  const command = canPin ? ['taskset', '-c', '0', process.execPath, ...flags] : [process.execPath, ...flags];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, CLIENTS: String(clients), DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += String(part);
      const found = /^READY (\d+)$/m.exec(text);
      if (found?.[1]) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`the ${kind} hub ended with code ${code}`)));
  });
  const nobody = { token: 'none', watch: ['ride:watch', { ride_request_id: 'none' }] } as const;
  return {
    port,
    pid: child.pid ?? 0,
    clients:
      kind === 'product'
        ? JSON.parse(readFileSync(join(data, 'clients.json'), 'utf8'))
        : Array.from({ length: clients }, () => nobody),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
