import { buildIndex } from '../indexes/build';
import { PRIMARY_NAME } from '../indexes/definition';
import { inBatches } from '../storage/batches';
import type { Store } from '../storage/store';
import { located } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { checkFields, collectionName } from './arguments';
import { checkCreatable, type Namespace, writable } from './namespaces';
import { insertDocument, type WriteOptions } from './operations';

/** The output of a pipeline that is to be written, and the database of its command. */
export type Output = WriteOptions & { database: string; documents: Iterable<Document> };

/** The target collection of `$out` or `$merge`. Throws code 16990 for a missing name, 73 for an invalid one. */
export function namespaceFrom(target: unknown, database: string): Namespace {
  const { db = database, coll }: Document = isObject(target) ? target : { coll: target };
  if (typeof coll === 'string') return { database: String(db), name: collectionName(String(db), coll) };
  throw located(16990, 'the target of $out or $merge must be a string or an object with db and coll');
}

const OUT_FIELDS = new Set(['db', 'coll']);

/** Replaces a collection's documents with those of a pipeline; the indexes remain. A failure changes nothing. */
export function writeOut(
  store: Store,
  specification: unknown,
  { database, documents, bypassValidation }: Output,
): void {
  if (isObject(specification)) checkFields(specification, '$out', OUT_FIELDS);
  const target = namespaceFrom(specification, database);
  const old = store.catalog.find(target.database, target.name);
  if (old) writable(store, target);
  else checkCreatable(target);
  const made = { database: target.database, name: `tmp.agg_out.${target.name}` };
  const collection = store.catalog.create(made.database, made.name, old?.options ?? {});
  try {
    for (const { name, spec } of old?.indexes ?? []) {
      if (name !== PRIMARY_NAME) buildIndex(store, collection, store.catalog.newIndex(spec));
    }
    for (const batch of inBatches(store, documents)) {
      for (const document of batch) insertDocument(store, made, { document, bypassValidation });
    }
  } catch (error) {
    store.pauseReading();
    store.catalog.drop(collection);
    throw error;
  }
  if (old) store.catalog.drop(old);
  store.catalog.rename(collection, target.database, target.name);
}
