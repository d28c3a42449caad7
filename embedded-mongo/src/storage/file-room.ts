import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILE } from './file-watch';

/** The free bytes behind the pages in use: more than almost every transaction needs. */
const ROOM_BYTES = 4 * 1024 * 1024;
/** The least by which the file is extended, in bytes. */
const STEP_BYTES = 256 * 1024;

/**
 * Extends the data file before LMDB needs the space. When a write of LMDB itself finds the disk full, the message that it
 * composes may be longer than the memory it has for it, and the process is aborted (lmdb 3.5.6, mdb.c, `last_error`).
 * Writes to space that the file already has do not find the disk full, except on file systems that never overwrite.
 */
export class FileRoom {
  readonly #descriptor: number;
  #length: number;

  constructor(folder: string) {
    this.#descriptor = openSync(join(folder, DATA_FILE), 'r+');
    this.#length = fstatSync(this.#descriptor).size;
  }

  /**
   * Makes sure that the file is longer than its pages in use by what a transaction needs.
   * @param used the bytes of the pages in use
   * @returns the operating system's reason if the file cannot be extended, as on a full disk; null otherwise
   */
  ensure(used: number): string | null {
    this.#length = Math.max(this.#length, used);
    const missing = used + ROOM_BYTES - this.#length;
    if (missing <= 0) return null;
    const zeros = Buffer.alloc(Math.max(missing, STEP_BYTES));
    try {
      const end = this.#length + zeros.length;
      // A nearly full disk writes a part, and reports the reason at the next write.
      while (this.#length < end)
        this.#length += writeSync(this.#descriptor, zeros, 0, end - this.#length, this.#length);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
