import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorsOf, verifyCollection } from './indexes/verify';
import { namespaceOf } from './storage/collection';
import { StoreUnavailable } from './storage/environment';
import { DATA_FILE } from './storage/file-watch';
import { lockFolder } from './storage/lock';
import { openStore, type Store } from './storage/store';

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

function verifyCollections(store: Store, print: (line: string) => void): boolean {
  let [records, entries, withoutChecksum, errors] = [0, 0, 0, 0];
  for (const database of store.catalog.databases()) {
    for (const collection of store.catalog.collections(database)) {
      const report = verifyCollection(store, collection);
      for (const error of errorsOf(report)) print(`${namespaceOf(collection)}: ${error}`);
      errors += errorsOf(report).length;
      records += report.records;
      withoutChecksum += report.withoutChecksum;
      for (const { keys } of report.indexes.values()) entries += keys;
    }
  }
  const read = `${count(records, 'record', 'records')}, ${count(entries, 'index entry', 'index entries')}`;
  if (withoutChecksum > 0)
    print(
      `${count(withoutChecksum, 'record or index entry is', 'records and index entries are')} from before there were checksums.`,
    );
  print(errors === 0 ? `${read}: all is well.` : `${read}: ${count(errors, 'error', 'errors')}.`);
  return errors === 0;
}

/**
 * Reads everything in a data folder, prints each error and returns true if there is none. Checks every page of the
 * file, every checksum, and every index against its documents.
 * @throws StoreUnavailable for a folder that holds no store, is in use, or is too damaged to be opened.
 */
export async function verifyFolder(folder: string, print: (line: string) => void): Promise<boolean> {
  if (!existsSync(join(folder, DATA_FILE))) throw new StoreUnavailable(`There is no store in ${folder}.`);
  const lock = await lockFolder(folder);
  try {
    const store = await openStore(folder);
    try {
      return verifyCollections(store, print);
    } finally {
      await store.close();
    }
  } finally {
    await lock.release();
  }
}
