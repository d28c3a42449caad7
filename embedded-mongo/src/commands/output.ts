import { buildIndex } from '../indexes/build';
import { PRIMARY_NAME } from '../indexes/definition';
import { documentOf, selectRows } from '../plan/select';
import { updateRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { compileUpdate } from '../update/compile';
import { idFirst } from '../update/upsert';
import { own, put, shallow } from '../values/clone';
import { mongoError } from '../values/errors';
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

/** Replaces a collection with the documents of a pipeline; its indexes stay. */
export function writeOut(
  store: Store,
  specification: unknown,
  { database, documents }: { database: string; documents: readonly Document[] },
): void {
  const target = namespaceFrom(specification, database);
  const old = store.catalog.find(target.database, target.name);
  if (old) {
    writable(store, target);
    store.catalog.drop(old);
  }
  const collection = store.catalog.create(target.database, target.name, old?.options ?? {});
  for (const { name, spec } of old?.indexes ?? []) {
    if (name !== PRIMARY_NAME) buildIndex(store, collection, store.catalog.newIndex(spec));
  }
  for (const document of documents) insertDocument(store, target, document, CHECKED);
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

/** Merges the documents of a pipeline into a collection. */
export function writeMerge(
  store: Store,
  specification: unknown,
  { database, documents }: { database: string; documents: readonly Document[] },
): void {
  const options = isObject(specification) && specification.into !== undefined ? specification : { into: specification };
  const target = namespaceFrom(options.into, database);
  writable(store, target);
  for (const document of documents) mergeOne(store, target, idFirst(document), options);
}
