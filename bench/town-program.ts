import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasuredProcess } from './measured-process';

const READY = 'READY ';

/** A running program that serves the town or city of a measurement: a server with people and data of its own. */
export interface TownProgram<T> {
  /** What the program printed after `READY`, as JSON. */
  ready: T;
  pid: number;
  /** Runs the garbage collection of the server's process; resolves with the bytes in use after it. */
  collect(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the program of a town or city from its source, with these environment variables and its own data folder.
 * Rejects when the program ends before it serves.
 */
export async function startTownProgram<T>(source: URL, environment: Record<string, string>): Promise<TownProgram<T>> {
  const data = mkdtempSync(join(tmpdir(), 'boli-bench-'));
  const town = await MeasuredProcess.start({
    path: fileURLToPath(source),
    nodeFlags: ['--expose-gc', '--import', 'tsx'],
    environment: { ...process.env, ...environment, DATA_DIR: data },
    ready: new RegExp(`^${READY}`),
  });
  return {
    ready: JSON.parse(town.readyLine.slice(READY.length)),
    pid: town.pid,
    collect: () => town.collect(),
    async stop() {
      await town.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
