import { type Collection, namespaceOf } from '../storage/collection';
import { equal } from '../values/compare';
import { mongoError, typeMismatch } from '../values/errors';
import { collectionName, documentArgument, targetOf } from './arguments';
import { trim } from './capped';
import { listCollections } from './collection-listing';
import { CREATE_OPTIONS, collectionOptions, MODIFIABLE, modifiedOptions } from './collection-options';
import type { Answer, Command, Invocation } from './context';
import { modifyIndex } from './index-modification';
import { checkCreatable } from './namespaces';

function create(invocation: Invocation): Answer {
  const { command, database, engine } = invocation;
  const name = targetOf(invocation);
  const options = collectionOptions(command);
  checkCreatable({ database, name });
  const existing = engine.store.catalog.find(database, name);
  if (!existing) engine.store.catalog.create(database, name, options);
  else if (!equal(existing.options, options)) {
    throw mongoError(48, 'NamespaceExists', `Collection ${database}.${name} already exists.`);
  }
  return {};
}

/** The existing collection of a command. Throws NamespaceNotFound. */
export function existing({ engine, database }: Invocation, name: string): Collection {
  const found = engine.store.catalog.find(database, name);
  if (!found) throw mongoError(26, 'NamespaceNotFound', `ns does not exist: ${database}.${name}`);
  return found;
}

function collMod(invocation: Invocation): Answer {
  const { command, engine } = invocation;
  const collection = existing(invocation, targetOf(invocation));
  const options = modifiedOptions(collection.options, command);
  const index = documentArgument(command, 'index');
  const answer = index ? modifyIndex(engine.store, collection, index) : {};
  collection.options = options;
  engine.store.catalog.save(collection);
  trim(engine.store, collection);
  return answer;
}

function drop(invocation: Invocation): Answer {
  const { catalog } = invocation.engine.store;
  const collection = catalog.find(invocation.database, targetOf(invocation));
  if (!collection) return {};
  catalog.drop(collection);
  return { nIndexesWas: collection.indexes.length, ns: namespaceOf(collection) };
}

function dropDatabase({ engine, database }: Invocation): Answer {
  const { catalog } = engine.store;
  for (const collection of catalog.collections(database)) catalog.drop(collection);
  return { dropped: database };
}

function splitNamespace(value: unknown): [database: string, name: string] {
  if (typeof value !== 'string') throw typeMismatch('a namespace is a string: database.collection');
  const dot = value.indexOf('.');
  if (dot <= 0) throw mongoError(73, 'InvalidNamespace', `Invalid namespace specified '${value}'`);
  const database = value.slice(0, dot);
  return [database, collectionName(database, value.slice(dot + 1))];
}

function renameCollection({ command, engine, database: asked }: Invocation): Answer {
  if (asked !== 'admin') {
    throw mongoError(13, 'Unauthorized', 'renameCollection may only be run against the admin database.');
  }
  const { catalog } = engine.store;
  const source = catalog.find(...splitNamespace(command.renameCollection));
  if (!source) {
    throw mongoError(26, 'NamespaceNotFound', `Source collection ${command.renameCollection} does not exist`);
  }
  if (source.options.viewOn !== undefined) {
    throw mongoError(166, 'CommandNotSupportedOnView', `cannot rename view: ${command.renameCollection}`);
  }
  const [database, name] = splitNamespace(command.to);
  checkCreatable({ database, name });
  const target = catalog.find(database, name);
  if (target === source) throw mongoError(20, 'IllegalOperation', "Can't rename a collection to itself");
  if (target && !command.dropTarget) throw mongoError(48, 'NamespaceExists', 'target namespace exists');
  if (target) catalog.drop(target);
  catalog.rename(source, database, name);
  return {};
}

/** Creating, changing, listing and dropping collections. */
export const collectionCommands: Record<string, Command> = {
  create: {
    fields: CREATE_OPTIONS,
    writes: true,
    run: create,
  },
  collMod: {
    fields: [...MODIFIABLE, 'index', 'cappedSize', 'cappedMax'],
    writes: true,
    run: collMod,
  },
  drop: { fields: [], writes: true, run: drop },
  dropDatabase: { aliases: ['dropdatabase'], fields: [], writes: true, run: dropDatabase },
  renameCollection: { fields: ['to', 'dropTarget'], writes: true, run: renameCollection },
  listCollections: { fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'], run: listCollections },
};
