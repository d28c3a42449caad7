import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from './inspect';
import { PAGE_BYTES, transactionsOf } from './meta';

/** Identifies a file independently of its name. */
export type FileIdentity = { device: number; inode: number };

/** The name of LMDB's file in a data folder. */
export const DATA_FILE = 'data.mdb';
/** The name of LMDB's lock file, through which its processes and threads coordinate. */
export const LOCK_FILE = 'lock.mdb';
/** The offset of the last transaction's number in the lock file. */
const LAST_TRANSACTION_AT = 8;

/** The identity of the data file in a folder; null if there is none. */
export function dataFileIn(folder: string): FileIdentity | null {
  try {
    const { dev: device, ino: inode } = statSync(join(folder, DATA_FILE));
    return { device, inode };
  } catch {
    return null;
  }
}

/** The last transaction number in LMDB's lock file; 0 if there is none. LMDB resets it when it opens the file. */
export function recordedTransaction(folder: string): bigint {
  try {
    return readFileSync(join(folder, LOCK_FILE)).readBigUInt64LE(LAST_TRANSACTION_AT);
  } catch {
    return 0n;
  }
}

/** The last two transactions in a data file; null for a file that is too short to contain any. */
function transactionsIn(descriptor: number): ReturnType<typeof transactionsOf> | null {
  const { head, length } = readHead(descriptor);
  return length < head.length ? null : transactionsOf(head);
}

/** The number of the newest transaction in a folder's data file; 0 if there is none. */
export function newestTransaction(folder: string): bigint {
  const descriptor = openSync(join(folder, DATA_FILE), 'r');
  try {
    return transactionsIn(descriptor)?.latest ?? 0n;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Detects that the folder no longer holds the open file, or that the file was overwritten. A removed or replaced file
 * still accepts writes of the process that has it open, but these writes are lost together with the file. A backup that
 * was copied over an open file does not contain the latest writes.
 */
export class FileWatch {
  readonly folder: string;
  readonly opened: FileIdentity | null;
  readonly #descriptor: number;
  #latest = 0n;
  #usedBytes = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.opened = dataFileIn(folder);
    this.#descriptor = openSync(join(folder, DATA_FILE), 'r');
    this.#checkState();
  }

  /** The size in bytes of the pages that the file's newest state uses, when it was last checked. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Returns the reason as a sentence if the file was removed, replaced or overwritten; null otherwise. */
  check(): string | null {
    const found = dataFileIn(this.folder);
    if (!found) return `The data folder ${this.folder} has disappeared or lost its file: the store stops.`;
    if (found.inode !== this.opened?.inode || found.device !== this.opened.device) {
      return `The data folder ${this.folder} holds another file than the one that was opened: the store stops.`;
    }
    return this.#checkState();
  }

  /** The file always holds the last two transactions, whose numbers have no gap; otherwise the file was overwritten. */
  #checkState(): string | null {
    const found = transactionsIn(this.#descriptor);
    if (!found || found.latest < this.#latest || found.latest - found.older > 1n) {
      return `The file in the data folder ${this.folder} was overwritten while it was open: the store stops. Put back a backup of the folder.`;
    }
    this.#latest = found.latest;
    this.#usedBytes = (Number(found.lastPage) + 1) * PAGE_BYTES;
    return null;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
