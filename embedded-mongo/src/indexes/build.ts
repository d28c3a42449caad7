import type { Collection } from '../storage/collection';
import { namespaceOf } from '../storage/collection';
import { afterPrefix, prefixOf, recordOf } from '../storage/keys';
import type { Store } from '../storage/store';
import { type MongoError, mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { decode } from '../wire/bson';
import type { Index } from './definition';
import { duplicateKey } from './duplicate';
import { type Entry, entryOf } from './entries';
import { isCut, keysOf } from './keys';

/** All documents of a collection, in the order they were stored. */
export function* allDocuments(store: Store, collection: Collection): Generator<{ record: number; document: Document }> {
  const start = prefixOf(collection.id);
  for (const { key, value } of store.environment.records.getRange({ start, end: afterPrefix(start) })) {
    yield { record: recordOf(key), document: decode(value) };
  }
}

function duplicateInBuild(collection: Collection, index: Index, document: Document): MongoError {
  const { code, codeName, message, extra } = duplicateKey(collection, index, document);
  const where = `Index build failed: Collection ${namespaceOf(collection)} :: caused by :: ${message}`;
  return mongoError(code, codeName, where, extra);
}

/**
 * Fills a new index from the collection's documents and adds it.
 * Throws code 11000 where a unique index finds two records of one key, before anything is written.
 */
export function buildIndex(store: Store, collection: Collection, index: Index): void {
  const built: Entry[] = [];
  const taken = new Set<string>();
  for (const { record, document } of allDocuments(store, collection)) {
    const { keys, multikey } = keysOf(index, document);
    index.multikey ||= multikey;
    index.cut ||= keys.some(isCut);
    for (const key of keys) {
      if (index.unique) {
        const name = key.toString('latin1');
        if (taken.has(name)) throw duplicateInBuild(collection, index, document);
        taken.add(name);
      }
      built.push(entryOf(index, key, record));
    }
  }
  for (const { key, value } of built) store.environment.entries.putSync(key, value);
  collection.indexes.push(index);
  store.catalog.save(collection);
}
