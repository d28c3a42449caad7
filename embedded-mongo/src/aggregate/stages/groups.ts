import { named } from '../../expression/arguments';
import { compileExpression } from '../../expression/compile';
import type { Accumulator } from '../../expression/operators/accumulators';
import { identity } from '../../expression/operators/sets';
import { own, put } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located, memoryExceeded } from '../../values/errors';
import { meter, sizeOf } from '../../values/memory';
import { type Document, isObject } from '../../values/types';
import type { PipelineEnvironment, StageCompiler, Stages } from '../environment';
import { groupField } from './group-fields';

const GROUP_LIMIT =
  "Exceeded memory limit for $group, but didn't allow external sort. This server groups in memory only.";
const ACCUMULATOR_BYTES = 64;

function group(argument: unknown, environment: PipelineEnvironment) {
  if (!isObject(argument)) throw located(15947, "a group's fields must be specified in an object");
  if (!('_id' in argument)) throw located(15955, 'a group specification must include an _id');
  const key = compileExpression(argument._id, environment);
  const paths = Object.keys(argument).filter((path) => path !== '_id');
  const fields = paths.map((path) => ({ path, field: groupField(path, own(argument, path), environment) }));
  return function* (documents: Iterable<Document>): Generator<Document> {
    const held = meter(() => memoryExceeded(GROUP_LIMIT));
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const document of documents) {
      const id = key(document) ?? null;
      const text = identity(id);
      let found = groups.get(text);
      if (!found) {
        held.hold(text.length + sizeOf(id) + fields.length * ACCUMULATOR_BYTES);
        found = { id, accumulators: fields.map(({ field }) => field.start(held)) };
        groups.set(text, found);
      }
      for (const [index, { field }] of fields.entries()) found.accumulators[index]?.add(field.evaluate(document));
    }
    for (const { id, accumulators } of groups.values()) {
      const result: Document = { _id: id };
      for (const [index, { path }] of fields.entries()) put(result, path, accumulators[index]?.result());
      yield result;
    }
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
  // Each document is grouped together with the bucket it falls into.
  const fields = Object.keys(output).map((path) => ({ path, field: groupField(path, own(output, path), environment) }));
  return function* (documents) {
    const held = meter(() => memoryExceeded(GROUP_LIMIT));
    const buckets = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const document of documents) {
      const id = lowerBound(document);
      const text = identity(id);
      const bucket = buckets.get(text) ?? { id, accumulators: fields.map(({ field }) => field.start(held)) };
      buckets.set(text, bucket);
      for (const [index, { field }] of fields.entries()) bucket.accumulators[index]?.add(field.evaluate(document));
    }
    for (const { id, accumulators } of [...buckets.values()].sort((a, b) => compare(a.id, b.id))) {
      const result: Document = { _id: id };
      for (const [index, { path }] of fields.entries()) put(result, path, accumulators[index]?.result());
      yield result;
    }
  };
};

/** The stages that gather documents. */
export const GROUP_STAGES: Stages = {
  $group: (argument, { environment }) => group(argument, environment),
  $sortByCount: sortByCount,
  $bucket: bucket,
};
