import { located, mongoError } from '../../values/errors';
import { isLong, toNumber } from '../../values/numbers';
import { sorter } from '../../values/sort';
import { isNumber, isObject, typeName } from '../../values/types';
import { isNullish, named, pair, positional, single } from '../arguments';
import type { Evaluate, OperatorCompiler, Operators, Scope } from '../scope';
import { compareInExpression } from './comparison';

/** The operand as an array; undefined for null and missing, for which most operators return null. */
export function arrayOf(value: unknown, { name, code }: { name: string; code: number }): unknown[] | undefined {
  if (isNullish(value)) return undefined;
  if (Array.isArray(value)) return value;
  throw located(code, `${name} argument must be an array, but is ${typeName(value)}`);
}

function wholeNumber(value: unknown, { name, code }: { name: string; code: number }): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw located(code, `${name} requires an integer, but got a value of type ${typeName(value)}`);
}

const size: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    if (Array.isArray(value)) return value.length;
    const type = value === undefined ? 'missing' : typeName(value);
    throw located(17124, `The argument to $size must be an array, but was of type: ${type}`);
  };
};

function elementAt(array: readonly unknown[], index: number): unknown {
  return array.at(index);
}

const arrayElemAt: OperatorCompiler = (argument, compiler, name) => {
  const [list, position] = pair(argument, compiler, name);
  return (scope) => {
    const array = arrayOf(list(scope), { name, code: 28689 });
    const index = position(scope);
    if (!array || isNullish(index)) return null;
    return elementAt(array, wholeNumber(index, { name, code: 28690 }));
  };
};

function end(index: 0 | -1): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => {
      const array = arrayOf(part(scope), { name, code: 28689 });
      return array ? elementAt(array, index) : null;
    };
  };
}

const contains: OperatorCompiler = (argument, compiler, name) => {
  const [wanted, list] = pair(argument, compiler, name);
  return (scope) => {
    const array = list(scope);
    if (!Array.isArray(array)) {
      const type = array === undefined ? 'missing' : typeName(array);
      throw located(40081, `$in requires an array as a second argument, found: ${type}`);
    }
    const value = wanted(scope);
    return array.some((element) => compareInExpression(value, element, compiler.compare) === 0);
  };
};

/**
 * The maximum number of elements; no document can hold more. The limit keeps a list that is doubled repeatedly from
 * using all memory.
 */
const MAX_ELEMENTS = 8_000_000;

const concatArrays: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { name, least: 0, most: Number.POSITIVE_INFINITY });
  return (scope) => {
    const arrays = parts.map((part) => arrayOf(part(scope), { name, code: 28664 }));
    if (arrays.includes(undefined)) return null;
    const length = arrays.reduce((sum, array) => sum + (array?.length ?? 0), 0);
    if (length > MAX_ELEMENTS) throw mongoError(146, 'ExceededMemoryLimit', `${name} would make too many elements`);
    return arrays.flatMap((array) => array ?? []);
  };
};

const slice: OperatorCompiler = (argument, compiler, name) => {
  const [list, first, second] = positional(argument, compiler, { name, least: 2, most: 3 });
  return (scope) => {
    const array = arrayOf(list?.(scope), { name, code: 28724 });
    const start = first?.(scope);
    const count = second?.(scope);
    if (!array || isNullish(start) || (second && isNullish(count))) return null;
    const at = wholeNumber(start, { name, code: 28725 });
    if (!second) return at >= 0 ? array.slice(0, at) : array.slice(at);
    const length = wholeNumber(count, { name, code: 28727 });
    if (length <= 0) throw located(28729, `Third argument to $slice must be positive: ${length}`);
    const from = at < 0 ? Math.max(0, array.length + at) : at;
    return array.slice(from, from + length);
  };
};

const indexOfArray: OperatorCompiler = (argument, compiler, name) => {
  const [list, wanted, first, last] = positional(argument, compiler, { name, least: 2, most: 4 });
  return (scope) => {
    const array = arrayOf(list?.(scope), { name, code: 40090 });
    if (!array) return null;
    const value = wanted?.(scope);
    const from = first ? wholeNumber(first(scope), { name, code: 40096 }) : 0;
    const to = last ? Math.min(array.length, wholeNumber(last(scope), { name, code: 40096 })) : array.length;
    for (let index = from; index < to; index++) if (compiler.compare(array[index], value) === 0) return index;
    return -1;
  };
};

const reverseArray: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => arrayOf(part(scope), { name, code: 34435 })?.toReversed() ?? null;
};

const MAX_RANGE = 1_000_000;

const range: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { name, least: 2, most: 3 });
  return (scope) => {
    const [start = 0, stop = 0, step = 1] = parts.map((part) => wholeNumber(part(scope), { name, code: 34443 }));
    if (step === 0) throw located(34449, '$range requires a non-zero step value');
    const count = Math.max(0, Math.ceil((stop - start) / step));
    if (count > MAX_RANGE) throw located(34449, '$range would make too many elements');
    return Array.from({ length: count }, (_, index) => start + index * step);
  };
};

const sortArray: OperatorCompiler = (argument, compiler, name) => {
  const { input, sortBy } = named(argument, name, { required: ['input', 'sortBy'] });
  const list = compiler.compile(input);
  const byFields = isObject(sortBy) ? sorter(sortBy) : undefined;
  const direction = toNumber(sortBy);
  if (!byFields && direction !== 1 && direction !== -1) {
    throw located(2942507, 'The $sortArray sort key must be 1 (for ascending) or -1 (for descending)');
  }
  return (scope) => {
    const array = arrayOf(list(scope), { name, code: 2942504 });
    if (!array) return null;
    if (!byFields) return array.toSorted((a, b) => compiler.compare(a, b) * direction);
    const keyed = array.map((element) => ({ element, key: byFields.key(isObject(element) ? element : {}) }));
    return keyed.sort((a, b) => byFields.compare(a.key, b.key)).map(({ element }) => element);
  };
};

type Pick = (array: readonly unknown[], count: number, compare: (a: unknown, b: unknown) => number) => unknown[];

const present = (array: readonly unknown[]) => array.filter((element) => !isNullish(element));

/** The selections of `$firstN`, `$lastN`, `$minN` and `$maxN`, for arrays and groups. */
export const PICKS: Readonly<Record<string, Pick>> = {
  $firstN: (array, count) => array.slice(0, count),
  $lastN: (array, count) => array.slice(-count),
  $minN: (array, count, compare) => present(array).sort(compare).slice(0, count),
  $maxN: (array, count, compare) =>
    present(array)
      .sort((a, b) => compare(b, a))
      .slice(0, count),
};

/** The `n` of `$firstN` and similar operators. */
export function pickCount(value: unknown, name: string): number {
  const count = wholeNumber(value, { name, code: 5787902 });
  if (count <= 0)
    throw located(5787908, `'n' must be greater than 0, found ${isLong(value) ? value.toString() : count}`);
  return count;
}

function picking(pick: Pick): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = named(argument, name, { required: ['input', 'n'] });
    const list: Evaluate = compiler.compile(parts.input);
    const number = compiler.compile(parts.n);
    return (scope: Scope) => {
      const array = list(scope);
      if (!Array.isArray(array)) throw located(5788200, 'Input must be an array');
      return pick(array, pickCount(number(scope), name), compiler.compare);
    };
  };
}

export const ARRAYS: Operators = {
  $size: size,
  $arrayElemAt: arrayElemAt,
  $first: end(0),
  $last: end(-1),
  $in: contains,
  $concatArrays: concatArrays,
  $slice: slice,
  $indexOfArray: indexOfArray,
  $reverseArray: reverseArray,
  $range: range,
  $sortArray: sortArray,
  ...Object.fromEntries(Object.entries(PICKS).map(([name, pick]) => [name, picking(pick)])),
};
