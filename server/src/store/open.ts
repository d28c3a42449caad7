import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { root } from '../root';
import type { Settings } from '../settings';
import { endpointOf, withDatabase } from './address';
import { launchStore } from './launch';

/** A database for a command; `close` ends the processes that were started for it. */
export interface OpenStore {
  uri: string;
  close(): Promise<void>;
}

/** Opens the database that the server uses: `MONGODB_URI`, else the embedded store, which may be running already. */
export async function openStore({
  MONGODB_URI,
  DATA_DIR,
}: Pick<Settings, 'MONGODB_URI' | 'DATA_DIR'>): Promise<OpenStore> {
  const there = MONGODB_URI ?? (await runningStore(DATA_DIR));
  if (there !== null) return { uri: withDatabase(there), close: async () => undefined };
  const program = join(root, 'embedded-mongo', 'bin', 'store.mjs');
  const store = await launchStore([process.execPath, program], resolve(DATA_DIR, 'store'));
  return { uri: withDatabase(store.uri), close: () => store.stop() };
}

/**
 * The address of the store that a running server has opened in this data folder; null when none runs. A server that was
 * killed has left `store.json`, and its process id may belong to another process by now, so the address is tried too.
 */
async function runningStore(dataDir: string): Promise<string | null> {
  const noted = await readFile(resolve(dataDir, 'store', 'store.json'), 'utf8').catch(() => null);
  if (noted === null) return null;
  try {
    const { pid, uri } = JSON.parse(noted);
    process.kill(Number(pid), 0);
    return (await listens(String(uri))) ? String(uri) : null;
  } catch {
    return null;
  }
}

function listens(uri: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(endpointOf(uri));
    const finish = (alive: boolean) => {
      socket.destroy();
      answer(alive);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
