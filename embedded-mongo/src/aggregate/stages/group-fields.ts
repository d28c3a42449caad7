import { own } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located } from '../../values/errors';
import { sorter } from '../../values/sort';
import { isObject } from '../../values/types';
import { named } from '../arguments';
import type { PipelineEnvironment } from '../environment';
import { compileExpression, type DocumentEvaluate } from '../expression';
import { type Accumulator, average, deviation, extreme, sum } from '../operators/accumulators';
import { PICKS, pickCount } from '../operators/arrays';
import { mergeAll } from '../operators/objects';
import { identity } from '../operators/sets';

/** One field of a group: how to start it, and what of each document it takes. */
export interface GroupField {
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

function picked(name: string, argument: unknown, environment: PipelineEnvironment): GroupField {
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
function ranked(name: string, argument: unknown, environment: PipelineEnvironment): GroupField {
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

/**
 * Compiles `path: { $accumulator: expression }` of a group.
 * @throws 15952 for an unknown accumulator, 40234 to 40238 for what is none.
 */
export function groupField(path: string, accumulator: unknown, environment: PipelineEnvironment): GroupField {
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
