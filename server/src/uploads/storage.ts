import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorCode } from '../core/error-code';
import { settings } from '../settings';

export const extensions = ['jpg', 'png', 'pdf'] as const;
export type Extension = (typeof extensions)[number];

const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(jpg|png|pdf)$/;

/** Whether a text can be the id of a stored file; only such an id ever becomes a path. */
export function isFileId(id: string): boolean {
  return FILE_ID.test(id);
}

/** The storage of uploaded files. Ids are random names with the extension of the detected type. */
export interface FileStorage {
  /** Creates the folder; rejects when it cannot be written. */
  prepare(): Promise<void>;
  /** Stores a file durably and returns its id. Leaves nothing behind when it rejects. */
  save(bytes: Uint8Array, extension: Extension): Promise<string>;
  /** The folder in which files lie under their ids. */
  root(): string;
  /** The ids of files that are older than this. */
  olderThan(milliseconds: number): Promise<string[]>;
  /** Removes files; missing ones are ignored. */
  remove(ids: readonly string[]): Promise<void>;
}

/** Files in `DATA_DIR/uploads`, which no static file server exposes. */
export const diskStorage: FileStorage = {
  async prepare() {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await access(folder(), constants.W_OK);
    const left = (await readdir(folder())).filter((name) => name.endsWith('.part'));
    await Promise.all(left.map((name) => unlink(join(folder(), name)).catch(ignoreAbsent)));
  },

  async save(bytes, extension) {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    const id = `${randomUUID()}.${extension}`;
    const draft = join(folder(), `${id}.part`);
    try {
      await writeDurably(draft, bytes);
      await rename(draft, join(folder(), id));
    } catch (error) {
      await unlink(draft).catch(ignoreAbsent);
      throw error;
    }
    return id;
  },

  root: () => resolve(folder()),

  async olderThan(milliseconds) {
    const names = (await readdir(folder())).filter(isFileId);
    const aged = await Promise.all(
      names.map(async (id) => {
        const found = await stat(join(folder(), id)).catch(ignoreAbsent);
        return found && Date.now() - found.mtimeMs > milliseconds ? [id] : [];
      }),
    );
    return aged.flat();
  },

  async remove(ids) {
    await Promise.all(ids.filter(isFileId).map((id) => unlink(join(folder(), id)).catch(ignoreAbsent)));
  },
};

function folder(): string {
  return join(settings().DATA_DIR, 'uploads');
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreAbsent(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
