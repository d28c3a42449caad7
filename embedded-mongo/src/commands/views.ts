import type { PipelineEnvironment, PipelineResult } from '../aggregate/environment';
import { runPipeline } from '../aggregate/pipeline';
import { countByIndex } from '../plan/count';
import { documentOf, type Row, streamRows } from '../plan/select';
import type { Deadline, Selection } from '../plan/selection';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';
import { collationFor, type Namespace } from './namespaces';
import { noRows } from './operations';
import { pipelineSource } from './pipeline-source';
import { collStatsStage, indexStatsStage } from './statistics';

// The maximum depth of views over views; a deeper chain counts as a cycle.
const MAX_VIEW_DEPTH = 20;

/** The source and pipeline of a view; null for a collection. */
export function viewOf({ options, database }: Collection): { source: Namespace; pipeline: unknown[] } | null {
  const { viewOn, pipeline } = options;
  if (typeof viewOn !== 'string') return null;
  return { source: { database, name: viewOn }, pipeline: Array.isArray(pipeline) ? pipeline : [] };
}

function* documentsOf(rows: Iterable<Row>): Generator<Document> {
  for (const row of rows) yield documentOf(row);
}

/** A selection on a collection or view; `depth` is the number of views it was resolved through. */
type ViewSelection = Selection & { depth?: number };

/**
 * The documents of a selection on a collection or a view, read lazily. Errors in the query are thrown immediately.
 */
export function readDocuments(store: Store, target: Namespace, selection: ViewSelection): Iterable<Document> {
  const collection = store.catalog.find(target.database, target.name);
  const collation = collationFor(collection, selection.collation);
  if (!collection) return noRows({ ...selection, collation }).map(documentOf);
  const view = viewOf(collection);
  if (!view) return documentsOf(streamRows(store, collection, { ...selection, collation }).rows);
  const { query, sort, skip, limit, variables, hint, deadline, depth = 0 } = selection;
  if (depth >= MAX_VIEW_DEPTH)
    throw mongoError(165, 'ViewDepthLimitExceeded', 'View depth too deep or view cycle detected');
  const stages = [
    ...view.pipeline,
    ...(Object.keys(query).length > 0 ? [{ $match: query }] : []),
    ...(sort && Object.keys(sort).length > 0 ? [{ $sort: sort }] : []),
    ...(skip ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: limit }] : []),
  ];
  const read = { target: view.source, stages, collation, variables, hint, deadline, depth: depth + 1 };
  return readPipeline(store, read).documents;
}

/** A pipeline over a collection or view. */
export type PipelineRead = {
  target: Namespace;
  stages: readonly unknown[];
  collation?: Document | undefined;
  variables?: Document | undefined;
  hint?: unknown;
  deadline?: Deadline | undefined;
  depth?: number;
};

/** A stage whose documents come from the server. */
type Report = { stage: string; argument: unknown };

function report(store: Store, target: Namespace, { stage, argument }: Report): Document[] {
  switch (stage) {
    case '$collStats':
      return [collStatsStage(store, target, argument)];
    case '$indexStats':
      return indexStatsStage(store, target);
    case '$currentOp':
      // Reading is synchronous: no other operation can be in progress.
      return [];
  }
  return [{ _id: {}, lastUse: new Date() }];
}

/** The environment of a pipeline on the store. */
function environmentFor(store: Store, { target, collation, variables, depth = 0 }: PipelineRead): PipelineEnvironment {
  return {
    collation,
    variables,
    read: (from, query, inside) => {
      const namespace = { database: from.db ?? target.database, name: from.collection };
      return readDocuments(store, namespace, { query, collation, variables: inside, depth });
    },
    report: (stage, argument) => report(store, target, { stage, argument }),
  };
}

/** Whether the pipeline has only the stage by which drivers count documents: `$group: { _id: 1, n: { $sum: 1 } }`. */
function isCount(stages: readonly unknown[]): boolean {
  const [stage] = stages;
  if (stages.length !== 1 || !isObject(stage) || !isObject(stage.$group)) return false;
  const { _id, n, ...others } = stage.$group;
  const one = (value: unknown) => isNumber(value) && toNumber(value) === 1;
  return one(_id) && isObject(n) && Object.keys(n).length === 1 && one(n.$sum) && Object.keys(others).length === 0;
}

/** Counts the documents of a selection on a collection by an index alone; null if no index suffices. */
export function countAlone(store: Store, { database, name }: Namespace, selection: Selection): number | null {
  const collection = store.catalog.find(database, name);
  if (!collection || viewOf(collection)) return null;
  return countByIndex(store, collection, { ...selection, collation: collationFor(collection, selection.collation) });
}

/** Runs a pipeline over stored documents; its beginning becomes a selection, which can use indexes. */
export function readPipeline(store: Store, read: PipelineRead): PipelineResult {
  const { selection, rest } = pipelineSource(read.stages);
  const { target, collation, variables, hint, deadline, depth = 0 } = read;
  const counted = isCount(rest) ? countAlone(store, target, { ...selection, collation, hint }) : null;
  if (counted !== null) return { documents: counted === 0 ? [] : [{ _id: 1, n: counted }] };
  const documents = readDocuments(store, target, { ...selection, collation, variables, hint, deadline, depth });
  return runPipeline(documents, rest, environmentFor(store, read));
}

/** Runs a pipeline whose first stage provides the documents, such as `$documents` or `$indexStats`. */
export function runSourceless(store: Store, read: PipelineRead): PipelineResult {
  return runPipeline([], read.stages, environmentFor(store, read));
}
