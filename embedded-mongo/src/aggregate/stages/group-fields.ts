import { isNullish, named } from '../../expression/arguments';
import { compileExpression, type DocumentEvaluate } from '../../expression/compile';
import { type Accumulator, average, deviation, extreme, sum } from '../../expression/operators/accumulators';
import { PICKS, pickCount } from '../../expression/operators/arrays';
import { mergeAll } from '../../expression/operators/objects';
import { PERCENTILES, percentileAnswer, percentileParts } from '../../expression/operators/percentiles';
import { identityUnder } from '../../expression/operators/sets';
import { member, own } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located, mongoError } from '../../values/errors';
import { MEMORY_LIMIT, type Meter, meter, sizeOf } from '../../values/memory';
import { sorter } from '../../values/sort';
import { type Document, isObject } from '../../values/types';
import type { PipelineEnvironment } from '../environment';

const MORE_THAN_CHOSEN = 100;
const MORE_BYTES_THAN_CHOSEN = 1_000_000;

/** A field of a group: starts an accumulator, and evaluates its input for each document. */
export interface GroupField {
  /** Starts an accumulator; the meter of the whole stage counts the memory that it holds. */
  start(held: Meter): Accumulator;
  evaluate: DocumentEvaluate;
}

/** Counts the memory of an accumulator towards its own limit and that of its stage. */
function holding(name: string, { hold }: Meter): Meter['hold'] {
  const rule = `${name} used too much memory and cannot spill to disk. Memory limit: ${MEMORY_LIMIT} bytes`;
  const own = meter(() => mongoError(146, 'ExceededMemoryLimit', rule));
  return (bytes) => {
    own.hold(bytes);
    hold(bytes);
  };
}

type Collecting = { name: string; held: Meter; answer: (values: unknown[]) => unknown };

function collecting({ name, held, answer }: Collecting): Accumulator {
  const values: unknown[] = [];
  const hold = holding(name, held);
  return {
    add(value) {
      hold(8 + sizeOf(value));
      values.push(value);
    },
    result: () => answer(values),
  };
}

type Choosing = Omit<Collecting, 'answer'> & { count: number; choose: (values: unknown[]) => unknown[] };

/**
 * Selects `count` of many values. Selects again whenever the values or their bytes are about twice as many as after the
 * last selection.
 */
function choosing({ name, held, count, choose }: Choosing): Accumulator {
  let values: unknown[] = [];
  let bytes = 0;
  let most = MORE_BYTES_THAN_CHOSEN;
  const hold = holding(name, held);
  const grow = (more: number) => {
    bytes += more;
    hold(more);
  };
  return {
    add(value) {
      values.push(value);
      grow(8 + sizeOf(value));
      if (values.length <= count || (values.length < 2 * count + MORE_THAN_CHOSEN && bytes < most)) return;
      values = choose(values);
      grow(values.reduce<number>((sum, each) => sum + 8 + sizeOf(each), -bytes));
      most = 2 * bytes + MORE_BYTES_THAN_CHOSEN;
    },
    result: () => choose(values),
  };
}

/** The first or the last value of a group. */
function edge(isFirst: boolean, { hold }: Meter): Accumulator {
  let seen = false;
  let kept: unknown = null;
  return {
    add(value) {
      if (isFirst && seen) return;
      hold(sizeOf(value) - (seen ? sizeOf(kept) : 0));
      kept = value ?? null;
      seen = true;
    },
    result: () => kept,
  };
}

function merging({ hold }: Meter): Accumulator {
  let merged: Document = {};
  let size = 0;
  return {
    add(value) {
      if (isNullish(value)) return;
      merged = mergeAll([merged, value]);
      const grown = sizeOf(merged);
      hold(grown - size);
      size = grown;
    },
    result: () => merged,
  };
}

function distinct(held: Meter, identity: (value: unknown) => string): Accumulator {
  const values = new Map<string, unknown>();
  const hold = holding('$addToSet', held);
  return {
    add(value) {
      if (value === undefined) return;
      const key = identity(value);
      if (values.has(key)) return;
      hold(key.length + sizeOf(value));
      values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

const present = (values: unknown[]) => values.filter((value) => value !== undefined);

function simple(environment: PipelineEnvironment): Record<string, GroupField['start']> {
  const compare = comparison(environment.collation);
  return {
    $sum: sum,
    $avg: average,
    $min: () => extreme(1, compare),
    $max: () => extreme(-1, compare),
    $stdDevPop: () => deviation(false),
    $stdDevSamp: () => deviation(true),
    $first: (held) => edge(true, held),
    $last: (held) => edge(false, held),
    $push: (held) => collecting({ name: '$push', held, answer: present }),
    $addToSet: (held) => distinct(held, identityUnder(environment.collation)),
    $mergeObjects: merging,
  };
}

function picked(name: string, argument: unknown, environment: PipelineEnvironment): GroupField {
  const { input, n } = named(argument, name, { required: ['input', 'n'] });
  const count = pickCount(compileExpression(n, environment)({}), name);
  const pick = member(PICKS, name);
  const compare = comparison(environment.collation);
  const choose = (values: unknown[]) => pick?.(values, count, compare) ?? [];
  const evaluate = compileExpression(input, environment);
  return {
    start: (held) => choosing({ name, held, count, choose }),
    evaluate: (document) => evaluate(document) ?? null,
  };
}

/** `$percentile` and `$median`, which need all the numbers of a group at the same time. */
function ofPercentiles(name: string, argument: unknown, environment: PipelineEnvironment): GroupField {
  const { input, p } = percentileParts(argument, name);
  const answer = percentileAnswer(name, compileExpression(p, environment)({}));
  return {
    start: (held) => collecting({ name, held, answer }),
    evaluate: compileExpression(input, environment),
  };
}

type Ranked = { key: unknown[]; value: unknown };

const TOPS = new Set(['$top', '$topN', '$bottom', '$bottomN']);

/** `$top` and similar accumulators: the outputs of the first or the last documents in a sort order. */
function ranked(name: string, argument: unknown, environment: PipelineEnvironment): GroupField {
  const many = name.endsWith('N');
  const parts = named(argument, name, { required: many ? ['output', 'sortBy', 'n'] : ['output', 'sortBy'] });
  if (!isObject(parts.sortBy)) throw located(10065, `invalid parameter: expected an object (sortBy) in ${name}`);
  const count = many ? pickCount(compileExpression(parts.n, environment)({}), name) : 1;
  const { key, compare } = sorter(parts.sortBy, environment.collation);
  const output = compileExpression(parts.output, environment);
  const choose = (values: unknown[]) => {
    const sorted = (values as Ranked[]).sort((a, b) => compare(a.key, b.key));
    return name.startsWith('$top') ? sorted.slice(0, count) : sorted.slice(-count);
  };
  const answer = (chosen: unknown) => {
    const outputs = (chosen as Ranked[]).map(({ value }) => value);
    return many ? outputs : (outputs[0] ?? null);
  };
  return {
    start: (held) => {
      const accumulator = choosing({ name, held, count, choose });
      return { add: accumulator.add, result: () => answer(accumulator.result()) };
    },
    evaluate: (document) => ({ key: isObject(document) ? key(document) : [], value: output(document) ?? null }),
  };
}

/**
 * Compiles `path: { $accumulator: expression }` of a group.
 * @throws 15952 for an unknown accumulator, 40234 to 40238 for an invalid field.
 */
export function groupField(path: string, accumulator: unknown, environment: PipelineEnvironment): GroupField {
  if (path.includes('.')) throw located(40235, `The field name '${path}' cannot contain '.'`);
  if (path.startsWith('$')) throw located(40236, `The field name '${path}' cannot be an operator name`);
  if (!isObject(accumulator)) throw located(40234, `The field '${path}' must be an accumulator object`);
  const names = Object.keys(accumulator);
  const name = names[0] ?? '';
  if (names.length !== 1) throw located(40238, `The field '${path}' must specify one accumulator`);
  const argument = own(accumulator, name);
  const field = accumulatorField(name, argument, environment);
  if (!field) throw located(15952, `unknown group operator '${name}'`);
  if (Array.isArray(argument)) throw located(40237, `The ${name} accumulator is a unary operator`);
  return field;
}

/** Compiles one accumulator; undefined for an unknown name. */
export function accumulatorField(
  name: string,
  argument: unknown,
  environment: PipelineEnvironment,
): GroupField | undefined {
  if (name === '$count') {
    if (!isObject(argument) || Object.keys(argument).length > 0) {
      throw located(40237, '$count takes no arguments, i.e. $count:{}');
    }
    return { start: sum, evaluate: () => 1 };
  }
  if (Object.hasOwn(PICKS, name)) return picked(name, argument, environment);
  if (Object.hasOwn(PERCENTILES, name)) return ofPercentiles(name, argument, environment);
  if (TOPS.has(name)) return ranked(name, argument, environment);
  const start = member(simple(environment), name);
  return start && { start, evaluate: compileExpression(argument, environment) };
}
