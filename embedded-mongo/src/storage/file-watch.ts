import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from './inspect';
import { transactionsOf } from './meta';

/** Which file a name stands for. */
export type FileIdentity = { device: number; inode: number };

/** The name of LMDB's file in a data folder. */
export const DATA_FILE = 'data.mdb';
/** The name of the file by which LMDB's processes and threads know of each other. */
export const LOCK_FILE = 'lock.mdb';
/** Where LMDB notes there the number of the last transaction. */
const LAST_TRANSACTION_AT = 8;

/** The data file that a folder holds right now; null where it holds none. */
export function dataFileIn(folder: string): FileIdentity | null {
  try {
    const { dev: device, ino: inode } = statSync(join(folder, DATA_FILE));
    return { device, inode };
  } catch {
    return null;
  }
}

/** The number of the last transaction that LMDB has noted beside its file, to be read before it opens the file; 0 for none. */
export function recordedTransaction(folder: string): bigint {
  try {
    return readFileSync(join(folder, LOCK_FILE)).readBigUInt64LE(LAST_TRANSACTION_AT);
  } catch {
    return 0n;
  }
}

/** The last two transactions in a data file; null for one that is too short to hold any. */
function transactionsIn(descriptor: number): { older: bigint; latest: bigint } | null {
  const { head, length } = readHead(descriptor);
  return length < head.length ? null : transactionsOf(head);
}

/** The number of the newest transaction in a folder's data file; 0 where there is none. */
export function newestTransaction(folder: string): bigint {
  const descriptor = openSync(join(folder, DATA_FILE), 'r');
  try {
    return transactionsIn(descriptor)?.latest ?? 0n;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a folder still holds the file that is open, and the file what was written to it. A removed or exchanged file goes
 * on taking writes of the process that has it open, and they vanish with it; so does what is not in a backup that is copied
 * over an open file.
 */
export class FileWatch {
  readonly folder: string;
  readonly opened: FileIdentity | null;
  readonly #descriptor: number;
  #latest = 0n;

  constructor(folder: string) {
    this.folder = folder;
    this.opened = dataFileIn(folder);
    this.#descriptor = openSync(join(folder, DATA_FILE), 'r');
  }

  /** A sentence where the folder holds another file or none, or the file another state; null while all is well. */
  check(): string | null {
    const found = dataFileIn(this.folder);
    if (!found) return `The data folder ${this.folder} has disappeared or lost its file: the store stops.`;
    if (found.inode !== this.opened?.inode || found.device !== this.opened.device) {
      return `The data folder ${this.folder} holds another file than the one that was opened: the store stops.`;
    }
    return this.#checkState();
  }

  /** Transactions are numbered without a gap, and the last two stand in the file whatever is being written. */
  #checkState(): string | null {
    const found = transactionsIn(this.#descriptor);
    if (!found || found.latest < this.#latest || found.latest - found.older > 1n) {
      return `The file in the data folder ${this.folder} was overwritten while it was open: the store stops. Put back a backup of the folder.`;
    }
    this.#latest = found.latest;
    return null;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
