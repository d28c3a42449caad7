import { buildIndex } from '../indexes/build';
import { PRIMARY_NAME } from '../indexes/definition';
import { documentOf, selectRows } from '../plan/select';
import { portions } from '../storage/portions';
import { updateRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { compileUpdate } from '../update/compile';
import { idFirst } from '../update/upsert';
import { own, put, shallow } from '../values/clone';
import { memoryExceeded, mongoError } from '../values/errors';
import { gathered, meter } from '../values/memory';
import { type Document, isObject } from '../values/types';
import { type Namespace, writable } from './namespaces';
import { insertDocument } from './operations';

const CHECKED = { bypassValidation: false };

function namespaceFrom(target: unknown, database: string): Namespace {
  if (typeof target === 'string') return { database, name: target };
  if (isObject(target) && typeof target.coll === 'string')
    return { database: String(target.db ?? database), name: target.coll };
  throw mongoError(
    16990,
    'Location16990',
    'the target of $out or $merge must be a string or an object with db and coll',
  );
}

/** What a pipeline hands over to be merged, and the one collection it reads as it goes; null where it reads others. */
export type MergeOutput = Output & { source: Namespace | null };

/** What a pipeline hands over to be written. */
export type Output = { database: string; documents: Iterable<Document> };

/** Replaces a collection with the documents of a pipeline; its indexes stay. Where that fails, it stays as it was. */
export function writeOut(store: Store, specification: unknown, { database, documents }: Output): void {
  const target = namespaceFrom(specification, database);
  const old = store.catalog.find(target.database, target.name);
  if (old) writable(store, target);
  const made = { database: target.database, name: `tmp.agg_out.${target.name}` };
  const collection = store.catalog.create(made.database, made.name, old?.options ?? {});
  try {
    for (const { name, spec } of old?.indexes ?? []) {
      if (name !== PRIMARY_NAME) buildIndex(store, collection, store.catalog.newIndex(spec));
    }
    for (const portion of portions(store, documents)) {
      for (const document of portion) insertDocument(store, made, document, CHECKED);
    }
  } catch (error) {
    store.pauseReading();
    store.catalog.drop(collection);
    throw error;
  }
  if (old) store.catalog.drop(old);
  store.catalog.rename(collection, target.database, target.name);
}

function merged(before: Document, document: Document, { whenMatched, let: definitions }: Document): Document | null {
  if (Array.isArray(whenMatched)) {
    return compileUpdate(whenMatched, { let: { new: document, ...(isObject(definitions) ? definitions : {}) } })(
      before,
    );
  }
  switch (whenMatched ?? 'merge') {
    case 'keepExisting':
      return null;
    case 'replace':
      return idFirst({ ...document, _id: before._id });
    case 'merge': {
      const after = shallow(before);
      for (const key of Object.keys(document)) if (key !== '_id') put(after, key, own(document, key));
      return after;
    }
  }
  return null;
}

function mergeOne(store: Store, target: Namespace, document: Document, specification: Document): void {
  const collection = writable(store, target);
  const on = specification.on ?? '_id';
  const paths = (Array.isArray(on) ? on : [on]).map(String);
  const query = Object.fromEntries(paths.map((path) => [path, { $eq: own(document, path) }]));
  const { rows } = selectRows(store, collection, { query, limit: 1 });
  const [row] = rows;
  if (row) {
    if (specification.whenMatched === 'fail') {
      const message = `E11000 duplicate key error collection: ${target.database}.${target.name} index: _id_ dup key`;
      throw mongoError(11000, 'DuplicateKey', message, { keyPattern: { _id: 1 }, keyValue: { _id: document._id } });
    }
    const before = documentOf(row);
    const after = merged(before, document, specification);
    if (after) updateRecord(store, collection, { record: row.record, document: before }, after);
  } else if (specification.whenNotMatched === 'fail') {
    throw mongoError(
      13113,
      'MergeStageNoMatchingDocument',
      '$merge could not find a matching document in the target collection',
    );
  } else if (specification.whenNotMatched !== 'discard') insertDocument(store, target, document, CHECKED);
}

/**
 * Merges the documents of a pipeline into a collection. One that is read from at the same time is read to its end first:
 * throws code 292 where that is more than memory allows.
 */
export function writeMerge(store: Store, specification: unknown, { database, documents, source }: MergeOutput): void {
  const options = isObject(specification) && specification.into !== undefined ? specification : { into: specification };
  const target = namespaceFrom(options.into, database);
  writable(store, target);
  const own = source === null || (source.database === target.database && source.name === target.name);
  const tooMuch = () => memoryExceeded('$merge into the collection it reads would hold more than its limit of memory');
  const merging = own ? gathered(documents, meter(tooMuch)) : documents;
  for (const portion of portions(store, merging)) {
    for (const document of portion) mergeOne(store, target, idFirst(document), options);
  }
}
