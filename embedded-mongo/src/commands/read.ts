import { answerRows, documentOf, type Row } from '../plan/select';
import type { Selection } from '../plan/selection';
import { compileProjection } from '../project/compile';
import { countRecords } from '../storage/records';
import { comparison } from '../values/compare';
import { badValue, typeMismatch } from '../values/errors';
import { encodeValue } from '../values/key';
import { indexValues, pathParts } from '../values/paths';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { countArgument, documentArgument, numberArgument, queryArgument, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { collationFor, type Namespace } from './namespaces';
import { readDocuments, viewOf } from './views';

/** A find as it is carried out: a negative limit means that the first batch is all. */
type Find = { selection: Selection; single: boolean };

function findOf({ command, deadline }: Invocation): Find {
  const limit = numberArgument(command, 'limit') ?? 0;
  return {
    selection: {
      query: queryArgument(command, 'filter'),
      sort: documentArgument(command, 'sort'),
      skip: countArgument(command, 'skip'),
      limit: Math.abs(limit),
      hint: command.hint,
      collation: documentArgument(command, 'collation'),
      variables: variablesOf(command),
      deadline,
    },
    single: limit < 0 || command.singleBatch === true,
  };
}

/** The rows a selection finds in a collection or a view; none where neither exists. */
function rowsOf({ engine }: Invocation, target: Namespace, selection: Selection): Iterable<Row> {
  const { store } = engine;
  const collection = store.catalog.find(target.database, target.name);
  if (collection && !viewOf(collection)) {
    const collation = collationFor(collection, selection.collation);
    return answerRows(store, collection, { ...selection, collation }).rows;
  }
  const documents = readDocuments(store, target, selection);
  return documents.map((document) => ({ record: 0, bytes: encode(document), document }));
}

/** The bytes of the answer: as stored where nothing is projected, so that no decoded document has to be kept. */
function bytesOf(rows: Iterable<Row>, projection: Document | undefined, selection: Selection): Buffer[] {
  const { query, collation, variables } = selection;
  const plain = !projection || Object.keys(projection).length === 0;
  const project = plain ? null : compileProjection(projection, { query, collation, variables });
  const answer: Buffer[] = [];
  for (const row of rows) answer.push(project ? encode(project(documentOf(row))) : row.bytes);
  return answer;
}

function find(invocation: Invocation): Answer {
  const { command, database, engine } = invocation;
  if (command.tailable || command.awaitData) throw badValue('tailable cursors are not supported by this server');
  const target = { database, name: targetOf(invocation) };
  const { selection, single } = findOf(invocation);
  const rows = rowsOf(invocation, target, selection);
  const documents = bytesOf(rows, documentArgument(command, 'projection'), selection);
  const namespace = `${database}.${target.name}`;
  return engine.cursors.first({ namespace, documents }, { batchSize: numberArgument(command, 'batchSize'), single });
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
  const values = [...rowsOf(invocation, target, selection)]
    .flatMap((row) => indexValues(documentOf(row), parts).values)
    .filter((value) => value !== undefined && typeof value !== 'symbol');
  const unique = collation
    ? values
    : [...new Map(values.map((value) => [encodeValue(value).toString('latin1'), value])).values()];
  const sorted = unique.sort(order);
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
