import { inBatches } from '../storage/batches';
import type { Collection } from '../storage/collection';
import { namespaceOf } from '../storage/collection';
import { afterPrefix, prefixOf, recordOf } from '../storage/keys';
import { clearRange, RangeReader } from '../storage/range';
import { documentIn, type StoredRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { type MongoError, mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { decode } from '../wire/decode';
import type { Index } from './definition';
import { duplicateKey } from './duplicate';
import { entryOf, holderOf } from './entries';
import { addTraits, keysOf } from './keys';

/** All documents of a collection, in the order they were stored. */
export function* allDocuments(store: Store, collection: Collection): Generator<{ record: number; document: Document }> {
  const start = prefixOf(collection.id);
  const span = { start, end: afterPrefix(start) };
  const reader = new RangeReader(store.environment.records, span, { open: store.openReaders });
  try {
    for (let entry = reader.next(); entry; entry = reader.next()) {
      yield { record: recordOf(entry.key), document: decode(documentIn(collection, entry.key, entry.value)) };
    }
  } finally {
    reader.pause();
  }
}

function duplicateInBuild(collection: Collection, index: Index, document: Document): MongoError {
  const { code, codeName, message, extra } = duplicateKey(collection, index, document);
  const where = `Index build failed: Collection ${namespaceOf(collection)} :: caused by :: ${message}`;
  return mongoError(code, codeName, where, extra);
}

/** An index that is being built. */
type Building = { store: Store; collection: Collection; index: Index };

function addTo({ store, collection, index }: Building, { record, document }: StoredRecord): void {
  const { entries } = store.environment;
  const met = keysOf(index, document);
  addTraits(index, met);
  for (const key of met.keys) {
    if (index.unique && holderOf(entries, index, { key, record }) !== null) {
      throw duplicateInBuild(collection, index, document);
    }
    const entry = entryOf(index, key, record);
    entries.putSync(entry.key, entry.value);
  }
}

/**
 * Fills a new index from the collection's documents and adds it.
 * Throws code 11000 if two records have the same key in a unique index; the entries written until then are removed.
 */
export function buildIndex(store: Store, collection: Collection, index: Index): void {
  try {
    for (const batch of inBatches(store, allDocuments(store, collection))) {
      for (const stored of batch) addTo({ store, collection, index }, stored);
    }
  } catch (error) {
    clearRange(store.environment.entries, index.id);
    throw error;
  }
  collection.indexes.push(index);
  store.catalog.save(collection);
}
