import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../root';
import type { Settings } from '../settings';
import { launchStore } from './launch';

/** A database that a command may use; `close` ends what was started for it. */
export interface OpenStore {
  uri: string;
  close(): Promise<void>;
}

/** The database that the server uses: `MONGODB_URI`, else the embedded store, which may be running already. */
export async function openStore({ MONGODB_URI, DATA_DIR }: Settings): Promise<OpenStore> {
  const there = MONGODB_URI ?? (await runningStore(DATA_DIR));
  if (there !== null) return { uri: named(there), close: async () => undefined };
  const program = join(root, 'embedded-mongo', 'bin', 'store.mjs');
  const store = await launchStore([process.execPath, program], resolve(DATA_DIR, 'store'));
  return { uri: named(store.uri), close: () => store.stop() };
}

/** Without a database named in the address the driver would use the one called "test". */
function named(address: string): string {
  const uri = new URL(address);
  if (uri.pathname === '' || uri.pathname === '/') uri.pathname = '/boli';
  return uri.toString();
}

/** The address of the store that a running server has opened in this data folder; null when none runs. */
async function runningStore(dataDir: string): Promise<string | null> {
  const noted = await readFile(resolve(dataDir, 'store', 'store.json'), 'utf8').catch(() => null);
  if (noted === null) return null;
  try {
    const { pid, uri } = JSON.parse(noted);
    process.kill(Number(pid), 0);
    return String(uri);
  } catch {
    return null;
  }
}
