import { allDocuments } from '../indexes/build';
import type { Index } from '../indexes/definition';
import { entryOf } from '../indexes/entries';
import { keysOf } from '../indexes/keys';
import { type Collection, namespaceOf } from '../storage/collection';
import { afterPrefix, prefixOf } from '../storage/keys';
import type { Store } from '../storage/store';

function expected(store: Store, collection: Collection, index: Index): Set<string> {
  const entries = new Set<string>();
  for (const { record, document } of allDocuments(store, collection)) {
    for (const key of keysOf(index, document).keys) {
      const entry = entryOf(index, key, record);
      entries.add(Buffer.concat([entry.key, entry.value]).toString('hex'));
    }
  }
  return entries;
}

function stored(store: Store, index: Index): Set<string> {
  const start = prefixOf(index.id);
  const found = store.environment.entries.getRange({ start, end: afterPrefix(start) });
  return new Set([...found].map(({ key, value }) => Buffer.concat([key, value]).toString('hex')));
}

/** Compares every index with its collection's documents; one sentence for each that disagrees. */
export function indexFaults(store: Store): string[] {
  const faults: string[] = [];
  for (const database of store.catalog.databases()) {
    for (const collection of store.catalog.collections(database)) {
      for (const index of collection.indexes) {
        const wanted = expected(store, collection, index);
        const found = stored(store, index);
        const missing = [...wanted].filter((entry) => !found.has(entry)).length;
        const surplus = [...found].filter((entry) => !wanted.has(entry)).length;
        if (missing + surplus === 0) continue;
        faults.push(`${namespaceOf(collection)} ${index.name}: ${missing} entries missing, ${surplus} too many`);
      }
    }
  }
  return faults;
}
