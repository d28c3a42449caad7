import { named } from '../../expression/arguments';
import { compileExpression } from '../../expression/compile';
import type { Accumulator } from '../../expression/operators/accumulators';
import { identityUnder } from '../../expression/operators/sets';
import { own, put } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located, memoryExceeded } from '../../values/errors';
import { type Meter, meter, sizeOf } from '../../values/memory';
import { type Document, isObject } from '../../values/types';
import type { PipelineEnvironment, StageCompiler, Stages } from '../environment';
import { groupField } from './group-fields';

const GROUP_LIMIT =
  "Exceeded memory limit for $group, but didn't allow external sort. This server groups in memory only.";
const ACCUMULATOR_BYTES = 64;

/** A group of documents, with the accumulators of its fields. */
export type Group = { id: unknown; accumulators: Accumulator[] };

/**
 * Compiles the output fields of a group, written as `path: { $accumulator: expression }`, to functions that build
 * groups.
 */
export function gathering(output: Document, environment: PipelineEnvironment) {
  const fields = Object.keys(output).map((path) => ({ path, field: groupField(path, own(output, path), environment) }));
  const bytes = fields.length * ACCUMULATOR_BYTES;
  const start = (id: unknown, held: Meter): Group => {
    held.hold(sizeOf(id) + bytes);
    return { id, accumulators: fields.map(({ field }) => field.start(held)) };
  };
  const add = (group: Group, document: Document): void => {
    for (const [index, { field }] of fields.entries()) group.accumulators[index]?.add(field.evaluate(document));
  };
  return {
    /** All of the documents as one group. */
    together(documents: Iterable<Document>, held: Meter): Group {
      const group = start(null, held);
      for (const document of documents) add(group, document);
      return group;
    },
    /** Groups the documents by their `keyOf`, in the order in which the keys first appear. */
    gather(documents: Iterable<Document>, keyOf: (document: Document) => unknown): Group[] {
      const held = meter(() => memoryExceeded(GROUP_LIMIT));
      const groups = new Map<string, Group>();
      const identity = identityUnder(environment.collation);
      for (const document of documents) {
        const id = keyOf(document);
        const text = identity(id);
        let found = groups.get(text);
        if (!found) {
          held.hold(text.length);
          found = start(id, held);
          groups.set(text, found);
        }
        add(found, document);
      }
      return [...groups.values()];
    },
    result({ id, accumulators }: Group): Document {
      const result: Document = { _id: id };
      for (const [index, { path }] of fields.entries()) put(result, path, accumulators[index]?.result());
      return result;
    },
  };
}

function group(argument: unknown, environment: PipelineEnvironment) {
  if (!isObject(argument)) throw located(15947, "a group's fields must be specified in an object");
  if (!('_id' in argument)) throw located(15955, 'a group specification must include an _id');
  const { _id, ...output } = argument;
  const key = compileExpression(_id, environment);
  const { gather, result } = gathering(output, environment);
  return function* (documents: Iterable<Document>): Generator<Document> {
    for (const found of gather(documents, (document) => key(document) ?? null)) yield result(found);
  };
}

const sortByCount: StageCompiler = (argument, { environment }) => {
  const valid = typeof argument === 'string' ? argument.startsWith('$') : isObject(argument);
  if (!valid) throw located(40149, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  const grouped = group({ _id: argument, count: { $sum: 1 } }, environment);
  return function* (documents) {
    yield* [...grouped(documents)].sort((a, b) => Number(b.count) - Number(a.count));
  };
};

const bucket: StageCompiler = (argument, { environment }, name) => {
  const parts = named(argument, name, { required: ['groupBy', 'boundaries'], optional: ['default', 'output'] });
  const compare = comparison(environment.collation);
  const value = compileExpression(parts.groupBy, environment);
  if (!Array.isArray(parts.boundaries) || parts.boundaries.length < 2) {
    throw located(40192, "The $bucket 'boundaries' field must have at least 2 values");
  }
  const boundaries: unknown[] = parts.boundaries.map((boundary) => compileExpression(boundary, environment)({}));
  if (boundaries.some((boundary, index) => index > 0 && compare(boundaries[index - 1], boundary) >= 0)) {
    throw located(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
  }
  const otherwise = 'default' in parts ? { id: compileExpression(parts.default, environment)({}) } : undefined;
  const lowerBound = (document: unknown): unknown => {
    const found = value(document);
    const next = boundaries.findIndex((boundary) => compare(found, boundary) < 0);
    if (next > 0) return boundaries[next - 1];
    if (otherwise) return otherwise.id;
    throw located(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
  const output = isObject(parts.output) ? parts.output : { count: { $sum: 1 } };
  const { gather, result } = gathering(output, environment);
  return function* (documents) {
    const buckets = gather(documents, lowerBound).sort((a, b) => compare(a.id, b.id));
    for (const found of buckets) yield result(found);
  };
};

/** The stages that group documents. */
export const GROUP_STAGES: Stages = {
  $group: (argument, { environment }) => group(argument, environment),
  $sortByCount: sortByCount,
  $bucket: bucket,
};
