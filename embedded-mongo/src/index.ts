import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './commands/context';
import { CursorTable } from './commands/cursors';
import { expireDocuments } from './commands/expiry';
import { FailPoints } from './commands/fail-points';
import { serve } from './server';
import type { Durability } from './storage/environment';
import { lockFolder } from './storage/lock';
import { openStore, type Store } from './storage/store';

/** How a store is started. */
export type StoreOptions = {
  /** The folder of its file; made where it is missing. */
  dbPath: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Loopback, unless said otherwise: there are no users and no passwords. */
  host?: string;
  durability?: Durability;
  /** How long to wait for another process to let go of the folder, in milliseconds; 0 by default. */
  lockWaitMs?: number;
  /** How often documents past their time (TTL indexes) are removed, in milliseconds; a minute by default. */
  expiryMs?: number;
  /** Called when a client asks the server to shut down. */
  onShutdown?: () => void;
};

/** A running store. */
export type RunningStore = {
  /** Its `mongodb://` address. */
  uri: string;
  port: number;
  /** Finishes the writes under way, closes the file, lets go of the folder. */
  stop: () => Promise<void>;
};

/** The version of MongoDB the store passes for. */
export const SERVER_VERSION = '7.0.14';

const MINUTE_MS = 60_000;

function engineOf(store: Store, shutdown: () => void): Engine {
  return {
    store,
    cursors: new CursorTable(),
    failPoints: new FailPoints(),
    version: SERVER_VERSION,
    startedAt: new Date(),
    connections: 0,
    shutdown,
  };
}

function schedule(engine: Engine, everyMs: number): () => void {
  const timer = setInterval(() => {
    engine.cursors.expire(Date.now());
    expireDocuments(engine.store, new Date()).catch((error: unknown) => {
      process.stderr.write(`Documents past their time could not be removed: ${String(error)}\n`);
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Starts a store in this process and writes its address to `store.json` in its folder.
 * @throws StoreUnavailable for a folder that is in use, cannot be written or holds something else; the system's own
 * error for a port that is taken.
 */
export async function startStore(options: StoreOptions): Promise<RunningStore> {
  const { dbPath, port = 0, host = '127.0.0.1', durability = 'disk' } = options;
  const lock = await lockFolder(dbPath, options.lockWaitMs);
  let store: Store | null = null;
  try {
    store = await openStore(dbPath, durability);
    const engine = engineOf(store, () => options.onShutdown?.());
    const listener = await serve(engine, { host, port });
    const unschedule = schedule(engine, options.expiryMs ?? MINUTE_MS);
    const uri = `mongodb://${host.includes(':') ? `[${host}]` : host}:${listener.port}/`;
    const addressFile = join(dbPath, 'store.json');
    writeFileSync(addressFile, JSON.stringify({ pid: process.pid, uri }));
    const opened = store;
    const stop = async () => {
      unschedule();
      await listener.close();
      await opened.close();
      rmSync(addressFile, { force: true });
      await lock.release();
    };
    return { uri, port: listener.port, stop };
  } catch (error) {
    await store?.close();
    await lock.release();
    throw error;
  }
}
