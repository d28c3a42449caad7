import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOWN = fileURLToPath(new URL('./town.ts', import.meta.url));

/** A running server of the measured town, with a token of each role. */
export interface Town {
  url: string;
  driver: string;
  customer: string;
  admin: string;
  pid: number;
  /** Runs the garbage collection of the server's process; resolves with the bytes in use after it. */
  collect(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a server with this many open requests. It has the default rate limits or, to measure the cost of single calls,
 * `unlimited` ones. Rejects when the server ends before it serves.
 */
export async function startTown(open: number, limits: 'default' | 'unlimited'): Promise<Town> {
  const { RATE_CALLS: _, ...environment } = process.env;
  const data = mkdtempSync(join(tmpdir(), 'boli-p15-'));
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', TOWN], {
    env: {
      ...environment,
      OPEN: String(open),
      DATA_DIR: data,
      ...(limits === 'unlimited' && { RATE_CALLS: '1000000' }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ready = await new Promise<Omit<Town, 'pid' | 'collect' | 'stop'>>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part) => {
      text += String(part);
      const found = /^READY (.+)$/m.exec(text);
      if (found?.[1]) resolve(JSON.parse(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`the town ended with code ${code}`)));
  });
  return {
    ...ready,
    pid: child.pid ?? 0,
    async collect() {
      const collected = new Promise((resolve) => child.once('message', resolve));
      child.send('collect');
      return Number(await collected);
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
