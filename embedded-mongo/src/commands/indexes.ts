import { buildIndex } from '../indexes/build';
import { type Index, PRIMARY_NAME } from '../indexes/definition';
import { type Collection, namespaceOf } from '../storage/collection';
import { fullCollation, isCollated } from '../values/collation';
import { badValue, mongoError } from '../values/errors';
import { show } from '../values/show';
import { type Document, isObject } from '../values/types';
import { encode } from '../wire/bson';
import { documentArgument, documentsArgument, optionalCount, targetOf } from './arguments';
import { existing } from './collections';
import type { Answer, Command, Invocation } from './context';
import { listSource } from './cursors';
import { isBuilt, sameKey, specificationOf } from './index-specification';
import { writable } from './namespaces';

/** Adds the collection's collation to an index specification that has none. */
function withCollation(spec: Document, { options }: Collection): Document {
  const { collation = options.collation, ...rest } = spec;
  return isCollated(collation) ? { ...rest, collation } : rest;
}

const MAX_INDEXES = 64;

/** Checks that a new index can be added to a collection. Throws CannotCreateIndex. */
function checkAddable(collection: Collection, { name, key }: Document): void {
  // Every collection has its _id index from the beginning, except for time series, which cannot have one.
  if (name === PRIMARY_NAME) {
    throw mongoError(67, 'CannotCreateIndex', `the time-series collection ${namespaceOf(collection)} has no _id index`);
  }
  if (collection.indexes.length < MAX_INDEXES) return;
  const where = `${namespaceOf(collection)} key:${show(key)}`;
  throw mongoError(67, 'CannotCreateIndex', `add index fails, too many indexes for ${where}`);
}

function createIndexes(invocation: Invocation): Answer {
  const { command, engine, database } = invocation;
  const specs = documentsArgument(command, 'indexes').map(specificationOf);
  if (specs.length === 0) throw badValue('Must specify at least one index to create');
  const name = targetOf(invocation);
  const created = !engine.store.catalog.find(database, name);
  const collection = writable(engine.store, { database, name });
  const before = collection.indexes.length;
  try {
    for (const given of specs) {
      const spec = withCollation(given, collection);
      if (isBuilt(collection, spec)) continue;
      checkAddable(collection, spec);
      buildIndex(engine.store, collection, engine.store.catalog.newIndex(spec));
    }
  } catch (error) {
    // All indexes of a command are created, or none.
    for (const index of collection.indexes.slice(before)) engine.store.catalog.dropIndex(collection, index);
    throw error;
  }
  const after = collection.indexes.length;
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    ...(before === after ? { note: 'all indexes already exist' } : { createdCollectionAutomatically: created }),
  };
}

function described(collection: Collection, { spec, name }: Index): Document {
  const { clusteredIndex } = collection.options;
  if (name === PRIMARY_NAME && isObject(clusteredIndex)) return { ...clusteredIndex, clustered: true };
  const { v, key, name: own, ...options } = spec;
  const { collation } = options;
  return { v, key, name: own, ...options, ...(isObject(collation) ? { collation: fullCollation(collation) } : {}) };
}

function listIndexes(invocation: Invocation): Answer {
  const { command, engine } = invocation;
  const collection = existing(invocation, targetOf(invocation));
  const documents = collection.indexes.map((index) => encode(described(collection, index)));
  const batchSize = optionalCount(documentArgument(command, 'cursor') ?? {}, 'batchSize');
  return engine.cursors.first({ namespace: namespaceOf(collection), source: listSource(documents) }, { batchSize });
}

function indexesToDrop(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== PRIMARY_NAME);
  if (Array.isArray(wanted)) return wanted.flatMap((each) => indexesToDrop(collection, each));
  const found = collection.indexes.find((index) =>
    typeof wanted === 'string' ? index.name === wanted : isObject(wanted) && sameKey(index.key, wanted),
  );
  if (!found) {
    const how =
      typeof wanted === 'string'
        ? `index not found with name [${wanted}]`
        : `can't find index with key: ${show(wanted)}`;
    throw mongoError(27, 'IndexNotFound', how);
  }
  if (found.name === PRIMARY_NAME) throw mongoError(72, 'InvalidOptions', 'cannot drop _id index');
  return [found];
}

function dropIndexes(invocation: Invocation): Answer {
  const { engine, command } = invocation;
  const collection = existing(invocation, targetOf(invocation));
  const before = collection.indexes.length;
  for (const index of indexesToDrop(collection, command.index)) engine.store.catalog.dropIndex(collection, index);
  return { nIndexesWas: before, ...(command.index === '*' && { msg: 'non-_id indexes dropped for collection' }) };
}

/** Creating, listing and dropping indexes. */
export const indexCommands: Record<string, Command> = {
  createIndexes: { fields: ['indexes', 'commitQuorum'], writes: true, run: createIndexes },
  listIndexes: { fields: ['cursor', 'includeBuildUUIDs'], run: listIndexes },
  dropIndexes: { aliases: ['deleteIndexes'], fields: ['index'], writes: true, run: dropIndexes },
};
