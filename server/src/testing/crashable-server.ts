import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createApp } from '../app';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { seedPromos } from '../promos/promos.service';
import { configure, readSettings } from '../settings';
import { runJobs } from '../wiring/scheduler';
import { apiAt, testSettings } from './app';
import { market } from './market';
import { cashier } from './payments';
import { type ServerProcess, startServerProcess } from './process';
import { freePort, serve } from './serve';
import { openTestDatabase, testDatabaseUri } from './store';

type Place = ReturnType<typeof placeAt>;

/** Two processes of the product on one database: this one, which survives, and a server that may die at a failpoint. */
export interface CrashableServer {
  /** This process, in which a test prepares its data. */
  here: Place;
  /** The other process, at an address that it keeps after a restart. */
  there: Place;
  /** Starts the other process, which dies at the failpoint if one is named; kills it first if it is running. */
  start(failpoint?: string): Promise<ServerProcess>;
  kill(): Promise<void>;
  /** Starts the other process with the failpoint and lets it die during a call, which gets no answer. */
  dies(failpoint: string, call: () => Promise<unknown>): Promise<void>;
  /** Sets the clock of this process this many milliseconds ahead, and finishes the work that the other process has left. */
  finish(afterMs: number): Promise<void>;
  /** After each test: kills the running process, and resets the clock. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Prepares both processes on a new database; `start` starts the other one. `given` are environment variables in
 * addition to those for tests, the same for both processes.
 */
export async function openCrashableServer(given: Record<string, string> = {}): Promise<CrashableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boli-crashable-'));
  const uri = testDatabaseUri();
  const settings = { ...testSettings(dataDir), MONGODB_URI: uri, PORT: String(await freePort()), ...given };
  configure(readSettings(settings));
  logger.level = 'silent';
  const closeDatabase = await openTestDatabase(uri);
  await seedPromos();
  const near = await serve(createApp());
  let server: ServerProcess | null = null;
  const kill = async () => server?.kill();
  const start: CrashableServer['start'] = async (failpoint = '') => {
    await kill();
    server = await startServerProcess({ ...settings, FAILPOINT: failpoint });
    return server;
  };
  return {
    here: placeAt(near.url),
    there: placeAt(`http://127.0.0.1:${settings.PORT}`),
    start,
    kill,
    async dies(failpoint, call) {
      const { exit } = await start(failpoint);
      await expect(call()).rejects.toThrow();
      await exit;
    },
    async finish(afterMs) {
      clock.setOffset(afterMs);
      await runJobs();
    },
    async rest() {
      clock.setOffset(0);
      await kill();
    },
    async close() {
      await near.close();
      await closeDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function placeAt(url: string) {
  const api = apiAt(url);
  return { url, api, steps: market(api), desk: cashier({ ...api, url }) };
}
