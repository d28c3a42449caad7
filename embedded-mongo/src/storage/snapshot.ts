import { join } from 'node:path';
import { open } from 'lmdb';
import { DATA_FILE } from './file-watch';
import { PAGE_BYTES } from './meta';
import { privateFile, privateFolder } from './permissions';

/**
 * Copies the data file of a folder, as it is at one moment, into another folder. Another process may write into the
 * file meanwhile: LMDB copies the state that one transaction reads. Rejects for a folder that holds no store, and if
 * the copy cannot be written.
 */
export async function copySnapshot(from: string, to: string): Promise<void> {
  privateFolder(to);
  const root = open({ path: from, noSubdir: false, readOnly: true, maxDbs: 8, pageSize: PAGE_BYTES });
  try {
    // Not compacted: compaction renumbers the pages, and the inspection of a file does not expect that.
    await root.backup(to, false);
  } finally {
    await root.close();
  }
  const copy = join(to, DATA_FILE);
  privateFile(copy);
}
