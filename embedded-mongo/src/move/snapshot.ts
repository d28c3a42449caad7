import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { startStore } from '../index';
import { copySnapshot } from '../storage/snapshot';

/** A store on a copy of another store's folder. */
export type SnapshotStore = {
  uri: string;
  /** Stops the store on the copy, and removes the copy. */
  close(): Promise<void>;
};

/**
 * Opens a copy of a running store, as it is at one moment. The copy lies beside the folder, on the same disk, and needs as
 * much space. Rejects if it cannot be made.
 */
export async function openSnapshot(dbPath: string): Promise<SnapshotStore> {
  removeAbandoned(dbPath);
  const folder = `${dbPath}${MARK}${process.pid}`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await copySnapshot(dbPath, folder);
    const store = await startStore({ dbPath: folder });
    return {
      uri: store.uri,
      async close() {
        await store.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The part of a copy's name between the name of the store's folder and the id of the process that made the copy. */
const MARK = '.snapshot-export-';

/**
 * Removes the copies of processes that were killed. A folder whose name does not end in a process id was not made here.
 */
function removeAbandoned(dbPath: string): void {
  const ours = `${basename(dbPath)}${MARK}`;
  for (const name of readdirSync(dirname(dbPath))) {
    const pid = name.startsWith(ours) ? name.slice(ours.length) : '';
    if (!/^\d+$/.test(pid) || isRunning(Number(pid))) continue;
    rmSync(join(dirname(dbPath), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process runs, but belongs to another user.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}
