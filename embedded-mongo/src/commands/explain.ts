import { hostname } from 'node:os';
import type { IndexPlan } from '../plan/plan';
import { answerRows, type Execution } from '../plan/select';
import type { Selection } from '../plan/selection';
import type { Collection } from '../storage/collection';
import { failedToParse } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { documentArgument, numberArgument, queryArgument, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { collationFor } from './namespaces';
import { pipelineSource } from './pipeline-source';
import { viewOf } from './views';

/** The one statement of an update or delete to be explained; any other command speaks for itself. */
function statementOf(command: Document): Document {
  const statements = command.updates ?? command.deletes;
  const first: unknown = Array.isArray(statements) ? statements[0] : undefined;
  return isObject(first) ? first : command;
}

function selectionOf(command: Document): Selection {
  const { pipeline } = command;
  const collation = documentArgument(command, 'collation');
  if (Array.isArray(pipeline)) return { ...pipelineSource(pipeline).selection, hint: command.hint, collation };
  const statement = statementOf(command);
  const field = ['q', 'filter'].find((name) => statement[name] !== undefined) ?? 'query';
  return {
    query: queryArgument(statement, field),
    sort: documentArgument(statement, 'sort'),
    skip: numberArgument(statement, 'skip') ?? 0,
    limit: Math.abs(numberArgument(statement, 'limit') ?? 0),
    hint: statement.hint,
    collation: documentArgument(statement, 'collation') ?? collation,
    variables: variablesOf(command),
  };
}

function indexStage({ index, order, points, range }: IndexPlan): Document {
  const bounds = index.fields.map(({ path }, at) => [
    path,
    points[at] ?? (at === points.length ? range : null) ?? 'all',
  ]);
  return {
    stage: 'IXSCAN',
    indexName: index.name,
    keyPattern: index.key,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.covers !== null,
    direction: order === -1 ? 'backward' : 'forward',
    indexBounds: Object.fromEntries(bounds),
  };
}

function readStage(plans: readonly IndexPlan[]): Document | null {
  const [plan, ...others] = plans;
  if (!plan) return null;
  return others.length === 0 ? indexStage(plan) : { stage: 'OR', inputStages: plans.map(indexStage) };
}

function winningPlan({ plans, sorted }: Execution, selection: Selection): Document {
  const filter = Object.keys(selection.query).length > 0 ? { filter: selection.query } : {};
  const inputStage = readStage(plans);
  const read = inputStage
    ? { stage: 'FETCH', ...filter, inputStage }
    : { stage: 'COLLSCAN', ...filter, direction: 'forward' };
  return sorted ? { stage: 'SORT', sortPattern: selection.sort, inputStage: read } : read;
}

const NOTHING: Execution = { plans: [], sorted: false, effort: { keys: 0, documents: 0 } };

function execute({ engine }: Invocation, collection: Collection | undefined, selection: Selection) {
  if (!collection || viewOf(collection)) return { returned: 0, execution: NOTHING };
  const { rows, execution } = answerRows(engine.store, collection, selection);
  let returned = 0;
  for (const _row of rows) returned++;
  return { returned, execution };
}

/** Runs the reading part of a command and tells truly which index it used and how much it read. */
function explain(invocation: Invocation): Answer {
  const { engine, database } = invocation;
  const inner = documentArgument(invocation.command, 'explain');
  if (!inner) throw failedToParse('explain command requires a nested object');
  const name = targetOf({ ...invocation, command: inner });
  const collection = engine.store.catalog.find(database, name);
  const given = selectionOf(inner);
  const selection = { ...given, collation: collationFor(collection, given.collation) };
  const startedAt = Date.now();
  const { returned, execution } = execute(invocation, collection, selection);
  const stage = winningPlan(execution, selection);
  const { keys, documents } = execution.effort;
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${database}.${name}`,
      parsedQuery: selection.query,
      winningPlan: stage,
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: returned,
      executionTimeMillis: Date.now() - startedAt,
      totalKeysExamined: keys,
      totalDocsExamined: documents,
      executionStages: { ...stage, nReturned: returned },
    },
    command: inner,
    serverInfo: { host: hostname(), version: engine.version },
  };
}

/** How a query is answered. */
export const explainCommands: Record<string, Command> = {
  explain: { fields: ['verbosity'], run: explain },
};
