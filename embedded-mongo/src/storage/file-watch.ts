import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Which file a name stands for. */
export type FileIdentity = { device: number; inode: number };

/** The name of LMDB's file in a data folder. */
export const DATA_FILE = 'data.mdb';

/** The data file that a folder holds right now; null where it holds none. */
export function dataFileIn(folder: string): FileIdentity | null {
  try {
    const { dev: device, ino: inode } = statSync(join(folder, DATA_FILE));
    return { device, inode };
  } catch {
    return null;
  }
}

/**
 * Whether a folder still holds the file that is open. A removed or exchanged file goes on taking writes of the process
 * that has it open, and they vanish with it.
 */
export class FileWatch {
  readonly folder: string;
  readonly opened: FileIdentity | null;

  constructor(folder: string) {
    this.folder = folder;
    this.opened = dataFileIn(folder);
  }

  /** A sentence where the folder holds another file or none; null while all is well. */
  fault(): string | null {
    const found = dataFileIn(this.folder);
    if (!found) return `The data folder ${this.folder} has disappeared or lost its file: the store stops.`;
    if (found.inode === this.opened?.inode && found.device === this.opened.device) return null;
    return `The data folder ${this.folder} holds another file than the one that was opened: the store stops.`;
  }
}
