import { own, put } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located } from '../../values/errors';
import { sorter } from '../../values/sort';
import { type Document, isObject } from '../../values/types';
import { named } from '../arguments';
import type { PipelineEnvironment, StageCompiler, Stages } from '../environment';
import { compileExpression, type DocumentEvaluate } from '../expression';
import { type Accumulator, average, deviation, extreme, sum } from '../operators/accumulators';
import { PICKS, pickCount } from '../operators/arrays';
import { mergeAll } from '../operators/objects';
import { identity } from '../operators/sets';

/** One field of a group: how to start it, and what of each document it takes. */
interface Field {
  start(): Accumulator;
  evaluate: DocumentEvaluate;
}

function collecting(answer: (values: unknown[]) => unknown): Accumulator {
  const values: unknown[] = [];
  return { add: (value) => void values.push(value), result: () => answer(values) };
}

function first(): Accumulator {
  let taken = false;
  let kept: unknown = null;
  return {
    add(value) {
      if (!taken) kept = value ?? null;
      taken = true;
    },
    result: () => kept,
  };
}

function last(): Accumulator {
  let kept: unknown = null;
  return {
    add(value) {
      kept = value ?? null;
    },
    result: () => kept,
  };
}

function distinct(): Accumulator {
  const values = new Map<string, unknown>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = identity(value);
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

const present = (values: unknown[]) => values.filter((value) => value !== undefined);

function simple(environment: PipelineEnvironment): Record<string, () => Accumulator> {
  const compare = comparison(environment.collation);
  return {
    $sum: sum,
    $avg: average,
    $min: () => extreme(1, compare),
    $max: () => extreme(-1, compare),
    $stdDevPop: () => deviation(false),
    $stdDevSamp: () => deviation(true),
    $first: first,
    $last: last,
    $push: () => collecting(present),
    $addToSet: distinct,
    $mergeObjects: () => collecting(mergeAll),
  };
}

function picked(name: string, argument: unknown, environment: PipelineEnvironment): Field {
  const { input, n } = named(argument, name, { required: ['input', 'n'] });
  const count = pickCount(compileExpression(n, environment)({}), name);
  const pick = PICKS[name];
  const compare = comparison(environment.collation);
  return {
    start: () =>
      collecting(
        (values) =>
          pick?.(
            values.map((value) => value ?? null),
            count,
            compare,
          ) ?? [],
      ),
    evaluate: compileExpression(input, environment),
  };
}

const TOPS = new Set(['$top', '$topN', '$bottom', '$bottomN']);

/** `$top` and its like: outputs in the order of a sort, from its start or from its end. */
function ranked(name: string, argument: unknown, environment: PipelineEnvironment): Field {
  const many = name.endsWith('N');
  const parts = named(argument, name, { required: many ? ['output', 'sortBy', 'n'] : ['output', 'sortBy'] });
  if (!isObject(parts.sortBy)) throw located(10065, `invalid parameter: expected an object (sortBy) in ${name}`);
  const count = many ? pickCount(compileExpression(parts.n, environment)({}), name) : 1;
  const { key, compare } = sorter(parts.sortBy, environment.collation);
  const output = compileExpression(parts.output, environment);
  return {
    start: () =>
      collecting((values) => {
        const rows = values as { key: unknown[]; value: unknown }[];
        const sorted = rows.sort((a, b) => compare(a.key, b.key)).map((row) => row.value);
        const kept = name.startsWith('$top') ? sorted.slice(0, count) : sorted.slice(-count);
        return many ? kept : kept[0];
      }),
    evaluate: (document) => ({ key: isObject(document) ? key(document) : [], value: output(document) ?? null }),
  };
}

function fieldOf(path: string, accumulator: unknown, environment: PipelineEnvironment): Field {
  if (path.includes('.')) throw located(40235, `The field name '${path}' cannot contain '.'`);
  if (path.startsWith('$')) throw located(40236, `The field name '${path}' cannot be an operator name`);
  if (!isObject(accumulator)) throw located(40234, `The field '${path}' must be an accumulator object`);
  const names = Object.keys(accumulator);
  const name = names[0] ?? '';
  if (names.length !== 1) throw located(40238, `The field '${path}' must specify one accumulator`);
  const argument = own(accumulator, name);
  if (name === '$count') {
    if (!isObject(argument) || Object.keys(argument).length > 0) {
      throw located(40237, '$count takes no arguments, i.e. $count:{}');
    }
    return { start: sum, evaluate: () => 1 };
  }
  if (Object.hasOwn(PICKS, name)) return picked(name, argument, environment);
  if (TOPS.has(name)) return ranked(name, argument, environment);
  const known = simple(environment);
  const start = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!start) throw located(15952, `unknown group operator '${name}'`);
  if (Array.isArray(argument)) throw located(40237, `The ${name} accumulator is a unary operator`);
  return { start, evaluate: compileExpression(argument, environment) };
}

function group(argument: unknown, environment: PipelineEnvironment) {
  if (!isObject(argument)) throw located(15947, "a group's fields must be specified in an object");
  if (!('_id' in argument)) throw located(15955, 'a group specification must include an _id');
  const key = compileExpression(argument._id, environment);
  const paths = Object.keys(argument).filter((path) => path !== '_id');
  const fields = paths.map((path) => ({ path, field: fieldOf(path, own(argument, path), environment) }));
  return (documents: readonly Document[]): Document[] => {
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const document of documents) {
      const id = key(document) ?? null;
      const text = identity(id);
      let found = groups.get(text);
      if (!found) {
        found = { id, accumulators: fields.map(({ field }) => field.start()) };
        groups.set(text, found);
      }
      for (const [index, { field }] of fields.entries()) found.accumulators[index]?.add(field.evaluate(document));
    }
    return [...groups.values()].map(({ id, accumulators }) => {
      const result: Document = { _id: id };
      for (const [index, { path }] of fields.entries()) put(result, path, accumulators[index]?.result());
      return result;
    });
  };
}

const sortByCount: StageCompiler = (argument, { environment }) => {
  const valid = typeof argument === 'string' ? argument.startsWith('$') : isObject(argument);
  if (!valid) throw located(40149, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  const grouped = group({ _id: argument, count: { $sum: 1 } }, environment);
  return (documents) => grouped(documents).sort((a, b) => Number(b.count) - Number(a.count));
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
  const fields = Object.keys(output).map((path) => ({ path, field: fieldOf(path, own(output, path), environment) }));
  return (documents) => {
    const buckets = new Map<string, { id: unknown; members: Document[] }>();
    for (const document of documents) {
      const id = lowerBound(document);
      const found = buckets.get(identity(id));
      if (found) found.members.push(document);
      else buckets.set(identity(id), { id, members: [document] });
    }
    const sorted = [...buckets.values()].sort((a, b) => compare(a.id, b.id));
    return sorted.map(({ id, members }) => {
      const result: Document = { _id: id };
      for (const { path, field } of fields) {
        const accumulator = field.start();
        for (const member of members) accumulator.add(field.evaluate(member));
        put(result, path, accumulator.result());
      }
      return result;
    });
  };
};

/** The stages that gather documents. */
export const GROUP_STAGES: Stages = {
  $group: (argument, { environment }) => group(argument, environment),
  $sortByCount: sortByCount,
  $bucket: bucket,
};
