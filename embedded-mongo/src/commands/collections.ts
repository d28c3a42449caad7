import { compileMatch } from '../match/compile';
import { type Collection, namespaceOf } from '../storage/collection';
import { stringOrder } from '../values/collation';
import { equal } from '../values/compare';
import { mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';
import { collectionName, documentArgument, targetOf } from './arguments';
import { trim } from './capped';
import { listCollections } from './collection-listing';
import type { Answer, Command, Invocation } from './context';
import { modifyIndex } from './index-modification';

const CREATE_OPTIONS = [
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'storageEngine',
  'indexOptionDefaults',
  'timeseries',
];

const MODIFIABLE = [
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'changeStreamPreAndPostImages',
  'expireAfterSeconds',
];

function optionsOf(command: Document): Document {
  const options: Document = {};
  for (const name of CREATE_OPTIONS) if (command[name] !== undefined) options[name] = command[name];
  return options;
}

function checkCount(name: string, value: unknown): void {
  if (value === undefined || (isNumber(value) && toNumber(value) >= (name === 'size' ? 1 : 0))) return;
  throw mongoError(51024, 'Location51024', `BSON field 'create.${name}' must be a number >= 1`);
}

function checkOptions(options: Document): void {
  if (options.capped && options.size === undefined) {
    throw mongoError(72, 'InvalidOptions', "the 'size' field is required when 'capped' is true");
  }
  if (options.capped) {
    for (const name of ['size', 'max'] as const) checkCount(name, options[name]);
  }
  if (isObject(options.timeseries) && typeof options.timeseries.timeField !== 'string') {
    throw mongoError(
      40414,
      'Location40414',
      "BSON field 'create.timeseries.timeField' is missing but a required field",
    );
  }
  if (isObject(options.validator)) compileMatch(options.validator);
  if (isObject(options.collation)) stringOrder(options.collation);
  const { clusteredIndex } = options;
  if (isObject(clusteredIndex)) {
    options.clusteredIndex = { v: 2, ...clusteredIndex, name: clusteredIndex.name ?? '_id_' };
  }
}

function create(invocation: Invocation): Answer {
  const { command, database, engine } = invocation;
  const name = targetOf(invocation);
  const options = optionsOf(command);
  checkOptions(options);
  const existing = engine.store.catalog.find(database, name);
  if (!existing) engine.store.catalog.create(database, name, options);
  else if (!equal(existing.options, options)) {
    throw mongoError(48, 'NamespaceExists', `Collection ${database}.${name} already exists.`);
  }
  return {};
}

/** The collection a command must find. Throws NamespaceNotFound. */
export function existing({ engine, database }: Invocation, name: string): Collection {
  const found = engine.store.catalog.find(database, name);
  if (!found) throw mongoError(26, 'NamespaceNotFound', `ns does not exist: ${database}.${name}`);
  return found;
}

function newCap({ options }: Collection, { cappedSize, cappedMax }: Document): Document {
  if (cappedSize === undefined && cappedMax === undefined) return {};
  if (!options.capped) throw mongoError(72, 'InvalidOptions', 'Collection must be capped.');
  checkCount('size', cappedSize);
  checkCount('max', cappedMax);
  return { size: cappedSize ?? options.size, ...(cappedMax === undefined ? {} : { max: cappedMax }) };
}

function collMod(invocation: Invocation): Answer {
  const { command, engine } = invocation;
  const collection = existing(invocation, targetOf(invocation));
  const validator = documentArgument(command, 'validator');
  if (validator) compileMatch(validator);
  const index = documentArgument(command, 'index');
  const answer = index ? modifyIndex(engine.store, collection, index) : {};
  const changed = MODIFIABLE.filter((name) => command[name] !== undefined);
  collection.options = {
    ...collection.options,
    ...Object.fromEntries(changed.map((name) => [name, command[name]])),
    ...newCap(collection, command),
  };
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
  const namespace = String(value);
  const dot = namespace.indexOf('.');
  const database = namespace.slice(0, dot);
  return [database, collectionName(database, namespace.slice(dot + 1))];
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
  const target = catalog.find(database, name);
  if (target === source) throw mongoError(20, 'IllegalOperation', "Can't rename a collection to itself");
  if (target && !command.dropTarget) throw mongoError(48, 'NamespaceExists', 'target namespace exists');
  if (target) catalog.drop(target);
  catalog.rename(source, database, name);
  return {};
}

/** Making, changing, listing and dropping collections. */
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
