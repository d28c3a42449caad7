import { documentOf, type Row, streamRows } from '../plan/select';
import type { Selection } from '../plan/selection';
import { compileParsed } from '../project/compile';
import { parseProjection } from '../project/parse';
import { compilePick } from '../project/pick';
import { countRecords } from '../storage/records';
import { comparison } from '../values/compare';
import { badValue, located, typeMismatch } from '../values/errors';
import { encodeValue } from '../values/key';
import { meter } from '../values/memory';
import { indexValues, pathParts } from '../values/paths';
import type { Document } from '../values/types';
import { encode, MAX_DOCUMENT_BYTES } from '../wire/bson';
import {
  countArgument,
  documentArgument,
  numberArgument,
  optionalCount,
  queryArgument,
  targetOf,
  variablesOf,
} from './arguments';
import type { Answer, Command, Invocation } from './context';
import { ownerOf, streamSource } from './cursors';
import { collationFor, type Namespace } from './namespaces';
import { countAlone, readDocuments, viewOf } from './views';

function findOf({ command, deadline }: Invocation): Selection {
  return {
    query: queryArgument(command, 'filter'),
    sort: documentArgument(command, 'sort'),
    skip: countArgument(command, 'skip'),
    limit: countArgument(command, 'limit'),
    hint: command.hint,
    collation: documentArgument(command, 'collation'),
    variables: variablesOf(command),
    deadline,
  };
}

/** The rows a selection finds in a collection or a view; none if neither exists. */
function rowsOf({ engine }: Invocation, target: Namespace, selection: Selection): Iterable<Row> {
  const { store } = engine;
  const collection = store.catalog.find(target.database, target.name);
  if (collection && !viewOf(collection)) {
    const collation = collationFor(collection, selection.collation);
    return streamRows(store, collection, { ...selection, collation }).rows;
  }
  return rowsWithout(readDocuments(store, target, selection));
}

function* rowsWithout(documents: Iterable<Document>): Generator<Row> {
  for (const document of documents) yield { record: 0, bytes: encode(document), document };
}

/**
 * Encodes rows for the reply. Without a projection these are the stored bytes of the documents; if the projection only
 * keeps top-level fields, they are the stored bytes of these fields. Only other projections decode and encode.
 */
function shownBy(projection: Document | undefined, selection: Selection): (row: Row) => Buffer {
  const { query, collation, variables } = selection;
  if (!projection || Object.keys(projection).length === 0) return (row) => row.bytes;
  const parsed = parseProjection(projection, true);
  const project = compileParsed(parsed, { query, collation, variables });
  const pick = compilePick(parsed);
  return (row) => pick?.(row.bytes) ?? encode(project(documentOf(row)));
}

function find(invocation: Invocation): Answer {
  const { command, database, engine, deadline } = invocation;
  if (command.tailable || command.awaitData) throw badValue('tailable cursors are not supported by this server');
  const target = { database, name: targetOf(invocation) };
  const selection = findOf(invocation);
  const rows = rowsOf(invocation, target, selection);
  const shown = shownBy(documentArgument(command, 'projection'), selection);
  const source = streamSource(rows, { limit: selection.limit, bytes: shown, pause: () => engine.store.pauseReading() });
  const result = { namespace: `${database}.${target.name}`, source, deadline, ...ownerOf(command) };
  return engine.cursors.first(result, {
    batchSize: optionalCount(command, 'batchSize'),
    single: command.singleBatch === true,
  });
}

function selectionOf({ command, deadline }: Invocation): Selection {
  return {
    query: queryArgument(command, 'query'),
    skip: countArgument(command, 'skip'),
    limit: Math.abs(numberArgument(command, 'limit') ?? 0),
    hint: command.hint,
    collation: documentArgument(command, 'collation'),
    deadline,
  };
}

function count(invocation: Invocation): Answer {
  const { engine, database } = invocation;
  const target = { database, name: targetOf(invocation) };
  const selection = selectionOf(invocation);
  const collection = engine.store.catalog.find(database, target.name);
  const plain = Object.keys(selection.query).length === 0 && !selection.skip && !selection.limit && !selection.hint;
  if (plain && collection && !viewOf(collection)) return { n: countRecords(engine.store, collection) };
  const counted = countAlone(engine.store, target, selection);
  if (counted !== null) return { n: counted };
  let n = 0;
  for (const _row of rowsOf(invocation, target, selection)) n++;
  return { n };
}

function distinct(invocation: Invocation): Answer {
  const { command, database, engine } = invocation;
  const target = { database, name: targetOf(invocation) };
  if (typeof command.key !== 'string')
    throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const parts = pathParts(command.key);
  const selection = selectionOf(invocation);
  const collation = collationFor(engine.store.catalog.find(database, target.name), selection.collation);
  const order = comparison(collation);
  const found = new Map<string, unknown>();
  const { hold } = meter(() => located(17217, 'distinct too big, 16mb cap'), MAX_DOCUMENT_BYTES);
  for (const row of rowsOf(invocation, target, selection)) {
    for (const value of indexValues(documentOf(row), parts).values) {
      if (value === undefined || typeof value === 'symbol') continue;
      const identity = encodeValue(value).toString('latin1');
      if (found.has(identity)) continue;
      hold(identity.length);
      found.set(identity, value);
    }
  }
  const sorted = [...found.values()].sort(order);
  return { values: sorted.filter((value, at) => at === 0 || order(sorted[at - 1], value) !== 0) };
}

const FIND_FIELDS = [
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'collation',
  'let',
  'allowDiskUse',
  'noCursorTimeout',
  'tailable',
  'awaitData',
  'allowPartialResults',
  'oplogReplay',
];

/** Finding, counting, listing distinct values. */
export const readCommands: Record<string, Command> = {
  find: { fields: FIND_FIELDS, run: find },
  count: { fields: ['query', 'skip', 'limit', 'hint', 'collation', 'fields'], run: count },
  distinct: { fields: ['key', 'query', 'collation', 'hint'], run: distinct },
};
