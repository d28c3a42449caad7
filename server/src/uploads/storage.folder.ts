import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../core/error-code';
import { type FileStorage, isFileId } from './storage';

const UNFINISHED = '.part';

/** Files in a folder of this machine, which no static file server exposes. */
export function folderStorage(folder: string): FileStorage {
  const pathOf = (id: string) => join(folder, id);
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    name: folder,

    async prepare() {
      await makeFolder();
      await access(folder, constants.W_OK);
      const left = (await readdir(folder)).filter((name) => name.endsWith(UNFINISHED));
      await Promise.all(left.map((name) => unlink(pathOf(name)).catch(ignoreAbsent)));
    },

    async put(id, bytes) {
      await makeFolder();
      const draft = pathOf(`${id}${UNFINISHED}`);
      try {
        await writeDurably(draft, bytes);
        await rename(draft, pathOf(id));
      } catch (error) {
        await unlink(draft).catch(ignoreAbsent);
        throw error;
      }
    },

    async open(id) {
      const found = await stat(pathOf(id)).catch(ignoreAbsent);
      return found && { size: found.size, read: (range) => createReadStream(pathOf(id), range) };
    },

    async *list(olderThanMs = Number.NEGATIVE_INFINITY) {
      const names = ((await readdir(folder).catch(ignoreAbsent)) ?? []).filter(isFileId);
      const aged = await Promise.all(
        names.map(async (id) => {
          const found = await stat(pathOf(id)).catch(ignoreAbsent);
          return found && Date.now() - found.mtimeMs > olderThanMs ? [id] : [];
        }),
      );
      yield aged.flat();
    },

    async remove(ids) {
      await Promise.all(ids.filter(isFileId).map((id) => unlink(pathOf(id)).catch(ignoreAbsent)));
    },
  };
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
