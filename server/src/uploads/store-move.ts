import { join } from 'node:path';
import { copyFile } from './files';
import { inDatabase } from './gridfs.repository';
import type { FileStorage } from './storage';
import { folderStorage } from './storage.folder';

/** A finished move of the embedded store's data: where to or from, and how to report. */
export interface FinishedMove {
  readonly direction: 'export' | 'import';
  /** The folder of the embedded store; the uploads are beside it. */
  readonly dbPath: string;
  /** The database that the data was copied to or from; if undefined, the data is in `folder`. */
  readonly uri?: string | undefined;
  readonly database: string;
  readonly folder?: string | undefined;
  /**
   * `UPLOADS_URI`: the place of the files if it is not beside the store. They stay there: an export does not copy them.
   */
  readonly uploadsUri?: string | undefined;
  readonly print: (line: string) => void;
}

/**
 * Copies the uploaded files along with a move: into GridFS of a database, or to and from a subfolder `uploads`. Files of
 * an imported database need nothing here: its GridFS collections were copied with the others, and the server moves
 * them into its folder when it starts. May be interrupted and repeated. Throws when a file cannot be read or written.
 */
export async function copyUploads(move: FinishedMove): Promise<void> {
  const { direction, dbPath, uri, database, folder = '', uploadsUri } = move;
  if (direction === 'export' && uploadsUri) {
    // Files that no server has moved there yet are still beside the store.
    move.print(`uploads: those in ${uploadsUri} (UPLOADS_URI) stay there, and need a backup of their own`);
  }
  const own = folderStorage(join(dbPath, '..', 'uploads'));
  if (uri === undefined) {
    const other = folderStorage(join(folder, 'uploads'));
    await (direction === 'export' ? copyAll(own, other, move.print) : copyAll(other, own, move.print));
    return;
  }
  if (direction === 'import') return;
  await inDatabase(uri, database, (files) => copyAll(own, files, move.print));
}

async function copyAll(from: FileStorage, to: FileStorage, print: (line: string) => void): Promise<void> {
  let copied = 0;
  for await (const ids of from.list()) {
    for (const id of ids) await copyFile(id, from, to);
    copied += ids.length;
    if (copied > 0) print(`uploads: ${copied.toLocaleString('en')} copied from ${from.name} to ${to.name}`);
  }
}
