import { ObjectId } from 'bson';
import { type Endpoint, endpointFor, removeAddressFile, writeAddressFile } from './address';
import type { Engine } from './commands/context';
import { CursorTable } from './commands/cursors';
import { expireDocuments } from './commands/expiry';
import { FailPoints } from './commands/fail-points';
import { credentialsOf } from './commands/scram';
import { serve } from './server';
import type { Durability } from './storage/environment';
import type { FileIdentity } from './storage/file-watch';
import { lockFolder } from './storage/lock';
import { privateSocket } from './storage/permissions';
import { startScrubbing } from './storage/scrub';
import { openStore, type Store } from './storage/store';

/** Options for starting a store. */
export type StoreOptions = {
  /** The data folder; created if it is missing. */
  dbPath: string;
  /**
   * Listen on this TCP port, on loopback unless `host` is given; 0 picks a free port. Default: a socket in the folder.
   */
  port?: number;
  host?: string;
  /** The path of the Unix socket, `*.sock`, in a folder that only this user may enter. */
  socket?: string;
  /** The password of TCP clients; without it everybody who can reach the port may read and write everything. */
  secret?: string;
  /** Refuse a folder whose data file is not this file, because the file was lost or replaced while the store was closed. */
  expected?: FileIdentity;
  durability?: Durability;
  /** How long to wait for another process to release the folder, in milliseconds; 0 by default. */
  lockWaitMs?: number;
  /** How often expired documents (TTL indexes) are removed, in milliseconds; a minute by default. */
  expiryMs?: number;
  /** The pause between two scrubs of the whole file, in milliseconds; ten minutes by default. */
  scrubMs?: number;
  /** Called when a client runs `shutdown`. */
  onShutdown?: () => void;
  /**
   * Called with the reason when the store can no longer be trusted, after the store has disconnected its clients. The
   * promise resolves when no transaction is running: a process that exits earlier may wait for ever for LMDB's thread.
   */
  onFatal?: (sentence: string, idle: Promise<void>) => void;
};

/** A running store. */
export type RunningStore = {
  /** The `mongodb://` address. */
  uri: string;
  /** The TCP port; null if the store listens on a Unix socket. */
  port: number | null;
  /** The identity of the data file; null if the file has disappeared. */
  file: FileIdentity | null;
  /** Finishes the pending writes, closes the file and releases the lock on the folder. */
  stop: () => Promise<void>;
};

/** The version of MongoDB that the store reports. */
export const SERVER_VERSION = '7.0.14';

const MINUTE_MS = 60_000;
const WATCH_MS = 250;
const SCRUB_MS = 10 * MINUTE_MS;

function engineOf(store: Store, secret: string | null, shutdown: () => void): Engine {
  return {
    store,
    credentials: secret === null ? null : credentialsOf(secret),
    cursors: new CursorTable(),
    failPoints: new FailPoints(),
    version: SERVER_VERSION,
    startedAt: new Date(),
    processId: new ObjectId(),
    connections: 0,
    shutdown,
  };
}

function schedule(engine: Engine, everyMs: number): () => void {
  const timer = setInterval(() => {
    engine.cursors.expire(Date.now());
    expireDocuments(engine.store, new Date()).catch((error: unknown) => {
      process.stderr.write(`Expired documents could not be removed: ${String(error)}\n`);
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Checks several times a second that the folder still holds the data file that is open, even while nobody writes. */
function watchFile(store: Store): () => void {
  const timer = setInterval(() => store.checkFile(), WATCH_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Starts a store in this process and writes its address to `store.json` in its folder.
 * @throws StoreUnavailable for a folder that is in use, cannot be written, is damaged or holds something else; the
 * operating system's error (EADDRINUSE) for a port that is in use.
 */
export async function startStore(options: StoreOptions): Promise<RunningStore> {
  const { dbPath, durability = 'disk' } = options;
  const lock = await lockFolder(dbPath, options.lockWaitMs);
  let store: Store | null = null;
  let endpoint: Endpoint | null = null;
  try {
    store = await openStore(dbPath, durability, options.expected);
    store.lockError = () =>
      lock.isHeld()
        ? null
        : `The lock on the data folder ${dbPath} was removed, so another process may use the folder: the store stops.`;
    endpoint = endpointFor(dbPath, options);
    const { address, secret, uri: uriAt, remove } = endpoint;
    const engine = engineOf(store, secret, () => options.onShutdown?.());
    const listener = await serve(engine, address);
    if ('path' in address) privateSocket(address.path);
    store.onFatal = (sentence, idle) => {
      listener.cutOff();
      options.onFatal?.(sentence, idle);
    };
    const stopTimers = [schedule(engine, options.expiryMs ?? MINUTE_MS), watchFile(store)];
    const stopScrubbing =
      durability === 'disk'
        ? startScrubbing(store, { intervalMs: options.scrubMs ?? SCRUB_MS })
        : () => Promise.resolve();
    const uri = uriAt(listener.port);
    const stopWriting = writeAddressFile(dbPath, uri);
    const opened = store;
    const stopOnce = async () => {
      for (const end of [...stopTimers, stopWriting]) end();
      await stopScrubbing();
      await listener.close();
      await opened.close();
      remove();
      removeAddressFile(dbPath);
      await lock.release();
    };
    // A second close would close a file descriptor that may belong to another file by then.
    let stopping: Promise<void> | null = null;
    const stop = () => {
      stopping ??= stopOnce();
      return stopping;
    };
    return { uri, port: listener.port, file: opened.file, stop };
  } catch (error) {
    await store?.close();
    endpoint?.remove();
    await lock.release();
    throw error;
  }
}
