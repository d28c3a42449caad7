import type { PipelineResult } from '../aggregate/environment';
import type { Store } from '../storage/store';
import { failedToParse, mongoError, typeMismatch } from '../values/errors';
import { isObject } from '../values/types';
import { encodeResult } from '../wire/bson';
import { documentArgument, optionalCount, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { listSource, ownerOf, streamSource } from './cursors';
import { writeMerge } from './merge';
import { collationFor, type Namespace } from './namespaces';
import { writeOut } from './output';
import { type PipelineRead, readPipeline, runSourceless, viewOf } from './views';

const SOURCES = new Set([
  '$documents',
  '$collStats',
  '$indexStats',
  '$currentOp',
  '$listLocalSessions',
  '$listSessions',
  '$changeStream',
]);

function isSourceless(invocation: Invocation, stages: readonly unknown[]): boolean {
  const [first] = stages;
  const name = isObject(first) ? Object.keys(first)[0] : undefined;
  return typeof invocation.command.aggregate !== 'string' || (name !== undefined && SOURCES.has(name));
}

function readOf(invocation: Invocation): PipelineRead {
  const { command, database, engine, deadline } = invocation;
  const { pipeline } = command;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  if (!isObject(command.cursor)) {
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  }
  const name = typeof command.aggregate === 'string' ? targetOf(invocation) : '$cmd.aggregate';
  const collection = engine.store.catalog.find(database, name);
  const collation = collationFor(collection, documentArgument(command, 'collation'));
  return {
    target: { database, name },
    stages: pipeline,
    collation,
    variables: variablesOf(command),
    hint: command.hint,
    deadline,
  };
}

function run(invocation: Invocation, read: PipelineRead): PipelineResult {
  const { store } = invocation.engine;
  return isSourceless(invocation, read.stages) ? runSourceless(store, read) : readPipeline(store, read);
}

const JOINS = new Set(['$lookup', '$graphLookup', '$unionWith']);

/** Whether a pipeline reads other collections, also in nested pipelines of `$facet` and joins. */
function joins(stages: unknown): boolean {
  if (Array.isArray(stages)) return stages.some(joins);
  return isObject(stages) && Object.keys(stages).some((name) => JOINS.has(name) || joins(stages[name]));
}

/** The one collection that the pipeline streams from; null if it may read other collections too. */
function streamedFrom({ target, stages }: PipelineRead, store: Store): Namespace | null {
  const collection = store.catalog.find(target.database, target.name);
  return joins(stages) || (collection && viewOf(collection)) ? null : target;
}

function write({ engine: { store }, command, database }: Invocation, read: PipelineRead, result: PipelineResult): void {
  const { documents, output } = result;
  const bypassValidation = command.bypassDocumentValidation === true;
  const { collation } = read;
  if (output?.stage === '$out') writeOut(store, output.argument, { database, documents, bypassValidation });
  else if (output) {
    const source = streamedFrom(read, store);
    writeMerge(store, output.argument, { database, documents, bypassValidation, source, collation });
  }
}

/** Whether the pipeline ends in a stage that writes; such a pipeline runs inside the write transaction as a whole. */
function isWriting(stages: readonly unknown[]): boolean {
  const last = stages.at(-1);
  return isObject(last) && (last.$out !== undefined || last.$merge !== undefined);
}

async function aggregate(invocation: Invocation): Promise<Answer> {
  const { command, engine } = invocation;
  if (command.explain) throw mongoError(72, 'InvalidOptions', 'use the explain command to explain a pipeline');
  const read = readOf(invocation);
  const namespace = `${read.target.database}.${read.target.name}`;
  const batchSize = optionalCount(documentArgument(command, 'cursor') ?? {}, 'batchSize');
  if (isWriting(read.stages)) {
    await engine.store.write(() => write(invocation, read, run(invocation, read)));
    return engine.cursors.first({ namespace, source: listSource([]) }, { batchSize });
  }
  const { documents } = run(invocation, read);
  const source = streamSource(documents, { bytes: encodeResult, pause: () => engine.store.pauseReading() });
  const result = { namespace, source, deadline: read.deadline, ...ownerOf(command) };
  return engine.cursors.first(result, { batchSize });
}

const FIELDS = [
  'pipeline',
  'cursor',
  'explain',
  'allowDiskUse',
  'bypassDocumentValidation',
  'collation',
  'hint',
  'let',
];

/** Aggregation pipelines. */
export const aggregateCommands: Record<string, Command> = {
  aggregate: { fields: FIELDS, run: aggregate },
};
