import { closeSync, constants, fstatSync, openSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATA_FILE } from './file-watch';

/** The free bytes behind the pages in use: more than almost every transaction needs. */
const ROOM_BYTES = 4 * 1024 * 1024;
/** The least by which the file is extended, in bytes. */
const STEP_BYTES = 256 * 1024;

const writeBytes = promisify(write);

/**
 * Extends the data file before LMDB needs the space. If LMDB's own write finds the disk full, LMDB composes an error
 * message. The message may be longer than its buffer, and then the process is aborted (lmdb 3.5.6, mdb.c,
 * `last_error`). Writes to space that the file already has do not find the disk full, except on file systems that never
 * overwrite.
 */
export class FileRoom {
  readonly #descriptor: number;
  #length: number;

  constructor(folder: string) {
    // Appending never overwrites a page, even if another process has extended the file meanwhile.
    this.#descriptor = openSync(join(folder, DATA_FILE), constants.O_WRONLY | constants.O_APPEND);
    this.#length = fstatSync(this.#descriptor).size;
  }

  /**
   * Makes sure that the file has the space that a transaction needs, behind the pages in use.
   * @param used the bytes of the pages in use
   * @returns null if it has, usually without a promise; otherwise the operating system's reason, such as a full disk
   */
  ensure(used: number): null | Promise<string | null> {
    this.#length = Math.max(this.#length, used);
    const missing = used + ROOM_BYTES - this.#length;
    return missing <= 0 ? null : this.#extend(missing);
  }

  async #extend(missing: number): Promise<string | null> {
    const zeros = Buffer.alloc(Math.max(missing, STEP_BYTES));
    let added = 0;
    try {
      // A nearly full disk writes a part, and reports the reason at the next write.
      while (added < zeros.length)
        added += (await writeBytes(this.#descriptor, zeros, 0, zeros.length - added)).bytesWritten;
    } catch (error) {
      if (added < missing) return error instanceof Error ? error.message : String(error);
    } finally {
      this.#length += added;
    }
    return null;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
