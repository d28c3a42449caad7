import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { logger } from '../core/logger';
import { type Settings, settings } from '../settings';
import { databaseStorage } from './gridfs.repository';
import { type Extension, type FileStorage, newFileId, type StoredFile } from './storage';
import { folderStorage } from './storage.folder';
import { s3Storage } from './storage.s3';

/** The storage of new files, and the storages in which earlier settings may have left files. */
interface Storages {
  readonly current: FileStorage;
  readonly former: readonly FileStorage[];
}

let opened: { from: Settings; storages: Storages } | null = null;

/**
 * New files are stored where `UPLOADS_URI` says, else in the database that `MONGODB_URI` names. If neither is set, they
 * are stored in `DATA_DIR/uploads`.
 */
function storages(): Storages {
  const from = settings();
  if (opened?.from !== from) opened = { from, storages: chooseStorages(from) };
  return opened.storages;
}

function chooseStorages({ UPLOADS_URI, MONGODB_URI, DATA_DIR }: Settings): Storages {
  const path = resolve(join(DATA_DIR, 'uploads'));
  const folder = folderStorage(path);
  if (UPLOADS_URI?.startsWith('file:')) {
    const named = fileURLToPath(UPLOADS_URI);
    return { current: folderStorage(named), former: named === path ? [databaseStorage] : [folder, databaseStorage] };
  }
  if (UPLOADS_URI) return { current: s3Storage(UPLOADS_URI), former: [folder, databaseStorage] };
  return MONGODB_URI ? { current: databaseStorage, former: [folder] } : { current: folder, former: [databaseStorage] };
}

/** The name of the storage of new files, as the operator is shown it. */
export function storageName(): string {
  return storages().current.name;
}

/** Prepares the storage of new files. Rejects when it cannot be used. */
export async function prepareStorage(): Promise<void> {
  await storages().current.prepare();
}

/** Stores a file durably and returns its id. Leaves no file behind when it rejects. */
export async function saveFile(bytes: Uint8Array, extension: Extension): Promise<string> {
  const id = newFileId(extension);
  await storages().current.put(id, bytes);
  return id;
}

/** The file with this id, wherever it is stored; null when there is none. */
export async function openFile(id: string): Promise<StoredFile | null> {
  const { current, former } = storages();
  // A file that is being moved may reach the current storage after it was asked, and leave the former one before.
  for (const storage of [current, ...former, current]) {
    const file = await storage.open(id);
    if (file) return file;
  }
  return null;
}

/** Removes files; missing ones are ignored. */
export async function removeFiles(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { current, former } = storages();
  for (const storage of [current, ...former]) await storage.remove(ids);
}

/**
 * Removes the files in the storage of new files that are older than this number of milliseconds, except the files whose
 * ids `used` returns.
 */
export async function removeOldFiles(
  milliseconds: number,
  used: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const { current } = storages();
  const old: string[] = [];
  for await (const ids of current.list(milliseconds)) old.push(...ids);
  if (old.length === 0) return;
  const kept = await used(old);
  await current.remove(old.filter((id) => !kept.has(id)));
}

/**
 * Moves the files that earlier settings left in other storages to the current one; may be interrupted and repeated. A
 * file that cannot be moved stays where it is and can still be read. Calls `onProgress` with the number of moved files
 * after each batch.
 */
export async function moveFormerFiles(onProgress: (moved: number) => void): Promise<void> {
  const { current, former } = storages();
  let moved = 0;
  for (const storage of former) {
    for await (const ids of storage.list()) {
      for (const id of ids) moved += Number(await moveFile(id, storage, current));
      if (ids.length > 0) onProgress(moved);
    }
  }
}

/** Moves one file; returns whether it was moved. */
async function moveFile(id: string, from: FileStorage, to: FileStorage): Promise<boolean> {
  try {
    await copyFile(id, from, to);
    await from.remove([id]);
    return true;
  } catch (error) {
    logger.warn({ err: error, id, from: from.name }, 'a file could not be moved and stays where it is');
    return false;
  }
}

/** Copies one file unless the target has it already. Throws when the file cannot be read or written. */
export async function copyFile(id: string, from: FileStorage, to: FileStorage): Promise<void> {
  const file = await from.open(id);
  if (!file || (await to.open(id))) return;
  await to.put(id, await buffer(file.read()));
}
