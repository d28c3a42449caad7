import { hostname } from 'node:os';
import type { IndexPlan } from '../plan/plan';
import { type Execution, streamRows } from '../plan/select';
import type { Selection } from '../plan/selection';
import type { Collection } from '../storage/collection';
import { badValue, failedToParse, mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { documentArgument, numberArgument, queryArgument, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { collationFor } from './namespaces';
import { pipelineSource } from './pipeline-source';
import { viewOf } from './views';

/** The statement to explain: the first one of an update or delete; for other commands the command itself. */
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

/** The stages of a plan after the stage that reads: limit, count, update and similar; the outermost stage is the last. */
function stagesOver(command: Document, selection: Selection): string[] {
  const [name = ''] = Object.keys(command);
  const over = [...(selection.skip ? ['SKIP'] : []), ...(selection.limit ? ['LIMIT'] : [])];
  if (name === 'count') return [...over, 'COUNT'];
  if (name === 'delete' || command.remove === true) return ['DELETE'];
  return name === 'update' || /^findandmodify$/i.test(name) ? ['UPDATE'] : over;
}

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Whether the verbosity requires execution statistics. Throws code 2 for an invalid verbosity. */
function isExecuted({ verbosity = 'allPlansExecution' }: Document): boolean {
  if (VERBOSITIES.some((known) => known === verbosity)) return verbosity !== 'queryPlanner';
  throw badValue(`Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`);
}

const NOTHING: Execution = { plans: [], sorted: false, counts: { keys: 0, documents: 0 } };

function execute({ engine, command }: Invocation, collection: Collection | undefined, selection: Selection) {
  const executed = isExecuted(command);
  if (!collection || viewOf(collection)) return { executed, returned: 0, execution: NOTHING };
  const { rows, execution } = streamRows(engine.store, collection, selection);
  let returned = 0;
  if (executed) for (const _row of rows) returned++;
  return { executed, returned, execution };
}

/** The commands that can be explained. */
const EXPLAINED = new Set('find aggregate count distinct update delete findAndModify findandmodify'.split(' '));

function explain(invocation: Invocation): Answer {
  const { engine, database } = invocation;
  const inner = documentArgument(invocation.command, 'explain');
  if (!inner) throw failedToParse('explain command requires a nested object');
  const [command = ''] = Object.keys(inner);
  if (!EXPLAINED.has(command)) {
    throw mongoError(59, 'CommandNotFound', `Explain failed due to unknown command: ${command}`);
  }
  const name = targetOf({ ...invocation, command: inner });
  const collection = engine.store.catalog.find(database, name);
  const given = selectionOf(inner);
  const selection = { ...given, collation: collationFor(collection, given.collation) };
  const startedAt = Date.now();
  const { executed, returned, execution } = execute(invocation, collection, selection);
  const read = winningPlan(execution, selection);
  const plan = stagesOver(inner, selection).reduce<Document>((inputStage, stage) => ({ stage, inputStage }), read);
  const { keys, documents } = execution.counts;
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${database}.${name}`,
      parsedQuery: selection.query,
      winningPlan: plan,
      rejectedPlans: [],
    },
    ...(executed && {
      executionStats: {
        executionSuccess: true,
        nReturned: returned,
        executionTimeMillis: Date.now() - startedAt,
        totalKeysExamined: keys,
        totalDocsExamined: documents,
        executionStages: { ...plan, nReturned: returned },
      },
    }),
    command: inner,
    serverInfo: { host: hostname(), version: engine.version },
  };
}

/** Explaining the plan of a query. */
export const explainCommands: Record<string, Command> = {
  explain: { fields: ['verbosity'], run: explain },
};
